alter table images add column version int not null default 1;

-- Which records show a picture, by the address that they name it with. Those in the trash count: they may come back.
create view picture_uses (url, by_kind, by_id, by_name) as
  select o.image_url, 'offer', o.id, o.name from offers o where o.image_url is not null
  union all select r.main_image_url, 'review', r.id, r.title from reviews r where r.main_image_url is not null
  union all select p ->> 'url', 'review', r.id, r.title from reviews r, jsonb_array_elements(r.gallery) p
  union all select g.main_image_url, 'guide', g.id, g.title from guides g where g.main_image_url is not null
  union all select i.image_url, 'guide', g.id, g.title from guide_items i join guides g on g.id = i.guide_id
    where i.image_url is not null
  union all select p.photo_url, 'person', p.id, p.name from people p where p.photo_url is not null;

-- Puts one picture in place of another everywhere; the version of each record rises, so that an open editor does not undo it.
create function replace_picture(old_url text, new_url text) returns void language plpgsql as $$
begin
  update offers set image_url = new_url, version = version + 1, updated_at = now() where image_url = old_url;
  update people set photo_url = new_url, version = version + 1, updated_at = now() where photo_url = old_url;
  update guides set main_image_url = new_url, version = version + 1, updated_at = now() where main_image_url = old_url;
  update guide_items set image_url = new_url, version = version + 1, updated_at = now() where image_url = old_url;
  update reviews set main_image_url = case when main_image_url = old_url then new_url else main_image_url end,
      gallery = (select coalesce(jsonb_agg(case when p.one ->> 'url' = old_url
          then jsonb_set(p.one, '{url}', to_jsonb(new_url)) else p.one end order by p.place), '[]')
        from jsonb_array_elements(gallery) with ordinality p (one, place)),
      version = version + 1, updated_at = now()
    where main_image_url = old_url or gallery @> jsonb_build_array(jsonb_build_object('url', old_url));
end $$;
