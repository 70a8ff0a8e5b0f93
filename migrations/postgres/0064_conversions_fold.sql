-- What a message says that it is about; 'none' for a bare word, which looks for its target among the rows of its click. Null for
-- messages of before, which are read again when their click is folded anew.
alter table conversion_events add column said_event text;
-- The message that an administrator has given a target.
alter table conversion_events add column about_id bigint references conversion_events on delete restrict;

-- The rules of the offer when the click was matched, and what follows from them.
alter table conversions add column allow_rebill boolean not null default true;
alter table conversions add column count_late boolean not null default true;
alter table conversions add column not_counted text check (not_counted in ('rebill', 'late'));
update conversions set allow_rebill = false from offers where offers.id = conversions.offer_id and not offers.allow_rebill;

-- What waits for a decision.
alter table conversions add column is_contrary boolean not null default false;
alter table conversions add column is_at_risk boolean not null default false;
create index conversions_contrary_idx on conversions (id desc) where is_contrary;
create index conversions_at_risk_idx on conversions (network_id, click_key) where is_at_risk;
