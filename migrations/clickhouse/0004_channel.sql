-- By which way somebody came. Null: of before that was told. Each statement may be said again.
alter table events add column if not exists channel LowCardinality(Nullable(String));
-- Which AI crawler it was.
alter table events add column if not exists crawler LowCardinality(Nullable(String));
alter table hours.conversions add column if not exists channel LowCardinality(Nullable(String));
