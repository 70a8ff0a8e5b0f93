-- A site that was brought back from a backup sends nothing out until a person has looked at what would be sent: some of it went out
-- after the backup was taken.
create table sending_hold (
  is_only boolean primary key default true check (is_only),
  -- the name of the backup, and its instant
  backup text not null,
  instant timestamptz not null,
  restored_at timestamptz not null,
  -- by a person; null: nothing is sent
  ended_at timestamptz,
  outcome text check (outcome in ('released', 'discarded'))
);
