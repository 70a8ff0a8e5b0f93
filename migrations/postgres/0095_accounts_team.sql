-- People who can sign in: several of them, made by one-time links, with a second factor, and with sessions that can be told apart.
alter table users
  -- null: the person has not opened the link of the invitation yet
  alter column password_hash drop not null,
  add column email text,
  -- the byline of the same person
  add column person_id int references people on delete set null,
  add column last_seen_at timestamptz,
  -- secrets of RFC 6238, sealed under the key outside the database
  add column totp_sealed text,
  add column totp_since timestamptz,
  -- shown, and not confirmed by a code yet
  add column totp_pending_sealed text,
  -- the period of the last code that was taken: none works twice
  add column totp_last_period bigint;
create index users_person_idx on users (person_id);

alter table sessions
  add column id bigint generated always as identity,
  add column device text,
  add column country text,
  add column password_at timestamptz not null default now();
create unique index sessions_id_idx on sessions (id);

-- Eighty random bits each; only their SHA-256 is kept, and it goes when the code is used.
create table recovery_codes (
  user_id int not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- One-time links by which a password is set. Those that were handed over and those that were mailed do not end each other: whoever asks
-- for a mail could else make an invitation worthless. Only the token's SHA-256 is kept.
create table password_links (
  user_id int not null references users on delete cascade,
  is_mailed boolean not null,
  token_hash text not null unique,
  kind text not null check (kind in ('invite', 'reset')),
  expires_at timestamptz not null,
  primary key (user_id, is_mailed)
);
