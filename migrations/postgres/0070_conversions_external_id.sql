-- The search for a conversion by the click id of its source.
create index conversions_external_idx on conversions (external_id) where external_id is not null;
