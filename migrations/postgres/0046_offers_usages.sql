-- The branch of overflow offers again: the view was written anew without it.
do $$ begin
  execute format(
    $view$create or replace view usages (kind, id, by_kind, by_id, by_name) as %s
      union all select 'offer', o.overflow_offer_id, 'offer', o.id, o.name from offers o
        where o.overflow_offer_id is not null and o.deleted_at is null$view$,
    rtrim(pg_get_viewdef('usages'), '; ')
  );
end $$;
