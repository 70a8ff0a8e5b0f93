-- A name of which nothing can be written in an address, as one of emoji alone: its kind and its id stand there. The id is known only here.
create function slug_by_id() returns trigger
  language plpgsql as $$
begin
  new.slug := tg_argv[0] || '-' || new.id;
  return new;
end
$$;
create trigger reviews_slug_by_id before insert on reviews
  for each row when (new.slug = '') execute function slug_by_id('review');
create trigger people_slug_by_id before insert on people
  for each row when (new.slug = '') execute function slug_by_id('person');
create trigger guide_categories_slug_by_id before insert on guide_categories
  for each row when (new.slug = '') execute function slug_by_id('category');
create trigger offer_categories_slug_by_id before insert on offer_categories
  for each row when (new.slug = '') execute function slug_by_id('category');
