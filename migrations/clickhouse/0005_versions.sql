-- The city where the file of places has it, and the versions of system and browser. Null: not known, or of before that was told. Each
-- statement may be said again.
alter table events add column if not exists city LowCardinality(Nullable(String));
alter table events add column if not exists os_version LowCardinality(Nullable(String));
alter table events add column if not exists browser_version LowCardinality(Nullable(String));
alter table hours.conversions add column if not exists city LowCardinality(Nullable(String));
alter table hours.conversions add column if not exists os_version LowCardinality(Nullable(String));
alter table hours.conversions add column if not exists browser_version LowCardinality(Nullable(String));
