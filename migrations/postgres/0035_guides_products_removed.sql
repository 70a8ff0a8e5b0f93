-- A product that was taken out of its guide waits in the trash; its rank is the one it had.
alter table guide_items add column deleted_at timestamptz;
alter table guide_items drop constraint guide_items_rank_key;
alter table guide_items add constraint guide_items_rank_key
  exclude using btree (guide_id with =, rank with =) where (deleted_at is null) deferrable initially deferred;
drop index guide_items_best_overall_idx;
create unique index guide_items_best_overall_idx on guide_items (guide_id) where badge = 'best_overall' and deleted_at is null;

create or replace view usages (kind, id, by_kind, by_id, by_name) as
  select 'network', o.network_id, 'offer', o.id, o.name from offers o where o.network_id is not null and o.deleted_at is null
  union all select 'category', o.category_id, 'offer', o.id, o.name from offers o where o.deleted_at is null
  union all select 'offer', i.offer_id, 'guide', g.id, g.title from guide_items i join guides g on g.id = i.guide_id
    where i.offer_id is not null and i.deleted_at is null and g.deleted_at is null
  union all select 'offer', i.fallback_offer_id, 'guide', g.id, g.title from guide_items i join guides g on g.id = i.guide_id
    where i.fallback_offer_id is not null and i.deleted_at is null and g.deleted_at is null
  union all select 'offer', r.offer_id, 'review', r.id, r.title from reviews r where r.deleted_at is null
  union all select 'offer', d.offer_id, 'link', l.id, l.name from destinations d join links l on l.id = d.link_id
    where d.offer_id is not null and l.deleted_at is null
  union all select 'guide', d.guide_id, 'link', l.id, l.name from destinations d join links l on l.id = d.link_id
    where d.guide_id is not null and l.deleted_at is null
  union all select 'review', d.review_id, 'link', l.id, l.name from destinations d join links l on l.id = d.link_id
    where d.review_id is not null and l.deleted_at is null
  union all select 'source', l.traffic_source_id, 'link', l.id, l.name from links l where l.traffic_source_id is not null and l.deleted_at is null
  union all select 'person', g.author_id, 'guide', g.id, g.title from guides g where g.author_id is not null and g.deleted_at is null
  union all select 'person', g.reviewer_id, 'guide', g.id, g.title from guides g where g.reviewer_id is not null and g.deleted_at is null
  union all select 'guide category', g.category_id, 'guide', g.id, g.title from guides g where g.category_id is not null and g.deleted_at is null
  union all select 'person', r.author_id, 'review', r.id, r.title from reviews r where r.author_id is not null and r.deleted_at is null
  union all select 'person', r.reviewer_id, 'review', r.id, r.title from reviews r where r.reviewer_id is not null and r.deleted_at is null;

create or replace view guide_products (id, guide_id, guide_title, guide_slug, guide_status, name, brand, best_for, summary) as
  select i.id, i.guide_id, g.title, g.slug, g.status, coalesce(i.title, o.name), o.brand, i.best_for, i.summary
    from guide_items i
    join guides g on g.id = i.guide_id and g.deleted_at is null
    left join offers o on o.id = i.offer_id
   where i.is_visible and i.deleted_at is null and coalesce(i.title, o.name) is not null;

create or replace view trash (kind, id, name, deleted_at) as
  select 'guide', id, title, deleted_at from guides where deleted_at is not null
  union all select 'review', id, title, deleted_at from reviews where deleted_at is not null
  union all select 'offer', id, name, deleted_at from offers where deleted_at is not null
  union all select 'network', id, name, deleted_at from networks where deleted_at is not null
  union all select 'source', id, name, deleted_at from sources where deleted_at is not null
  union all select 'link', id, name, deleted_at from links where deleted_at is not null
  union all select 'person', id, name, deleted_at from people where deleted_at is not null
  -- what lies in the trash with its guide comes back with it
  union all select 'guide_item', i.id, coalesce(i.title, o.name, 'Product ' || i.id), i.deleted_at
    from guide_items i join guides g on g.id = i.guide_id and g.deleted_at is null left join offers o on o.id = i.offer_id
    where i.deleted_at is not null;
