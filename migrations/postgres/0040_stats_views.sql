-- Reports that were given a name. A view is the query of the report screen's address, so it also works as a link.
create table stats_views (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  query text not null check (length(query) <= 2000),
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  constraint stats_views_name_key unique (name)
);
