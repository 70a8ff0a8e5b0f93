-- Sums by the hour of what arrivals know of themselves, each beside the source, by which known cost is told: of visits, views, clicks and
-- costs alone, and which source the readers of each guide came from. `form` says which tables an hour was summed up into. Hours of before,
-- and those that an older release sums up beside this one, have 0: they are answered from their rows where these tables would be asked, and
-- added to them by whoever sums up.
alter table hours.totals add column form utinyint default 0;

create table hours.arrivals (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, guide_id integer, source_id integer,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.channels (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, channel varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.referring (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, referrer_host varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.languages (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, language varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.systems (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, os varchar, os_version varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.browsers (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, browser varchar, browser_version varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.regions (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, region varchar, city varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.utm_campaigns (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, utm_source varchar, utm_medium varchar, utm_campaign varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.utm_contents (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, utm_content varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.utm_terms (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, utm_term varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);
