-- Slugs that a link had before: they lead to it, and nobody else gets them, until the date.
create table link_slugs (
  slug text primary key check (slug ~ '^[a-z0-9][a-z0-9_-]{1,63}$'),
  link_id int not null references links on delete cascade,
  until timestamptz not null,
  created_at timestamptz not null default now()
);
create index link_slugs_link_idx on link_slugs (link_id);

-- Looks in a row that got no answer at all or an error of the server; a refusal that may be meant for robots is none of them.
alter table offers add column link_downs int not null default 0;
