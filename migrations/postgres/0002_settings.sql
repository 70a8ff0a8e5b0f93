create table settings (
  only_row boolean primary key default true check (only_row),
  brand text not null default 'Guidepost',
  tagline text not null default 'Health & wellness, compared with care',
  disclosure text not null default 'We may be paid when you buy through links on this page. A place in a list that was paid for says so.',
  contact_email text not null default '',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  click_retention_days int not null default 90 check (click_retention_days between 1 and 730),
  log_retention_days int not null default 30 check (log_retention_days between 1 and 365),
  version int not null default 1,
  updated_at timestamptz not null default now()
);
insert into settings default values;

-- The revision that every cached page is judged by: each write to content raises it in its own transaction.
create table content_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 1
);
insert into content_revision default values;

create table contact_messages (
  id int generated always as identity primary key,
  name text not null,
  email text not null,
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);
