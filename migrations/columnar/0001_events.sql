-- Behaviour: one row for each visit, view, impression, click and conversion delta. Columns are named in
-- src/features/events/contract.ts and nowhere else. No primary key: a batch and its cursor share a transaction, which is cheaper.
create table events (
  type           varchar not null,    -- visit, view, impression, click, conversion
  ts             timestamp not null,  -- UTC
  event_id       varchar,             -- own id of a conversion delta; the other kinds are named by the id that they mint
  visit_id       varchar,
  view_id        varchar,
  click_id       varchar,
  link_id        integer,
  destination_id integer,
  source_id      integer,
  listicle_id    integer,
  item_id        integer,
  position       integer,
  review_id      integer,
  offer_id       integer,
  network_id     integer,
  external_id    varchar,
  utm_source     varchar,
  utm_medium     varchar,
  utm_campaign   varchar,
  utm_term       varchar,
  utm_content    varchar,
  subs           varchar,             -- JSON object: sub1 to sub10
  params         varchar,             -- JSON object
  country        varchar,
  region         varchar,
  device         varchar,
  os             varchar,
  browser        varchar,
  language       varchar,
  referrer_host  varchar,
  visitor        bigint,              -- first 52 bits of the day's visitor hash
  is_bot         boolean not null,
  bot_reason     varchar,
  is_internal    boolean not null,
  is_unique      boolean,
  route_reason   varchar,
  rule_id        integer,
  cost_micros    bigint,
  cost_currency  varchar,
  -- of conversion deltas only: reports are plain sums over them
  conversion_id  bigint,
  event_kind     varchar,             -- lead, sale, upsell, rebill, refund, chargeback, custom
  status         varchar,             -- pending, approved, rejected, reversed
  delta_count    integer,             -- +1, -1 or 0
  delta_micros   bigint,
  currency       varchar,
  click_ts       timestamp,           -- of the click that earned it, UTC
  is_test        boolean,
  attribution    varchar              -- matched, late, orphan, manual
);
