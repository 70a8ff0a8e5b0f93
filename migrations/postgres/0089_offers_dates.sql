-- A page asks for the next start or end of all offers, and for the reviews of those that it shows.
create index offers_starts_idx on offers (starts_at) where starts_at is not null and deleted_at is null;
create index offers_ends_idx on offers (ends_at) where ends_at is not null and deleted_at is null;
create index reviews_offer_idx on reviews (offer_id);
