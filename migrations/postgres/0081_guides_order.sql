-- Why a product stands above one that scores higher, or is the best overall below rank 1; readers see it.
alter table guide_items add column rank_reason text check (length(rank_reason) <= 300);

alter table guides
  -- When what readers read of it changed last; its first publication counts too.
  add column revised_at timestamptz not null default now(),
  -- {digest, products: [{id, score (tenths or null), badge}]}: what readers were shown last. Null: nothing yet, or it was public
  -- before this was kept; then the next write takes it from the rows as they are.
  add column shown jsonb,
  -- Public before order had to follow the score: it only warns until its score or order changes.
  add column is_order_old boolean not null default false;
update guides set revised_at = updated_at, is_order_old = first_published_at is not null;
