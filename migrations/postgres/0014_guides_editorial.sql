create extension if not exists pg_trgm;

alter table guides
  -- Stands after the id in the canonical address; the id alone finds the guide.
  add column slug text check (slug ~ '^[a-z0-9][a-z0-9-]{0,127}$'),
  add column category_id int references guide_categories on delete restrict,
  add column excerpt text check (length(excerpt) <= 300),
  add column methodology text,
  add column tested text not null default 'research_only' check (tested in ('hands_on', 'research_only', 'expert_review')),
  -- [{key, name, weight 1..100, description}]
  add column rubric jsonb not null default '[]',
  -- [{question, answer}], plain text
  add column faq jsonb not null default '[]',
  -- [{title, url, tier}]
  add column sources jsonb not null default '[]',
  -- [{on: yyyy-mm-dd, note}], the newest first
  add column changes jsonb not null default '[]',
  add column author_id int references people on delete restrict,
  add column reviewer_id int references people on delete restrict,
  add column reviewed_at timestamptz,
  add column main_image_alt text,
  add column meta_title text,
  add column meta_description text,
  add column noindex boolean not null default false;

-- The words of a guide by weight. The parser of the full text search knows tags and leaves them out.
create function guide_words(title text, excerpt text, description text, methodology text) returns tsvector
  language sql immutable parallel safe as $$
    select setweight(to_tsvector('pg_catalog.english', coalesce(title, '')), 'A')
      || setweight(to_tsvector('pg_catalog.english', coalesce(excerpt, '')), 'B')
      || setweight(to_tsvector('pg_catalog.english', coalesce(description, '') || ' ' || coalesce(methodology, '')), 'C')
  $$;
create index guides_words_idx on guides using gin (guide_words(title, excerpt, description, methodology));
create index guides_title_trgm_idx on guides using gin (title gin_trgm_ops);
create index guides_category_idx on guides (category_id);
create index guides_author_idx on guides (author_id);
create index guides_reviewer_idx on guides (reviewer_id);

alter table guide_items
  -- {criterion key: tenths}
  add column scores jsonb not null default '{}',
  -- Why score_tenths stands in place of the computed total; shown on the page.
  add column score_reason text,
  -- Over the attributes of the offer; an empty value takes one away.
  add column attributes jsonb not null default '{}';
