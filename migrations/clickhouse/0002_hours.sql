-- Sums by the UTC hour of what the screens ask most often, as in migrations/columnar: `events` stays the truth, and an hour that is named in
-- `touched` is answered from its rows. The engine has no schemas, so `hours.totals` is the name of a table. A day's rows are replaced all at
-- once, therefore a part for each day. Each statement may be said again.
create table if not exists hours.content (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  guide_id Nullable(Int32), review_id Nullable(Int32), item_id Nullable(Int32), position Nullable(Int32), offer_id Nullable(Int32),
  network_id Nullable(Int32), place LowCardinality(Nullable(String)), depth Nullable(Int32),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64, last_ts Nullable(DateTime64(3, 'UTC'))
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.origin (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  source_id Nullable(Int32), link_id Nullable(Int32), destination_id Nullable(Int32), country LowCardinality(Nullable(String)),
  device LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.words (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  utm_source LowCardinality(Nullable(String)), utm_medium LowCardinality(Nullable(String)), utm_campaign LowCardinality(Nullable(String)),
  utm_term Nullable(String), utm_content Nullable(String),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.totals (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64, last_ts Nullable(DateTime64(3, 'UTC'))
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.guides (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  guide_id Nullable(Int32),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64, last_ts Nullable(DateTime64(3, 'UTC'))
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.reviews (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  review_id Nullable(Int32),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64, last_ts Nullable(DateTime64(3, 'UTC'))
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.readings (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  review_id Nullable(Int32), place LowCardinality(Nullable(String)), depth Nullable(Int32),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.offers (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  offer_id Nullable(Int32), network_id Nullable(Int32),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.links (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  source_id Nullable(Int32), link_id Nullable(Int32), destination_id Nullable(Int32),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.countries (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  link_id Nullable(Int32), country LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.devices (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  link_id Nullable(Int32), device LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.campaigns (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  utm_source LowCardinality(Nullable(String)), utm_medium LowCardinality(Nullable(String)), utm_campaign LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.terms (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  utm_term Nullable(String),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.contents (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  utm_content Nullable(String),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.referrers (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), is_bot Bool, is_internal Bool,
  link_id Nullable(Int32), referrer_host LowCardinality(Nullable(String)),
  cost_state LowCardinality(Nullable(String)), cost_currency LowCardinality(Nullable(String)), base_currency LowCardinality(Nullable(String)),
  has_cost Bool, has_base Bool, cost_micros Nullable(Int128), base_micros Nullable(Int128), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

-- Each conversion delta as it is: they are few, and lie together here.
create table if not exists hours.conversions (
  ts DateTime64(3, 'UTC'), click_ts Nullable(DateTime64(3, 'UTC')), type LowCardinality(String),
  guide_id Nullable(Int32), review_id Nullable(Int32), item_id Nullable(Int32), position Nullable(Int32), offer_id Nullable(Int32),
  network_id Nullable(Int32), place LowCardinality(Nullable(String)), depth Nullable(Int32),
  source_id Nullable(Int32), link_id Nullable(Int32), destination_id Nullable(Int32), country LowCardinality(Nullable(String)),
  device LowCardinality(Nullable(String)), os LowCardinality(Nullable(String)), browser LowCardinality(Nullable(String)),
  utm_source LowCardinality(Nullable(String)), utm_medium LowCardinality(Nullable(String)), utm_campaign LowCardinality(Nullable(String)),
  utm_term Nullable(String), utm_content Nullable(String), event_kind LowCardinality(Nullable(String)),
  status LowCardinality(Nullable(String)), delta_count Nullable(Int32), delta_micros Nullable(Int64),
  currency LowCardinality(Nullable(String)), base_micros Nullable(Int64), base_currency LowCardinality(Nullable(String))
) engine = MergeTree partition by toYYYYMMDD(ts) order by ts;

-- Who came in an hour, and to what; and how many of them by the hour in which they had come to it before.
create table if not exists hours.people (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), visitor Int64,
  guide_id Nullable(Int32), review_id Nullable(Int32), link_id Nullable(Int32), source_id Nullable(Int32)
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, hour);

create table if not exists hours.visitors (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), scope LowCardinality(String), id Nullable(Int32),
  before Nullable(DateTime64(3, 'UTC')), count Int64
) engine = MergeTree partition by toYYYYMMDD(hour) order by (type, scope, hour);

-- A note stands here before the rows that it is about, with the batch that they come in.
create table if not exists touched.events (
  hour DateTime64(3, 'UTC'), type LowCardinality(String), batch Int64 materialized 0
) engine = MergeTree order by (hour, type);

create table if not exists touched.visitors (hour DateTime64(3, 'UTC')) engine = MergeTree order by hour;

insert into touched.events select distinct toStartOfHour(ts), type from events;
