-- What a link's visits or conversions cost, where its source does not say it: in micros of the source's currency.
alter table links add column cost_model text not null default 'source' check (cost_model in ('source', 'cpc', 'cpa', 'none'));
alter table links add column cost_micros bigint check (cost_micros >= 0);
alter table links add constraint links_cost_named check (cost_model not in ('cpc', 'cpa') or cost_micros is not null);

-- What the link says that a conversion costs, as it was when the click was found; a bill that covers it takes its place.
alter table conversions add column cost_micros bigint;
alter table conversions add column cost_currency text;
alter table conversions add column cost_entry_id bigint references cost_entries on delete restrict;
create index conversions_cost_entry_idx on conversions (cost_entry_id) where cost_entry_id is not null;
create index conversions_cost_idx on conversions (source_id, occurred_at) where cost_micros is not null;
