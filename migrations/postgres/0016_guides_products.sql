-- Kept beside the texts: ranking must not read them all again for every search.
alter table guides add column words tsvector
  generated always as (guide_words(title, excerpt, description, methodology)) stored;
drop index guides_words_idx;
create index guides_words_idx on guides using gin (words);

-- The words of a product by weight: short texts, so that a search can afford to read them without an index.
create function product_words(name text, brand text, best_for text, summary text) returns tsvector
  language sql immutable parallel safe as $$
    select setweight(to_tsvector('pg_catalog.english', concat_ws(' ', name, brand)), 'A')
      || setweight(to_tsvector('pg_catalog.english', concat_ws(' ', best_for, summary)), 'B')
  $$;

-- What a search for products reads: the visible ones under the names that readers see. Whether the public may read the guide is for
-- the query to say.
create view guide_products (id, guide_id, guide_title, guide_slug, guide_status, name, brand, best_for, summary) as
  select i.id, i.guide_id, g.title, g.slug, g.status, coalesce(i.title, o.name), o.brand, i.best_for, i.summary
    from guide_items i
    join guides g on g.id = i.guide_id and g.deleted_at is null
    left join offers o on o.id = i.offer_id
   where i.is_visible and coalesce(i.title, o.name) is not null;
