-- Where a review, or anything else with a name in its address, was to be found before.
create table slug_redirects (
  kind text not null check (kind in ('review', 'person', 'guide category')),
  slug text not null,
  target_id int not null,
  created_at timestamptz not null default now(),
  primary key (kind, slug)
);
create index slug_redirects_target_idx on slug_redirects (kind, target_id);

alter table reviews
  add column author_id int references people on delete restrict,
  add column reviewer_id int references people on delete restrict,
  add column reviewed_at timestamptz,
  -- [{name, score_tenths}]
  add column sub_scores jsonb not null default '[]',
  add column faq jsonb not null default '[]',
  -- [{title, url, tier}]
  add column sources jsonb not null default '[]',
  -- [{url, alt}]
  add column gallery jsonb not null default '[]',
  -- [{on: yyyy-mm-dd, note}], the newest first
  add column changes jsonb not null default '[]',
  add column main_image_alt text,
  add column meta_title text,
  add column noindex boolean not null default false;

create function review_words(title text, verdict text, sections jsonb) returns tsvector
  language sql immutable parallel safe as $$
    select setweight(to_tsvector('pg_catalog.english', coalesce(title, '')), 'A')
      || setweight(to_tsvector('pg_catalog.english', coalesce(verdict, '')), 'B')
      || setweight(to_tsvector('pg_catalog.english', sections), 'C')
  $$;
create index reviews_words_idx on reviews using gin (review_words(title, verdict, sections));
create index reviews_title_trgm_idx on reviews using gin (title gin_trgm_ops);
create index reviews_author_idx on reviews (author_id);
create index reviews_reviewer_idx on reviews (reviewer_id);

create or replace view usages (kind, id, by_kind, by_id, by_name) as
  select 'network', o.network_id, 'offer', o.id, o.name from offers o where o.network_id is not null and o.deleted_at is null
  union all select 'category', o.category_id, 'offer', o.id, o.name from offers o where o.deleted_at is null
  union all select 'offer', i.offer_id, 'guide', g.id, g.title from guide_items i join guides g on g.id = i.guide_id
    where i.offer_id is not null and g.deleted_at is null
  union all select 'offer', i.fallback_offer_id, 'guide', g.id, g.title from guide_items i join guides g on g.id = i.guide_id
    where i.fallback_offer_id is not null and g.deleted_at is null
  union all select 'offer', r.offer_id, 'review', r.id, r.title from reviews r where r.deleted_at is null
  union all select 'offer', d.offer_id, 'link', l.id, l.name from destinations d join links l on l.id = d.link_id
    where d.offer_id is not null and l.deleted_at is null
  union all select 'guide', d.guide_id, 'link', l.id, l.name from destinations d join links l on l.id = d.link_id
    where d.guide_id is not null and l.deleted_at is null
  union all select 'review', d.review_id, 'link', l.id, l.name from destinations d join links l on l.id = d.link_id
    where d.review_id is not null and l.deleted_at is null
  union all select 'source', l.source_id, 'link', l.id, l.name from links l where l.source_id is not null and l.deleted_at is null
  union all select 'person', g.author_id, 'guide', g.id, g.title from guides g where g.author_id is not null and g.deleted_at is null
  union all select 'person', g.reviewer_id, 'guide', g.id, g.title from guides g where g.reviewer_id is not null and g.deleted_at is null
  union all select 'guide category', g.category_id, 'guide', g.id, g.title from guides g where g.category_id is not null and g.deleted_at is null
  union all select 'person', r.author_id, 'review', r.id, r.title from reviews r where r.author_id is not null and r.deleted_at is null
  union all select 'person', r.reviewer_id, 'review', r.id, r.title from reviews r where r.reviewer_id is not null and r.deleted_at is null;
