-- Every incoming message is written here before it is judged; every outgoing attempt after it was made.
create table postback_logs (
  id bigint generated always as identity primary key,
  direction text not null check (direction in ('in', 'out')),
  is_demo boolean not null default false,
  is_test boolean not null default false,
  source_id int references sources on delete set null,
  network_id int references networks on delete set null,
  click_id text,
  conversion_id bigint,
  event_type text,
  event_key text,
  attempt int not null default 1,
  max_attempts int not null default 1,
  method text not null,
  url_masked text not null,
  -- Incoming: the pairs as they came. Outgoing: what the macros stood for.
  request_query jsonb,
  request_body text,
  remote_net text,
  response_status int,
  response_body text,
  duration_ms int,
  state text not null check (state in ('received', 'done', 'queued', 'sent', 'retrying', 'failed', 'cancelled', 'skipped')),
  reason_code text,
  next_attempt_at timestamptz,
  -- Of an incoming message: when it was judged last. What a changed status map may rescue is older than the map.
  judged_at timestamptz,
  created_at timestamptz not null default now()
);
create index postback_logs_source_idx on postback_logs (source_id, id desc) where direction = 'out';
create index postback_logs_network_idx on postback_logs (network_id, id desc) where direction = 'in';
create index postback_logs_waiting_idx on postback_logs (id) where state = 'received';
create index postback_logs_conversion_idx on postback_logs (conversion_id);
create index postback_logs_event_idx on postback_logs (event_key, attempt) where direction = 'out';
create index postback_logs_unmapped_idx on postback_logs (network_id, judged_at) where reason_code = 'unmapped_status';
-- Retention deletes by time.
create index postback_logs_created_idx on postback_logs (created_at);

create table conversions (
  id bigint generated always as identity primary key,
  network_id int not null references networks on delete restrict,
  -- The click id as the network sent it; unknown clicks keep theirs.
  click_key text not null,
  event_type text not null
    check (event_type in ('lead', 'sale', 'upsell', 'rebill', 'refund', 'chargeback', 'custom')),
  txid text,
  click_id text,
  status text not null check (status in ('pending', 'approved', 'rejected', 'reversed')),
  original_status text,
  payout_micros bigint not null,
  payout_currency text not null check (payout_currency ~ '^[A-Z]{3}$'),
  -- The offer's terms when the click was matched: a later edit of the offer changes no past amount.
  payout_source text not null default 'postback' check (payout_source in ('postback', 'fixed', 'postback_else_fixed')),
  fixed_payout_micros bigint,
  fixed_currency text,
  attribution text not null check (attribution in ('matched', 'late', 'orphan', 'manual')),
  origin text not null default 'postback' check (origin in ('postback', 'pixel', 'csv', 'manual', 'api')),
  is_test boolean not null default false,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  click_at timestamptz,
  visit_id text,
  view_id text,
  link_id int,
  destination_id int,
  source_id int,
  guide_id int,
  item_id int,
  position int,
  review_id int,
  offer_id int,
  external_id text,
  ad_ids jsonb not null default '{}',
  utm jsonb not null default '{}',
  subs jsonb not null default '{}',
  country text,
  device text,
  os text,
  browser text,
  language text,
  referrer_host text,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint conversions_once_key unique nulls not distinct (network_id, click_key, event_type, txid)
);
create index conversions_occurred_idx on conversions (occurred_at desc, id desc);
create index conversions_orphan_idx on conversions (click_key) where attribution = 'orphan';
create index conversions_offer_idx on conversions (offer_id);
create index conversions_network_idx on conversions (network_id);

-- Append-only: what was asked, what it changed, and by which message.
create table conversion_events (
  id bigint generated always as identity primary key,
  conversion_id bigint not null references conversions on delete restrict,
  log_id bigint references postback_logs on delete set null,
  actor_name text,
  kind text not null,
  -- The message itself. The state of a conversion is a pure function of these, so arrival order does not matter.
  txid text,
  said_word text,
  said_status text check (said_status in ('pending', 'approved', 'rejected', 'reversed')),
  said_payout_micros bigint,
  said_currency text,
  said_at timestamptz,
  -- What it changed.
  old_status text,
  new_status text,
  old_payout_micros bigint,
  new_payout_micros bigint,
  currency text not null,
  note text,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index conversion_events_conversion_idx on conversion_events (conversion_id, id);
