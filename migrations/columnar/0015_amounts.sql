-- rewrites nothing: sums are copied as they are, and can be made again of rows
-- Amounts of sums, as runs of equal ones: left to itself DuckDB 1.5 packs numbers of 128 bits by the bit, and takes more than twenty times as long to read
-- them (36.8 and 1.6 ms for 67,000) with nothing saved. Sites whose visits cost nothing have one run, and never met it.

alter table hours.arrivals rename to before;
create table hours.arrivals (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, guide_id integer, source_id integer, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.arrivals select * from hours.before;
drop table hours.before;

alter table hours.browsers rename to before;
create table hours.browsers (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, browser varchar, browser_version varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint
);
insert into hours.browsers select * from hours.before;
drop table hours.before;

alter table hours.campaigns rename to before;
create table hours.campaigns (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, utm_source varchar, utm_medium varchar, utm_campaign varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint
);
insert into hours.campaigns select * from hours.before;
drop table hours.before;

alter table hours.channels rename to before;
create table hours.channels (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, channel varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.channels select * from hours.before;
drop table hours.before;

alter table hours.content rename to before;
create table hours.content (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, guide_id integer, review_id integer, item_id integer,
  position integer, offer_id integer, network_id integer, cost_state varchar, cost_currency varchar, base_currency varchar,
  has_cost boolean, has_base boolean, cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint,
  last_ts timestamp, place varchar, depth integer
);
insert into hours.content select * from hours.before;
drop table hours.before;

alter table hours.contents rename to before;
create table hours.contents (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, utm_content varchar, cost_state varchar, cost_currency varchar,
  base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.contents select * from hours.before;
drop table hours.before;

alter table hours.countries rename to before;
create table hours.countries (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, link_id integer, country varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.countries select * from hours.before;
drop table hours.before;

alter table hours.devices rename to before;
create table hours.devices (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, link_id integer, device varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.devices select * from hours.before;
drop table hours.before;

alter table hours.guides rename to before;
create table hours.guides (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, guide_id integer, cost_state varchar, cost_currency varchar,
  base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint, last_ts timestamp
);
insert into hours.guides select * from hours.before;
drop table hours.before;

alter table hours.languages rename to before;
create table hours.languages (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, language varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.languages select * from hours.before;
drop table hours.before;

alter table hours.links rename to before;
create table hours.links (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, link_id integer, destination_id integer,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint
);
insert into hours.links select * from hours.before;
drop table hours.before;

alter table hours.offers rename to before;
create table hours.offers (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, offer_id integer, network_id integer, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.offers select * from hours.before;
drop table hours.before;

alter table hours.origin rename to before;
create table hours.origin (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, link_id integer, destination_id integer,
  country varchar, device varchar, cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint
);
insert into hours.origin select * from hours.before;
drop table hours.before;

alter table hours.params rename to before;
create table hours.params (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, link_id integer, rule_id integer, params varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint
);
insert into hours.params select * from hours.before;
drop table hours.before;

alter table hours.readings rename to before;
create table hours.readings (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, review_id integer, place varchar, depth integer, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.readings select * from hours.before;
drop table hours.before;

alter table hours.referrers rename to before;
create table hours.referrers (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, link_id integer, referrer_host varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.referrers select * from hours.before;
drop table hours.before;

alter table hours.referring rename to before;
create table hours.referring (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, referrer_host varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.referring select * from hours.before;
drop table hours.before;

alter table hours.regions rename to before;
create table hours.regions (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, region varchar, city varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.regions select * from hours.before;
drop table hours.before;

alter table hours.reviews rename to before;
create table hours.reviews (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, review_id integer, cost_state varchar, cost_currency varchar,
  base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint, last_ts timestamp
);
insert into hours.reviews select * from hours.before;
drop table hours.before;

alter table hours.subs rename to before;
create table hours.subs (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, subs varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.subs select * from hours.before;
drop table hours.before;

alter table hours.systems rename to before;
create table hours.systems (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, os varchar, os_version varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint
);
insert into hours.systems select * from hours.before;
drop table hours.before;

alter table hours.terms rename to before;
create table hours.terms (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, utm_term varchar, cost_state varchar, cost_currency varchar,
  base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.terms select * from hours.before;
drop table hours.before;

alter table hours.totals rename to before;
create table hours.totals (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, cost_state varchar, cost_currency varchar, base_currency varchar,
  has_cost boolean, has_base boolean, cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint,
  last_ts timestamp, form utinyint default 0
);
insert into hours.totals select * from hours.before;
drop table hours.before;

alter table hours.utm_campaigns rename to before;
create table hours.utm_campaigns (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, utm_source varchar, utm_medium varchar,
  utm_campaign varchar, cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint
);
insert into hours.utm_campaigns select * from hours.before;
drop table hours.before;

alter table hours.utm_contents rename to before;
create table hours.utm_contents (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, utm_content varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.utm_contents select * from hours.before;
drop table hours.before;

alter table hours.utm_terms rename to before;
create table hours.utm_terms (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, utm_term varchar, cost_state varchar,
  cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean, cost_micros hugeint using compression rle,
  base_micros hugeint using compression rle, count bigint
);
insert into hours.utm_terms select * from hours.before;
drop table hours.before;

alter table hours.words rename to before;
create table hours.words (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, utm_source varchar, utm_medium varchar, utm_campaign varchar,
  utm_term varchar, utm_content varchar, cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean,
  has_base boolean, cost_micros hugeint using compression rle, base_micros hugeint using compression rle, count bigint
);
insert into hours.words select * from hours.before;
drop table hours.before;
