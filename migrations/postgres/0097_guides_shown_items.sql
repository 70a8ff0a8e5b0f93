-- Which guides have a product that readers see, without a look at the products: shelves and public lists ask it of every guide.
create index guide_items_shown_idx on guide_items (guide_id) where is_visible and deleted_at is null;
