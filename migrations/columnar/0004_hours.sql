-- Sums by the UTC hour of what the screens ask most often, so that a report reads a few lines for each hour instead of each event.
-- `events` stays the truth: an hour that is named in `touched` has changed since its lines were made, and is answered from its rows.
-- The lines of an hour are made anew in one transaction, so a crash leaves either the old ones, still named, or the new ones.
create schema touched;
create schema hours;

-- filled by the store itself in the transaction of the rows, because it is named like the table that it is about
create table touched.events (hour timestamp not null, type varchar);
insert into touched.events select distinct date_trunc('hour', ts), type from main.events;
-- hours whose visitors must be told anew from those before them
create table touched.visitors (hour timestamp not null);

create table hours.content (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean,
  listicle_id integer, review_id integer, item_id integer, position integer, offer_id integer, network_id integer,
  -- what was paid: kept apart by the currencies and by whether there is an amount, so that sums tell as much as rows
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint,
  count bigint, last_ts timestamp
);
create table hours.origin (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean,
  source_id integer, link_id integer, destination_id integer, country varchar, device varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint, last_ts timestamp
);
create table hours.words (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean,
  utm_source varchar, utm_medium varchar, utm_campaign varchar, utm_term varchar, utm_content varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint, last_ts timestamp
);

-- Each conversion delta as it is: they are few, and lie together here.
create table hours.conversions (
  ts timestamp, click_ts timestamp, type varchar, listicle_id integer, review_id integer, item_id integer, position integer, offer_id integer,
  network_id integer, source_id integer, link_id integer, destination_id integer, country varchar, device varchar, os varchar,
  browser varchar, utm_source varchar, utm_medium varchar, utm_campaign varchar, utm_term varchar, utm_content varchar,
  event_kind varchar, status varchar, delta_count integer, delta_micros bigint, currency varchar,
  base_micros bigint, base_currency varchar
);

-- Who came in an hour, and to what: the narrow table in which to look whether somebody had come before.
create table hours.people (
  hour timestamp, type varchar, visitor bigint, listicle_id integer, review_id integer, link_id integer, source_id integer
);

-- Different people of an hour who came to a subject, by the hour in which they had come to it before. With these, the different
-- people of any hours together are those whose hour before lies outside: exact, though people do not add up.
create table hours.visitors (
  hour timestamp, type varchar,
  scope varchar,                      -- a column of `events`: people by its value; with ":any": people with any value; "all": everybody
  id integer, before timestamp, count bigint
);
