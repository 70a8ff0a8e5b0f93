-- rewrites nothing: it puts functions in the place of others.
-- What a change costs the database itself: each row is made into JSON once and not once for each of its columns, and what changed nothing
-- that anybody is told of is seen before a statement is planned for it.
create or replace function keep_rows() returns trigger language plpgsql set timezone to 'UTC' as $$
declare
  key text := tg_argv[0];
  columns text[] := string_to_array(tg_argv[1], ',');
  kept int;
begin
  if current_setting('guidepost.keeps_rows', true) = 'off' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into kept_rows (kept_as, on_table, key, after)
      select kept_as(), tg_table_name, r ->> key, kept_part(r, columns) from (select to_jsonb(n) as r from new_rows n limit 5001) n;
  elsif tg_op = 'DELETE' then
    insert into kept_rows (kept_as, on_table, key, before)
      select kept_as(), tg_table_name, r ->> key, kept_part(r, columns) from (select to_jsonb(o) as r from old_rows o limit 5001) o;
  else
    insert into kept_rows (kept_as, on_table, key, before, after)
      select kept_as(), tg_table_name, o.r ->> key, kept_part(o.r, d.differ), kept_part(n.r, d.differ)
        -- by the offset they are no part of the whole, which would make them into JSON wherever it names them
        from (select to_jsonb(t) as r from old_rows t offset 0) o
        join (select to_jsonb(t) as r from new_rows t offset 0) n on n.r ->> key = o.r ->> key
        cross join lateral (select array_agg(c) as differ from unnest(columns) c where o.r -> c is distinct from n.r -> c) d
       where d.differ is not null limit 5001;
  end if;
  get diagnostics kept = row_count;
  if kept > 5000 then
    delete from kept_rows where kept_as = kept_as() and on_table = tg_table_name;
    insert into kept_rows (kept_as, on_table) values (kept_as(), tg_table_name);
  end if;
  return null;
end $$;

create or replace function note_content_changes() returns trigger language plpgsql as $$
declare
  keys text[] := regexp_split_to_array(tg_argv[0], ', *');
  is_but boolean := left(tg_argv[1], 1) = '-';
  columns text[] := string_to_array(ltrim(tg_argv[1], '-'), ',');
  -- of an update the keys of the rows that count
  differing jsonb[];
  changed text;
  noted int;
begin
  if tg_op = 'TRUNCATE' then
    insert into content_changes (tag) values ('*');
    return null;
  elsif tg_op = 'INSERT' then
    changed := 'select * from new_rows';
  elsif tg_op = 'DELETE' then
    changed := 'select * from old_rows';
  else
    select array_agg(o.key) into differing
      from (select r, (select jsonb_agg(r -> k) from unnest(keys) k) as key from (select to_jsonb(t) as r from old_rows t offset 0) t) o
      join (select r, (select jsonb_agg(r -> k) from unnest(keys) k) as key from (select to_jsonb(t) as r from new_rows t offset 0) t) n
        using (key)
     where case when is_but then o.r - columns is distinct from n.r - columns
                else exists (select from unnest(columns) c where o.r -> c is distinct from n.r -> c) end;
    if differing is null then
      return null;
    end if;
    changed := format(
      'select t.* from old_rows t where jsonb_build_array(%1$s) = any($1) union all select t.* from new_rows t where jsonb_build_array(%1$s) = any($1)',
      tg_argv[0]);
  end if;
  execute format(
    'insert into content_changes (tag) with changed as (%s) select distinct tag from (%s) as given (tag) where tag is not null limit 2001',
    changed, tg_argv[2])
    using differing;
  get diagnostics noted = row_count;
  if noted > 2000 then
    insert into content_changes (tag) values ('*');
  end if;
  return null;
end $$;

-- What `folded` is made of takes twenty times as long to plan as to run: one plan for all, which plpgsql keeps. Not so for the words of
-- titles: a plan for all reads every word that there is.
create or replace function rename_item_words(offers int[]) returns void language plpgsql set plan_cache_mode to force_generic_plan as $$
begin
  update guide_item_words w set words = s.words from shown_item_words s
    where s.offer_id = any(offers) and w.item_id = s.item_id and w.words <> s.words;
end $$;

alter function keep_item_words(int[]) set plan_cache_mode to force_generic_plan;

-- Products are asked for only where their guide came or went: in one statement with that question the planner reads all of them.
create or replace function take_changed_title_words() returns trigger language plpgsql as $$
declare
  titles text[];
  items int[];
  renamed int[];
  moved int[];
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
    select array_agg(n.id) into moved from new_rows n join old_rows o using (id)
      where (n.status, n.deleted_at) is distinct from (o.status, o.deleted_at);
    if moved is not null then
      select array_agg(i.id) into items from guide_items i where i.guide_id = any(moved);
    end if;
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
