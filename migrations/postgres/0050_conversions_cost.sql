-- How many conversions an offer had since midnight, for its cap.
create index conversions_offer_received_idx on conversions (offer_id, received_at) where offer_id is not null;
