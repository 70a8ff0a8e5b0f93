-- How long after a click a conversion of this offer is not late, in days. Null: as its network says.
alter table offers add column attribution_window_days int check (attribution_window_days between 1 and 365);
-- The offer's own window when the click was matched. Null: the network's, as it is now.
alter table conversions add column window_days int check (window_days between 1 and 365);
-- Kept as it was before a change, as the rest of an offer is (0104).
drop trigger keep_rows_insert on offers;
drop trigger keep_rows_update on offers;
drop trigger keep_rows_delete on offers;
create trigger keep_rows_insert after insert on offers
  referencing new table as new_rows for each statement
  execute function keep_rows('id', 'name,network_id,category_id,tags,url,preview_url,status,payout_type,payout_micros,payout_percent_bp,payout_currency,payout_source,allow_rebill,starts_at,ends_at,brand,image_url,price_micros,list_price_micros,price_currency,price_checked_at,coupon_code,coupon_text,coupon_ends_at,money_back_days,shipping_note,attributes,notes,deleted_at,forbidden_words,allowed_claims,required_disclaimer,brand_bidding_allowed,payouts_by_country,countries_allowed,countries_blocked,devices_allowed,cap_clicks_daily,cap_conversions_daily,cap_total,cap_timezone,overflow_offer_id,count_late,attribution_window_days');
create trigger keep_rows_update after update on offers
  referencing old table as old_rows new table as new_rows for each statement
  execute function keep_rows('id', 'name,network_id,category_id,tags,url,preview_url,status,payout_type,payout_micros,payout_percent_bp,payout_currency,payout_source,allow_rebill,starts_at,ends_at,brand,image_url,price_micros,list_price_micros,price_currency,price_checked_at,coupon_code,coupon_text,coupon_ends_at,money_back_days,shipping_note,attributes,notes,deleted_at,forbidden_words,allowed_claims,required_disclaimer,brand_bidding_allowed,payouts_by_country,countries_allowed,countries_blocked,devices_allowed,cap_clicks_daily,cap_conversions_daily,cap_total,cap_timezone,overflow_offer_id,count_late,attribution_window_days');
create trigger keep_rows_delete after delete on offers
  referencing old table as old_rows for each statement
  execute function keep_rows('id', 'name,network_id,category_id,tags,url,preview_url,status,payout_type,payout_micros,payout_percent_bp,payout_currency,payout_source,allow_rebill,starts_at,ends_at,brand,image_url,price_micros,list_price_micros,price_currency,price_checked_at,coupon_code,coupon_text,coupon_ends_at,money_back_days,shipping_note,attributes,notes,deleted_at,forbidden_words,allowed_claims,required_disclaimer,brand_bidding_allowed,payouts_by_country,countries_allowed,countries_blocked,devices_allowed,cap_clicks_daily,cap_conversions_daily,cap_total,cap_timezone,overflow_offer_id,count_late,attribution_window_days');
