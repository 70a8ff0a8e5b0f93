-- Words as they are. What is looked for in them is looked for by an index: the planner takes the words of a long text, which lie elsewhere
-- and have to be unpacked, for as cheap as a number, and would read those of every row. It does not look into what plpgsql does.
create function searched(words tsvector) returns tsvector language plpgsql immutable strict parallel safe cost 200 as $$
begin
  return words;
end $$;

-- What the public search looks through where it is made of several records: the words of a product hang on its offer, and whether readers
-- see it on its guide. A row for each product that they see. Kept beside the products, not in them: a renamed offer is no new save of the
-- guides that name it.
create table guide_item_words (
  item_id int primary key references guide_items (id) on delete cascade,
  words tsvector not null
);

-- Every word that a title ever had, as it is folded, for the spelling help of the search. Words are added and never taken away: whether
-- readers may see a title with the word is asked when it is about to be suggested. Not unique, so that no writer waits for another.
create table title_words (
  word text not null,
  parts text[] not null generated always as (show_trgm(word)) stored
);
create index title_words_word_idx on title_words (word);
create index title_words_parts_idx on title_words using gin (parts);

-- The words of a title that are long enough to be spelt wrongly; src/platform/text/spelling.ts cuts a query into the same.
create function words_of_title(title text) returns setof text language sql immutable parallel safe as $$
  select distinct found[1] from regexp_matches(folded(title) collate "und-x-icu", '[[:alnum:]]{3,40}', 'g') as found
$$;

create function note_title_words(titles text[]) returns void language sql as $$
  insert into title_words (word)
    select distinct said_word.word from unnest(titles) as said (title) cross join lateral words_of_title(title) as said_word (word)
     where not exists (select from title_words known where known.word = said_word.word)
$$;

-- The products that readers see, with their words.
create view shown_item_words (item_id, guide_id, offer_id, words) as
  select i.id, i.guide_id, i.offer_id, product_words(coalesce(i.title, o.name), o.brand, i.best_for, i.summary)
    from guide_items i
    join guides g on g.id = i.guide_id and g.deleted_at is null and g.status in ('published', 'featured')
    left join offers o on o.id = i.offer_id
   where i.is_visible and i.deleted_at is null and coalesce(i.title, o.name) is not null;

-- Of some products, by what they, their guides and their offers say now. Those are held, guides first, as whoever saves a product does: one
-- that is being changed is waited for, and one that is changed later finds these products.
create function keep_item_words(ids int[]) returns void language plpgsql as $$
begin
  perform from guides g where g.id in (select i.guide_id from guide_items i where i.id = any(ids)) order by g.id for share;
  perform from offers o where o.id in (select i.offer_id from guide_items i where i.id = any(ids)) order by o.id for share;
  delete from guide_item_words w
    where w.item_id = any(ids) and not exists (select from shown_item_words s where s.item_id = w.item_id);
  insert into guide_item_words (item_id, words)
    select s.item_id, s.words from shown_item_words s where s.item_id = any(ids) order by s.item_id
    on conflict (item_id) do update set words = excluded.words where guide_item_words.words <> excluded.words;
end $$;

-- Of the products of some offers, which the caller has changed. Holds no guide: whoever saves a product holds that, and waits for the offer.
create function rename_item_words(offers int[]) returns void language sql as $$
  update guide_item_words w set words = s.words from shown_item_words s
    where s.offer_id = any(offers) and w.item_id = s.item_id and w.words <> s.words
$$;

create function take_new_title_words() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'offers' then
    perform note_title_words((select array_agg(n.name) from new_rows n));
  else
    perform note_title_words((select array_agg(n.title) from new_rows n));
  end if;
  if tg_table_name = 'guide_items' then
    perform keep_item_words((select array_agg(n.id) from new_rows n));
  end if;
  return null;
end $$;

create function take_changed_title_words() returns trigger language plpgsql as $$
declare
  titles text[];
  items int[];
  renamed int[];
begin
  if tg_table_name = 'offers' then
    select array_agg(n.name) into titles from new_rows n join old_rows o using (id) where n.name is distinct from o.name;
    select array_agg(n.id) into renamed from new_rows n join old_rows o using (id)
      where (n.name, n.brand) is distinct from (o.name, o.brand);
  else
    select array_agg(n.title) into titles from new_rows n join old_rows o using (id) where n.title is distinct from o.title;
  end if;
  if tg_table_name = 'guide_items' then
    select array_agg(n.id) into items from new_rows n join old_rows o using (id)
      where (n.title, n.offer_id, n.best_for, n.summary, n.is_visible, n.deleted_at, n.guide_id)
        is distinct from (o.title, o.offer_id, o.best_for, o.summary, o.is_visible, o.deleted_at, o.guide_id);
  elsif tg_table_name = 'guides' then
    select array_agg(i.id) into items from new_rows n join old_rows o using (id) join guide_items i on i.guide_id = n.id
      where (n.status, n.deleted_at) is distinct from (o.status, o.deleted_at);
  end if;
  if titles is not null then
    perform note_title_words(titles);
  end if;
  if items is not null then
    perform keep_item_words(items);
  end if;
  if renamed is not null then
    perform rename_item_words(renamed);
  end if;
  return null;
end $$;

do $$
declare
  named text;
begin
  foreach named in array array['guides', 'guide_items', 'offers', 'reviews'] loop
    execute format('create trigger take_new_title_words after insert on %I referencing new table as new_rows
      for each statement execute function take_new_title_words()', named);
    execute format('create trigger take_changed_title_words after update on %I referencing old table as old_rows new table as new_rows
      for each statement execute function take_changed_title_words()', named);
  end loop;
end $$;

insert into guide_item_words (item_id, words) select item_id, words from shown_item_words;
create index guide_item_words_idx on guide_item_words using gin (searched(words));

insert into title_words (word)
  select distinct said_word.word from (
    select title from guides union select title from reviews union select title from guide_items union select name from offers
  ) as said (title) cross join lateral words_of_title(title) as said_word (word);

-- Titles apart: of very many hits, those with the words in their title are ranked first.
create index guide_item_words_title_idx on guide_item_words using gin (searched(ts_filter(words, '{a}')));
create index guides_title_words_idx on guides using gin (searched(ts_filter(words, '{a}')));
create index reviews_title_words_idx on reviews using gin (searched(ts_filter(words, '{a}')));
drop index guides_words_idx;
create index guides_words_idx on guides using gin (searched(words));
drop index reviews_words_idx;
create index reviews_words_idx on reviews using gin (searched(words));
