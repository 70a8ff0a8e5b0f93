-- The day of the rate that a share is valued by, and whether a share by a better rate has taken its place.
alter table cost_shares add column fx_day text;
alter table cost_shares add column is_replaced boolean not null default false;
