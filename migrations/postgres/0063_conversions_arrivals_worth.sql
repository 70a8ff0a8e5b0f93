-- What an arrival's cost is worth in the currency of the site, where its address named another one, and the day of the rate.
alter table visits add column cost_base_micros bigint;
alter table visits add column cost_base_currency text;
alter table visits add column cost_fx_day text;
create index visits_cost_without_worth_idx on visits (cost_currency, ts)
  where cost_micros is not null and cost_base_currency is null;

-- The same of what a conversion costs by its link.
alter table conversions add column cost_base_micros bigint;
alter table conversions add column cost_base_currency text;
alter table conversions add column cost_fx_day text;
