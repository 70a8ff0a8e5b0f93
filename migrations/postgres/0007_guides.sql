create table guides (
  id int generated always as identity primary key,
  title text not null check (length(title) between 1 and 255),
  description text,
  status text not null default 'published' check (status in ('draft', 'published', 'featured', 'archived')),
  author_name text,
  main_image_url text,
  -- Set the first time the public could read it: from then on an end answers 410, not 404.
  first_published_at timestamptz,
  is_sample boolean not null default false,
  version int not null default 1,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index guides_created_idx on guides (created_at desc, id desc);

create table guide_items (
  id int generated always as identity primary key,
  guide_id int not null references guides on delete cascade,
  offer_id int references offers on delete restrict,
  rank int not null check (rank >= 1),
  title text,
  badge text check (badge in ('best_overall', 'best_value', 'best_budget', 'editors_choice', 'best_for')),
  badge_text text,
  score_tenths int check (score_tenths between 0 and 100),
  summary text,
  body text,
  pros jsonb not null default '[]',
  cons jsonb not null default '[]',
  best_for text,
  not_for text,
  image_url text,
  image_alt text,
  cta_text text not null default 'Check price',
  fallback_offer_id int references offers on delete restrict,
  is_visible boolean not null default true,
  sponsored_placement boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint guide_items_rank_key unique (guide_id, rank) deferrable initially deferred
);
create unique index guide_items_best_overall_idx on guide_items (guide_id) where badge = 'best_overall';
create index guide_items_offer_idx on guide_items (offer_id);
