alter table sources
  -- Of the cost that a source reports, how much never arrives as a visit.
  add column traffic_loss_percent int not null default 0 check (traffic_loss_percent between 0 and 100),
  -- Which answer of the source counts as taken: 2xx, or one code.
  add column expected_status text not null default '2xx' check (expected_status ~ '^([1-5]xx|[1-5][0-9][0-9])$');

-- What a link reads its arrivals by since its source was changed without it; null: as the source says now.
alter table links add column kept_source jsonb;
