-- Caps on conversions: their counts are taken from the conversions themselves and kept here for whoever asks what is reached.
alter table cap_counters
  drop constraint cap_counters_kind_check,
  add constraint cap_counters_kind_check check (kind in (
    'offer_day', 'offer_total', 'destination_day', 'link_total', 'offer_conversions_day', 'destination_conversions_day')),
  -- Somebody was told that this cap is reached in this period.
  add column alerted_at timestamptz;
create index conversions_received_idx on conversions (received_at);

alter table destinations
  -- Outside of these it gets no visits; `ends_at` exclusive.
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint destinations_schedule_check check (ends_at > starts_at);
