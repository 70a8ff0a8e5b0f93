-- A conversion's amount in the currency of the site, by the rate of its day; null where there is none or none is needed.
alter table events add column base_micros bigint;
alter table events add column base_currency varchar;
