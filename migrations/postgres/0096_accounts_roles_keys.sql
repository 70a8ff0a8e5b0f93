-- Roles beside the administrator, roles that ask for a second factor, and keys by which programs call the API.
alter table users
  drop constraint users_role_check,
  add constraint users_role_check check (role in ('admin', 'editor', 'analyst'));

-- Whose people need a second factor, and from when on: until then they have time to set one up.
create table role_second_factors (
  role text primary key check (role in ('admin', 'editor', 'analyst')),
  required_from timestamptz not null
);

-- 256 random bits each; only their SHA-256 is kept, and how they begin, to tell them apart.
create table api_keys (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  token_hash text not null unique,
  token_start text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- calls in the minute of the last one, for the limit of a minute on all instances
  minute timestamptz,
  minute_calls int not null default 0
);
create index api_keys_user_idx on api_keys (user_id);

create table api_key_days (
  key_id int not null references api_keys on delete cascade,
  day date not null,
  calls int not null,
  primary key (key_id, day)
);

-- By which key of the person something was done.
alter table audit add column key_name text;
