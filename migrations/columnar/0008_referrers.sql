-- Who led visitors to each link: of arrivals alone, because the pages that they read afterwards were led to by this site itself.
-- Hours that are named in `touched` are answered from their rows as before, whatever stands here of them.
create table hours.referrers as
  select date_trunc('hour', ts) as hour, type, is_bot, is_internal, link_id, referrer_host, cost_state, cost_currency, base_currency,
         cost_micros is not null as has_cost, base_micros is not null as has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, count(*)::bigint as count
    from events where type = 'visit' group by all order by all;
