create table users (
  id int generated always as identity primary key,
  username text not null,
  password_hash text not null,
  role text not null default 'admin' check (role in ('admin')),
  is_disabled boolean not null default false,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username_idx on users (lower(username));

-- A token is 256 random bits; only its SHA-256 is kept.
create table sessions (
  token_hash text primary key,
  user_id int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_idx on sessions (user_id);

-- One row per failed attempt and bucket (an account with a prefix, an account, a prefix); keys are hashes.
create table login_failures (
  bucket text not null,
  failed_at timestamptz not null default now()
);
create index login_failures_bucket_idx on login_failures (bucket, failed_at);

create table audit (
  id bigint generated always as identity primary key,
  actor_id int references users on delete set null,
  actor_name text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_entity_idx on audit (entity, entity_id, id desc);
create index audit_created_idx on audit (created_at desc);
