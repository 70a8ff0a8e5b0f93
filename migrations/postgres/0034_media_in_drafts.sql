-- Unsaved edits that show a picture hold it too, as if they were saved: `is_draft`. Earlier saves do not: they would hold it for years.
-- A gallery is looked at only where it is a list: a draft may hold what a save would refuse.
create or replace view picture_uses (url, by_kind, by_id, by_name, is_draft) as
  select o.image_url, 'offer', o.id, o.name, false from offers o where o.image_url is not null
  union all select r.main_image_url, 'review', r.id, r.title, false from reviews r where r.main_image_url is not null
  union all select p ->> 'url', 'review', r.id, r.title, false from reviews r, jsonb_array_elements(r.gallery) p
  union all select g.main_image_url, 'guide', g.id, g.title, false from guides g where g.main_image_url is not null
  union all select i.image_url, 'guide', g.id, g.title, false from guide_items i join guides g on g.id = i.guide_id
    where i.image_url is not null
  union all select p.photo_url, 'person', p.id, p.name, false from people p where p.photo_url is not null
  union all select d.content ->> 'main_image_url', 'guide', g.id, g.title, true from drafts d join guides g on g.id = d.entity_id
    where d.kind = 'guide' and d.content ? 'main_image_url'
  union all select d.content ->> 'image_url', 'guide', g.id, g.title, true
    from drafts d join guide_items i on i.id = d.entity_id join guides g on g.id = i.guide_id
    where d.kind = 'guide item' and d.content ? 'image_url'
  union all select d.content ->> 'main_image_url', 'review', r.id, r.title, true from drafts d join reviews r on r.id = d.entity_id
    where d.kind = 'review' and d.content ? 'main_image_url'
  union all select p ->> 'url', 'review', r.id, r.title, true
    from drafts d join reviews r on r.id = d.entity_id,
      jsonb_array_elements(case when jsonb_typeof(d.content -> 'gallery') = 'array' then d.content -> 'gallery' else '[]' end) p
    where d.kind = 'review';

-- The content of a save or of unsaved edits with one picture in place of another.
create function with_picture(content jsonb, old_url text, new_url text) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(field.key, case
      when field.key in ('main_image_url', 'image_url') and field.value = to_jsonb(old_url) then to_jsonb(new_url)
      when field.key = 'gallery' and jsonb_typeof(field.value) = 'array' then (
        select coalesce(jsonb_agg(case when p.one -> 'url' = to_jsonb(old_url)
            then jsonb_set(p.one, '{url}', to_jsonb(new_url)) else p.one end order by p.place), '[]')
          from jsonb_array_elements(field.value) with ordinality p (one, place))
      else field.value end), '{}')
    from jsonb_each(content) field
$$;

drop function replace_picture(text, text);

-- Puts one picture in place of another everywhere, unsaved edits included. What keeps a history gets a revision of it. The version of
-- each record and draft rises, so that an open editor does not undo it.
create function replace_picture(old_url text, new_url text, actor_name text) returns void language plpgsql as $$
begin
  -- every save of a product holds its guide first
  perform 1 from guides g where g.main_image_url = old_url
    or exists (select 1 from guide_items i where i.guide_id = g.id and i.image_url = old_url) order by g.id for update;
  update offers set image_url = new_url, version = version + 1, updated_at = now() where image_url = old_url;
  update people set photo_url = new_url, version = version + 1, updated_at = now() where photo_url = old_url;
  update guides set main_image_url = new_url, version = version + 1, updated_at = now() where main_image_url = old_url;
  update guide_items set image_url = new_url, version = version + 1, updated_at = now() where image_url = old_url;
  update reviews set main_image_url = case when main_image_url = old_url then new_url else main_image_url end,
      gallery = with_picture(jsonb_build_object('gallery', gallery), old_url, new_url) -> 'gallery',
      version = version + 1, updated_at = now()
    where main_image_url = old_url or gallery @> jsonb_build_array(jsonb_build_object('url', old_url));
  insert into revisions (kind, entity_id, number, action, content, actor_name)
    select last.kind, last.entity_id, last.number + 1, 'replace picture', with_picture(last.content, old_url, new_url), replace_picture.actor_name
      from (select distinct on (kind, entity_id) * from revisions r
        where (r.kind, r.entity_id) in (
          select 'guide', id from guides where main_image_url = new_url
          union all select 'guide item', id from guide_items where image_url = new_url
          union all select 'review', id from reviews
            where main_image_url = new_url or gallery @> jsonb_build_array(jsonb_build_object('url', new_url)))
        order by kind, entity_id, number desc) last
      where last.content <> with_picture(last.content, old_url, new_url);
  update drafts set content = with_picture(content, old_url, new_url), version = version + 1, updated_at = now()
    where content <> with_picture(content, old_url, new_url);
end $$;
