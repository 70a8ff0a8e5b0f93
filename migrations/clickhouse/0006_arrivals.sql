-- Sums by the hour of what arrivals know of themselves, as in migrations/columnar. `form` says which tables an hour was summed up into; 0 is
-- what an older release writes, and what stands in hours of before. Each statement may be said again.
alter table hours.totals add column if not exists form UInt8 default 0;

create table if not exists hours.arrivals (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, guide_id Nullable(Int32), source_id Nullable(Int32),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.channels (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), channel LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.referring (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), referrer_host LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.languages (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), language LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.systems (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), os LowCardinality(Nullable(String)), os_version LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.browsers (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), browser LowCardinality(Nullable(String)), browser_version LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.regions (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), region LowCardinality(Nullable(String)), city LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.utm_campaigns (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), utm_source LowCardinality(Nullable(String)), utm_medium LowCardinality(Nullable(String)),
  utm_campaign LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.utm_contents (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), utm_content Nullable(String),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.utm_terms (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool, source_id Nullable(Int32), utm_term Nullable(String),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);
