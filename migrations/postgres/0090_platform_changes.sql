-- What was written to content, by names that caches ask for: `guide:7`, `offers`. A row is read once by each instance, right after its
-- commit; see platform/server/changes. Rows of a transaction are seen together, so `tx` is what reading goes by.
create table content_changes (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  tag text not null,
  created_at timestamptz not null default now()
);
create index content_changes_tx_idx on content_changes (tx);
create index content_changes_created_idx on content_changes (created_at);

-- Notes the tags of the rows that a statement changed. Arguments: the key of a row; columns that decide whether an updated row counts,
-- either those that do, or after `-` those that do not; a query of tags over `changed`, the rows as they were and as they are.
-- More tags than a cache would look at one by one are noted as `*`: everything.
create function note_content_changes() returns trigger language plpgsql as $$
declare
  key text := tg_argv[0];
  columns text := tg_argv[1];
  differs text;
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
    if left(columns, 1) = '-' then
      differs := format('to_jsonb(o) - %1$L::text[] is distinct from to_jsonb(n) - %1$L::text[]', string_to_array(substr(columns, 2), ','));
    else
      select format('(%s) is distinct from (%s)', string_agg('o.' || c, ', '), string_agg('n.' || c, ', '))
        into differs from unnest(string_to_array(columns, ',')) c;
    end if;
    changed := format(
      'select o.* from old_rows o join new_rows n using (%1$s) where %2$s union all select n.* from old_rows o join new_rows n using (%1$s) where %2$s',
      key, differs);
  end if;
  execute format(
    'insert into content_changes (tag) with changed as (%s) select distinct tag from (%s) as given (tag) where tag is not null limit 2001',
    changed, tg_argv[2]);
  get diagnostics noted = row_count;
  if noted > 2000 then
    insert into content_changes (tag) values ('*');
  end if;
  return null;
end $$;

do $$
declare
  rule record;
  op record;
  number int := 0;
begin
  for rule in select * from (values
    ('settings', 'only_row', '-', 'select ''settings'' from changed'),
    ('networks', 'id', '-last_postback_at', 'select ''network:'' || id from changed'),
    ('sources', 'id', '-', 'select ''source:'' || id from changed'),
    ('offers', 'id', '-link_status,link_checked_at,final_url,link_note,link_failures,link_downs,link_snoozed_until,link_due_at',
      'select ''offer:'' || id from changed'),
    ('images', 'id', '-alt', 'select ''picture:/media/'' || key from changed'),
    -- who and what a guide or review names is part of it
    ('people', 'id', '-',
      'select ''people'' from changed
       union all select ''guide:'' || g.id from changed c join guides g on c.id in (g.author_id, g.reviewer_id)
       union all select ''review:'' || r.id from changed c join reviews r on c.id in (r.author_id, r.reviewer_id)'),
    ('guide_categories', 'id', '-',
      'select ''categories'' from changed
       union all select ''guide:'' || g.id from changed c join guides g on g.category_id = c.id'),
    ('slug_redirects', 'kind, slug', '-',
      'select case kind when ''review'' then ''review:'' || target_id when ''person'' then ''people'' else ''categories'' end from changed'),
    ('reviews', 'id', '-', 'select ''review:'' || id from changed'),
    -- what lists of reviews are made by, and the way from an offer to its review
    ('reviews', 'id', 'status,deleted_at,offer_id,slug,title,noindex,first_published_at,author_id,reviewer_id,reviewed_at',
      'select unnest(array[''reviews'', ''reviews-of:'' || offer_id]) from changed'),
    ('guides', 'id', '-shown,is_order_old,words', 'select ''guide:'' || id from changed'),
    -- what lists of guides are made by, and the way from an offer to the guides that hold it
    ('guides', 'id', 'status,deleted_at,category_id,noindex,first_published_at,author_id,reviewer_id,reviewed_at',
      'select unnest(array[''guides'', ''guides-in:'' || category_id]) from changed
       union all select ''guides-holding:'' || i.offer_id from changed c join guide_items i on i.guide_id = c.id'),
    ('guide_items', 'id', '-', 'select ''guide:'' || guide_id from changed'),
    ('guide_items', 'id', 'guide_id,offer_id,is_visible,deleted_at',
      -- a guide without a product in sight stands in no list: did it get its first, or lose its last
      'select ''guides-holding:'' || offer_id from changed
       union all select unnest(array[''guides'', ''guides-in:'' || g.category_id])
         from (select guide_id, count(*) as rows from changed group by guide_id) c join guides g on g.id = c.guide_id
         where (select count(*) from guide_items i where i.guide_id = g.id and i.is_visible and i.deleted_at is null) <= c.rows'),
    ('links', 'id', '-auto_run_at', 'select ''link:'' || id from changed'),
    ('destinations', 'id', '-', 'select ''link:'' || link_id from changed'),
    ('link_rules', 'id', '-', 'select ''link:'' || link_id from changed'),
    ('link_slugs', 'slug', '-', 'select ''link:'' || link_id from changed')
  ) as rules (on_table, key, columns, tags)
  loop
    number := number + 1;
    for op in select * from (values
      ('insert', 'referencing new table as new_rows'),
      ('update', 'referencing old table as old_rows new table as new_rows'),
      ('delete', 'referencing old table as old_rows'),
      ('truncate', '')
    ) as ops (name, tables)
    loop
      execute format(
        'create trigger note_content_changes_%s_%s after %s on %I %s for each statement execute function note_content_changes(%L, %L, %L)',
        number, op.name, op.name, rule.on_table, op.tables, rule.key, rule.columns, rule.tags);
    end loop;
  end loop;
end $$;

-- Pages ask for the dates of the offers that they show.
drop index offers_starts_idx;
drop index offers_ends_idx;
