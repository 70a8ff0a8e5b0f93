-- Authors and reviewers: real people, named on the pages that they wrote or checked.
create table people (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,127}$'),
  -- What stands behind the name, such as "RD, MSc".
  credentials text,
  licence_url text,
  -- What the person does here, such as "Senior editor".
  job_title text,
  bio text,
  photo_url text,
  same_as jsonb not null default '[]',
  conflicts_of_interest text,
  is_sample boolean not null default false,
  version int not null default 1,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index people_slug_idx on people (slug) where deleted_at is null;
create unique index people_name_idx on people (lower(name)) where deleted_at is null;

create table guide_categories (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,127}$'),
  description text,
  sort_order int not null default 0,
  is_sample boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index guide_categories_slug_idx on guide_categories (slug);
create unique index guide_categories_name_idx on guide_categories (lower(name));
