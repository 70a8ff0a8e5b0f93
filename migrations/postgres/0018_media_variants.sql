alter table images
  -- Null: the smaller forms are still to be made.
  add column variants_made_at timestamptz,
  add column variants_tries int not null default 0,
  -- Of all smaller forms together.
  add column variants_bytes int not null default 0;
create index images_without_variants_idx on images (id) where variants_made_at is null;
