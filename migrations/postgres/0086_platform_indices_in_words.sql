-- What is raised or lowered belongs to its word: B<sub>12</sub> is found by "B12", as B₁₂ is.
create function without_indices(html text) returns text
  language sql immutable parallel safe
  return regexp_replace(html, '</?su[bp]>', '', 'gi');

create or replace function guide_words(title text, excerpt text, description text, methodology text) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', folded(coalesce(title, ''))), 'A')
    || setweight(to_tsvector('pg_catalog.english', folded(coalesce(excerpt, ''))), 'B')
    || setweight(
      to_tsvector(
        'pg_catalog.english',
        folded(without_indices(coalesce(description, '') || ' ' || coalesce(methodology, '')))
      ),
      'C'
    );
alter table guides
  drop column words,
  add column words tsvector generated always as (guide_words(title, excerpt, description, methodology)) stored;
create index guides_words_idx on guides using gin (words);

create or replace function review_words(title text, verdict text, sections jsonb) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', folded(coalesce(title, ''))), 'A')
    || setweight(to_tsvector('pg_catalog.english', folded(without_indices(coalesce(verdict, '')))), 'B')
    || setweight(
      to_tsvector(
        'pg_catalog.english',
        folded(
          without_indices(coalesce((select string_agg(part #>> '{}', ' ') from jsonb_path_query(sections, '$[*].*') part), ''))
        )
      ),
      'C'
    );
alter table reviews
  drop column words,
  add column words tsvector generated always as (review_words(title, verdict, sections)) stored;
create index reviews_words_idx on reviews using gin (words);
