create table reviews (
  id int generated always as identity primary key,
  offer_id int not null references offers on delete restrict,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,127}$'),
  title text not null check (length(title) between 5 and 160),
  status text not null default 'draft' check (status in ('draft', 'published', 'featured', 'archived')),
  verdict text,
  -- Tenths: 8.7 = 87.
  score_tenths int check (score_tenths between 0 and 100),
  pros jsonb not null default '[]',
  cons jsonb not null default '[]',
  sections jsonb not null default '[]',
  author_name text,
  tested text not null default 'research_only' check (tested in ('hands_on', 'research_only', 'expert_review')),
  main_image_url text,
  meta_description text,
  first_published_at timestamptz,
  is_sample boolean not null default false,
  version int not null default 1,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index reviews_slug_idx on reviews (slug) where deleted_at is null;
