-- How long after a click a conversion of this offer is not late, in days. Null: as its network says.
alter table offers add column attribution_window_days int check (attribution_window_days between 1 and 365);
-- The offer's own window when the click was matched. Null: the network's, as it is now.
alter table conversions add column window_days int check (window_days between 1 and 365);
