-- The programs that run, or ran, on this database, by the ids of their journals: one that gave no sign for a while and whose clicks are
-- not all in the stores is told to people.
create table instances (
  id text primary key,
  number integer generated always as identity unique,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- its own end, in order
  ended_at timestamptz,
  -- of its journal, what one of the stores did not have when it gave its last sign
  unshipped_bytes bigint not null default 0,
  clock_ahead_ms integer not null default 0,
  -- somebody else ships what is left of its journal
  adopted_at timestamptz,
  -- both stores have all of it
  settled_at timestamptz,
  told_at timestamptz
);
