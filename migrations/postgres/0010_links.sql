create table links (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9_-]{1,63}$'),
  status text not null default 'active' check (status in ('active', 'paused', 'archived')),
  source_id int references sources on delete restrict,
  redirect_type int not null default 302 check (redirect_type in (302, 307)),
  forward_params text not null default 'all' check (forward_params in ('all', 'listed', 'none')),
  forward_list jsonb not null default '[]',
  param_conflict text not null default 'incoming_wins' check (param_conflict in ('incoming_wins', 'link_wins')),
  utm jsonb not null default '{}',
  sticky text not null default 'none' check (sticky in ('none', 'day')),
  fallback_url text not null default '/',
  starts_at timestamptz,
  expires_at timestamptz,
  expired_url text,
  notes text,
  tags jsonb not null default '[]',
  is_sample boolean not null default false,
  version int not null default 1,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- A deleted link keeps its slug for 90 days (the service judges the age), so that old ads never reach a stranger.
create unique index links_slug_idx on links (slug) where deleted_at is null;
create index links_resting_slug_idx on links (slug, deleted_at) where deleted_at is not null;
create index links_source_idx on links (source_id);

create table destinations (
  id int generated always as identity primary key,
  link_id int not null references links on delete cascade,
  type text not null check (type in ('listicle', 'review', 'offer', 'url')),
  guide_id int references guides on delete restrict,
  review_id int references reviews on delete restrict,
  offer_id int references offers on delete restrict,
  url text,
  name text not null default '',
  weight int not null default 100 check (weight between 0 and 1000),
  status text not null default 'active' check (status in ('active', 'paused')),
  priority int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(guide_id, review_id, offer_id, url) = 1),
  check ((type = 'listicle') = (guide_id is not null) and (type = 'review') = (review_id is not null)
    and (type = 'offer') = (offer_id is not null) and (type = 'url') = (url is not null))
);
-- The address by its hash: an index row has no room for a long one. Its first column also serves every look-up by link.
create unique index destinations_target_idx on destinations
  (link_id, type, coalesce(guide_id, 0), coalesce(review_id, 0), coalesce(offer_id, 0), md5(coalesce(url, '')));
create index destinations_guide_idx on destinations (guide_id) where guide_id is not null;
create index destinations_review_idx on destinations (review_id) where review_id is not null;
create index destinations_offer_idx on destinations (offer_id) where offer_id is not null;
