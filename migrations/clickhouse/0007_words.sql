-- Sums by the hour of all that sources said of an arrival, and of sub ids, as in migrations/columnar. Each statement may be said again.
create table if not exists hours.params (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), link_id Nullable(Int32),
  rule_id Nullable(Int32), params Nullable(String),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.subs (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), subs Nullable(String),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);
