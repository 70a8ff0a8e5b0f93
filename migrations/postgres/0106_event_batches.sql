-- What goes to an event store that has no transactions is written down before: who begins anew knows which rows must be sent once more,
-- and how many rows each batch was meant to have. Kept for a week after it is stored.
create table event_batches (
  store_id   text not null,
  cursor     text not null,
  position   text not null,
  table_name text not null,
  batch      bigint not null,
  row_count  integer not null,
  begun_at   timestamptz not null default now(),
  stored_at  timestamptz,
  primary key (store_id, cursor, batch)
);
create unique index event_batches_begun_idx on event_batches (store_id, cursor) where stored_at is null;
create index event_batches_stored_idx on event_batches (stored_at);
