-- The sums of an hour once more, without what most questions do not tell apart: a report reads the coarsest table that answers it.
-- Each is made from a finer one, and holds what that one holds. When a subject was last seen is kept of views of guides and reviews alone:
-- of all else it took a fourth of the room of the sums.
update hours.content set last_ts = null where type <> 'view';
alter table hours.origin drop column last_ts;
alter table hours.words drop column last_ts;

create table hours.guides as
  select hour, type, is_bot, is_internal, listicle_id, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count, max(last_ts) as last_ts
    from hours.content group by all order by all;
create table hours.reviews as
  select hour, type, is_bot, is_internal, review_id, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count, max(last_ts) as last_ts
    from hours.content group by all order by all;
create table hours.offers as
  select hour, type, is_bot, is_internal, offer_id, network_id, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count
    from hours.content group by all order by all;
create table hours.totals as
  select hour, type, is_bot, is_internal, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count, max(last_ts) as last_ts
    from hours.guides group by all order by all;
create table hours.links as
  select hour, type, is_bot, is_internal, source_id, link_id, destination_id, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count
    from hours.origin group by all order by all;
create table hours.countries as
  select hour, type, is_bot, is_internal, link_id, country, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count
    from hours.origin group by all order by all;
create table hours.devices as
  select hour, type, is_bot, is_internal, link_id, device, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count
    from hours.origin group by all order by all;
create table hours.campaigns as
  select hour, type, is_bot, is_internal, utm_source, utm_medium, utm_campaign, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count
    from hours.words group by all order by all;
create table hours.terms as
  select hour, type, is_bot, is_internal, utm_term, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count
    from hours.words group by all order by all;
create table hours.contents as
  select hour, type, is_bot, is_internal, utm_content, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count
    from hours.words group by all order by all;
