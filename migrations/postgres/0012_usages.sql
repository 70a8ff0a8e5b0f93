-- Who uses what, soft deletes included: the one answer of every delete guard.
create view usages (kind, id, by_kind, by_id, by_name) as
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
  union all select 'source', l.source_id, 'link', l.id, l.name from links l where l.source_id is not null and l.deleted_at is null;
