-- How the postbacks of a traffic source go: after too many failures in a row they are held until somebody lets them go on.
create table postback_endpoints (
  source_id int primary key references sources on delete cascade,
  failures int not null default 0,
  last_reason text,
  stopped_at timestamptz
);
create index postback_logs_held_idx on postback_logs (source_id) where direction = 'out' and state = 'queued';

-- What an arrival cost, as the traffic source said in its address; an estimate until the bill comes.
alter table visits add column cost_micros bigint;
alter table visits add column cost_currency text;

-- What was paid for arrivals of a stretch of time, spread over them.
create table cost_entries (
  id bigint generated always as identity primary key,
  source_id int not null references sources on delete restrict,
  link_id int references links on delete restrict,
  -- Only arrivals with this value of a utm parameter; both or neither.
  param text check (param in ('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content')),
  value text,
  from_at timestamptz not null,
  to_at timestamptz not null,
  amount_micros bigint not null check (amount_micros > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null check (state in ('estimated', 'confirmed')),
  method text not null check (method in ('manual', 'csv')),
  note text,
  visits int not null,
  actor_name text not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by text,
  check (from_at < to_at),
  check ((param is null) = (value is null))
);
create index cost_entries_source_idx on cost_entries (source_id, from_at);

-- How an entry was spread: what was said to the reports, so that it can be taken back to the last micro.
create table cost_shares (
  entry_id bigint not null references cost_entries on delete restrict,
  place int not null,
  payload jsonb not null,
  primary key (entry_id, place)
);
