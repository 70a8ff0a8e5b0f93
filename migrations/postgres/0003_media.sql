create table images (
  id int generated always as identity primary key,
  hash text not null unique,
  key text not null unique,
  mime text not null check (mime in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  width int not null,
  height int not null,
  bytes int not null,
  variants jsonb not null default '[]',
  alt text not null default '',
  created_by int references users on delete set null,
  created_at timestamptz not null default now()
);
