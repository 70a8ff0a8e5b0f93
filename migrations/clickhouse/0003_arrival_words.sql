-- What an arrival said in words is copied to what came of it, so conversions are cut by it too. Each statement may be said again.
alter table hours.conversions add column if not exists region LowCardinality(Nullable(String));
alter table hours.conversions add column if not exists language LowCardinality(Nullable(String));
alter table hours.conversions add column if not exists referrer_host LowCardinality(Nullable(String));
alter table hours.conversions add column if not exists rule_id Nullable(Int32);
alter table hours.conversions add column if not exists subs Nullable(String);
alter table hours.conversions add column if not exists params Nullable(String);
-- until they are made anew, their hours are answered from the rows
insert into touched.events select distinct toStartOfHour(ts), type from events where type = 'conversion';
