-- What needs a person. Repeats of the same trouble join the row that is not yet closed.
create table alerts (
  id int generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{0,63}$'),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  subject_kind text not null check (length(subject_kind) between 1 and 40),
  subject_id int not null,
  subject_name text not null,
  message text not null,
  -- Lines of {label, text}.
  details jsonb not null default '[]',
  count int not null default 1,
  state text not null default 'open' check (state in ('open', 'snoozed', 'closed')),
  snoozed_until timestamptz,
  is_read boolean not null default false,
  first_at timestamptz not null,
  last_at timestamptz not null,
  closed_at timestamptz,
  -- Null: by itself, when the trouble was over.
  closed_by int references users on delete set null,
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'snoozed') = (snoozed_until is not null))
);
create unique index alerts_going_on_idx on alerts (kind, subject_kind, subject_id) where state <> 'closed';
create index alerts_last_idx on alerts (last_at, id);

-- What the last look at an offer's address found.
alter table offers
  add column link_status text not null default 'unchecked'
    check (link_status in ('ok', 'redirected', 'params_lost', 'error', 'unchecked', 'snoozed')),
  add column link_checked_at timestamptz,
  add column final_url text,
  -- What was found, in words for a person.
  add column link_note text,
  -- Looks in a row that found no page; 0 after a good one.
  add column link_failures int not null default 0,
  -- True: readers are not sent there.
  add column is_link_dead boolean not null default false,
  add column link_snoozed_until timestamptz,
  add column link_due_at timestamptz not null default now();
create index offers_link_due_idx on offers (link_due_at) where status = 'active' and deleted_at is null;
