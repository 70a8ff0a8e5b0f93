-- What an amount in a foreign currency is worth in the site's, by the rate of the conversion's day. Null: unconverted, or no need.
alter table conversions add column payout_base_micros bigint;
alter table conversions add column base_currency text check (base_currency ~ '^[A-Z]{3}$');
alter table conversions add column fx_rate text;
alter table conversions add column fx_date text;

-- Rows that one import brought, so that they can be taken back together.
create table conversion_batches (
  id bigint generated always as identity primary key,
  network_id int not null references networks on delete restrict,
  file_name text not null,
  rows_total int not null,
  rows_recorded int not null,
  rows_updated int not null,
  rows_unchanged int not null,
  actor_name text not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by text
);
create index conversion_batches_created_idx on conversion_batches (id desc);

alter table conversion_events add column batch_id bigint references conversion_batches on delete restrict;
create index conversion_events_batch_idx on conversion_events (batch_id) where batch_id is not null;

-- The timeline looks a journey up from any of its ids.
create index conversions_click_idx on conversions (click_id) where click_id is not null;
create index conversions_key_idx on conversions (click_key);
create index conversions_txid_idx on conversions (txid) where txid is not null;
create index conversions_visit_idx on conversions (visit_id) where visit_id is not null;
create index postback_logs_click_idx on postback_logs (click_id) where click_id is not null;
create index clicks_visit_idx on clicks (visit_id) where visit_id is not null;
