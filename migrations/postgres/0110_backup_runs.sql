-- Backups that the program took, and drills of them. `seen_at` moves on while one runs: what nobody moves on was broken off.
create table backup_runs (
  id int generated always as identity primary key,
  kind text not null check (kind in ('backup', 'drill')),
  cause text not null check (cause in ('schedule', 'person')),
  -- the number of the instance that did it
  instance int,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- impossible: a drill for which there is no database or no room here
  outcome text check (outcome in ('good', 'failed', 'impossible')),
  backup text,
  bytes bigint,
  new_bytes bigint,
  key text,
  note text not null default '',
  error text,
  check ((ended_at is null) = (outcome is null))
);
-- one at a time, whichever instance does it
create unique index backup_runs_one_at_a_time on backup_runs ((true)) where ended_at is null;
create index backup_runs_by_kind on backup_runs (kind, id desc);
