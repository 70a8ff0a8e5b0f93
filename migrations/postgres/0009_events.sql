-- An arrival through a tracking link. Inserted by the shipper, which may bring one twice: the id decides.
create table visits (
  visit_id       text primary key,
  ts             timestamptz not null,
  link_id        int,
  destination_id int,
  source_id      int,
  external_id    text,
  ad_ids         jsonb,
  utm            jsonb,
  subs           jsonb,
  country        text,
  device         text,
  os             text,
  browser        text,
  language       text,
  referrer_host  text,
  is_bot         boolean not null default false,
  is_internal    boolean not null default false,
  route_reason   text
);

-- Retention deletes by time.
create index visits_ts_idx on visits (ts);

-- An outbound click: what a conversion is tied to. No foreign keys: clicks outlive what they point at.
create table clicks (
  click_id       text primary key,
  ts             timestamptz not null,
  visit_id       text,
  view_id        text,
  link_id        int,
  destination_id int,
  source_id      int,
  listicle_id    int,
  item_id        int,
  position       int,
  review_id      int,
  offer_id       int,
  network_id     int,
  external_id    text,
  ad_ids         jsonb,
  utm            jsonb,
  subs           jsonb,
  country        text,
  device         text,
  os             text,
  browser        text,
  language       text,
  referrer_host  text,
  is_bot         boolean not null default false,
  is_internal    boolean not null default false
);

create index clicks_ts_idx on clicks (ts);

-- Events born in a transaction (conversion deltas), on their way to the event store. Ids commit in any order: the shipper
-- remembers the ids of its last batch, not the highest one.
create table event_outbox (
  id         bigint generated always as identity primary key,
  payload    jsonb not null,
  created_at timestamptz not null default now()
);

-- How far each journal has been stored here, moved in the transaction of the rows.
create table shipper_cursors (
  name       text primary key,
  position   text not null,
  updated_at timestamptz not null default now()
);

-- The day's secret behind visitor hashes; without it yesterday's hashes can be tied to nobody.
create table daily_salts (
  day         date primary key,
  salt_sealed text not null
);

-- Keys that every instance shares.
create table app_keys (
  name         text primary key,
  value_sealed text not null
);
