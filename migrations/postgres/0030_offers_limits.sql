-- Where an offer takes visitors, how many, and what takes over.
alter table offers
  -- ISO 3166 code -> micros of payout_currency, as text; other countries get payout_micros.
  add column payouts_by_country jsonb not null default '{}',
  add column countries_allowed jsonb not null default '[]',
  add column countries_blocked jsonb not null default '[]',
  -- Empty: every device.
  add column devices_allowed jsonb not null default '[]',
  -- 0 = no cap. A day is a day in cap_timezone; null there: the site's.
  add column cap_clicks_daily int not null default 0 check (cap_clicks_daily >= 0),
  add column cap_conversions_daily int not null default 0 check (cap_conversions_daily >= 0),
  -- Clicks in all.
  add column cap_total int not null default 0 check (cap_total >= 0),
  add column cap_timezone text,
  add column overflow_offer_id int references offers on delete set null check (overflow_offer_id <> id),
  add constraint offers_countries_check check (countries_allowed = '[]' or countries_blocked = '[]');
create index offers_overflow_idx on offers (overflow_offer_id) where overflow_offer_id is not null;

-- What an offer paid, and from when; the last row of an offer is what it pays now.
create table offer_payouts (
  id bigint generated always as identity primary key,
  offer_id int not null references offers on delete cascade,
  payout_type text not null,
  payout_micros bigint not null,
  payout_percent_bp int not null,
  payout_currency text not null,
  payout_source text not null,
  payouts_by_country jsonb not null default '{}',
  changed_by int references users on delete set null,
  changed_at timestamptz not null default now()
);
create index offer_payouts_offer_idx on offer_payouts (offer_id, id);
insert into offer_payouts
    (offer_id, payout_type, payout_micros, payout_percent_bp, payout_currency, payout_source, changed_by, changed_at)
  select id, payout_type, payout_micros, payout_percent_bp, payout_currency, payout_source, created_by, created_at
    from offers order by id;

-- One more branch, whatever the view holds by now.
do $$ begin
  execute format(
    $view$create or replace view usages (kind, id, by_kind, by_id, by_name) as %s
      union all select 'offer', o.overflow_offer_id, 'offer', o.id, o.name from offers o
        where o.overflow_offer_id is not null and o.deleted_at is null$view$,
    rtrim(pg_get_viewdef('usages'), '; ')
  );
end $$;
