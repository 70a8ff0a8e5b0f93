-- A page of a list is read by the index of its order, no value being the least one and ties going by id (platform/server/records:
-- `pageOfRows`). There is none by `updated_at` where a list is not in that order unless it is asked for: every save would have to write
-- to all indexes of its row.
create index links_by_name_idx on links (lower(name) nulls first, id) where deleted_at is null;
create index links_by_slug_idx on links (slug nulls first, id) where deleted_at is null;
create index links_by_status_idx on links (status nulls first, id) where deleted_at is null;
create index links_by_start_idx on links (starts_at nulls first, id) where deleted_at is null;
create index links_by_end_idx on links (expires_at nulls first, id) where deleted_at is null;
create index links_by_created_idx on links (created_at nulls first, id) where deleted_at is null;
create index links_of_source_idx on links (traffic_source_id, id) where deleted_at is null;

create index offers_by_name_idx on offers (lower(name) nulls first, id) where deleted_at is null;
create index offers_by_status_idx on offers (status nulls first, id) where deleted_at is null;
create index offers_by_payout_idx on offers (payout_micros nulls first, id) where deleted_at is null;
create index offers_by_price_idx on offers (price_micros nulls first, id) where deleted_at is null;
create index offers_by_price_day_idx on offers (price_checked_at nulls first, id) where deleted_at is null;
create index offers_by_created_idx on offers (created_at nulls first, id) where deleted_at is null;

create index guides_by_title_idx on guides (lower(title) nulls first, id) where deleted_at is null;
create index guides_by_status_idx on guides (status nulls first, id) where deleted_at is null;
create index guides_by_author_idx on guides (lower(author_name) nulls first, id) where deleted_at is null;
create index guides_by_created_idx on guides (created_at nulls first, id) where deleted_at is null;
drop index guides_created_idx;

create index reviews_by_title_idx on reviews (lower(title) nulls first, id) where deleted_at is null;
create index reviews_by_status_idx on reviews (status nulls first, id) where deleted_at is null;
create index reviews_by_score_idx on reviews (score_tenths nulls first, id) where deleted_at is null;
create index reviews_by_created_idx on reviews (created_at nulls first, id) where deleted_at is null;
create index reviews_by_updated_idx on reviews (updated_at nulls first, id) where deleted_at is null;

create index images_by_created_idx on images (created_at nulls first, id);
create index images_by_alt_idx on images (lower(alt) nulls first, id);
create index images_by_bytes_idx on images (bytes nulls first, id);
create index images_by_width_idx on images (width nulls first, id);

create index contact_messages_by_created_idx on contact_messages (created_at nulls first, id);
create index alerts_by_last_idx on alerts (last_at nulls first, id);
create index alerts_by_first_idx on alerts (first_at nulls first, id);

-- What readers see in their order: featured first, then the newest.
create index guides_public_idx on guides ((status = 'featured') desc, coalesce(first_published_at, created_at) desc, id desc)
  where deleted_at is null and status in ('published', 'featured');
create index guides_newest_idx on guides (coalesce(first_published_at, created_at) desc, id desc)
  where deleted_at is null and status in ('published', 'featured');
create index guides_on_shelf_idx on guides (category_id, (status = 'featured') desc, coalesce(first_published_at, created_at) desc, id desc)
  where deleted_at is null and status in ('published', 'featured');
create index reviews_public_idx on reviews ((status = 'featured') desc, first_published_at desc nulls last, id desc)
  where deleted_at is null and status in ('published', 'featured');

-- Where records are named, for whoever counts or lists their users.
create index offers_of_network_idx on offers (network_id, id) where deleted_at is null;
create index offers_on_shelf_idx on offers (category_id, id) where deleted_at is null;
create index guide_items_fallback_idx on guide_items (fallback_offer_id) where fallback_offer_id is not null;
create index offers_picture_idx on offers (image_url) where image_url is not null;
create index guides_picture_idx on guides (main_image_url) where main_image_url is not null;
create index guide_items_picture_idx on guide_items (image_url) where image_url is not null;
create index reviews_picture_idx on reviews (main_image_url) where main_image_url is not null;
create index reviews_gallery_idx on reviews (id) where gallery <> '[]';
create index people_photo_idx on people (photo_url) where photo_url is not null;

-- As before, with what the find box of each record looks through, so that pictures are found by the names of these without folding all.
create or replace view picture_uses (url, by_kind, by_id, by_name, is_draft, by_find) as
  select o.image_url, 'offer', o.id, o.name, false, o.find_text from offers o where o.image_url is not null
  union all select r.main_image_url, 'review', r.id, r.title, false, r.find_text from reviews r where r.main_image_url is not null
  union all select p ->> 'url', 'review', r.id, r.title, false, r.find_text from reviews r, jsonb_array_elements(r.gallery) p
    where r.gallery <> '[]'
  union all select g.main_image_url, 'guide', g.id, g.title, false, g.find_text from guides g where g.main_image_url is not null
  union all select i.image_url, 'guide', g.id, g.title, false, g.find_text from guide_items i join guides g on g.id = i.guide_id
    where i.image_url is not null
  union all select p.photo_url, 'person', p.id, p.name, false, p.find_text from people p where p.photo_url is not null
  union all select d.content ->> 'main_image_url', 'guide', g.id, g.title, true, g.find_text from drafts d join guides g on g.id = d.entity_id
    where d.kind = 'guide' and d.content ? 'main_image_url'
  union all select d.content ->> 'image_url', 'guide', g.id, g.title, true, g.find_text
    from drafts d join guide_items i on i.id = d.entity_id join guides g on g.id = i.guide_id
    where d.kind = 'guide item' and d.content ? 'image_url'
  union all select d.content ->> 'main_image_url', 'review', r.id, r.title, true, r.find_text from drafts d join reviews r on r.id = d.entity_id
    where d.kind = 'review' and d.content ? 'main_image_url'
  union all select p ->> 'url', 'review', r.id, r.title, true, r.find_text
    from drafts d join reviews r on r.id = d.entity_id,
      jsonb_array_elements(case when jsonb_typeof(d.content -> 'gallery') = 'array' then d.content -> 'gallery' else '[]' end) p
    where d.kind = 'review';
