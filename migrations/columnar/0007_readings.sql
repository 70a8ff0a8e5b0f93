-- How far reviews are read and which of their buttons are seen and clicked: rows of type 'read' (depth), 'cta_impression' (place) and
-- 'cta_view', and the place of a click. Rows of before have neither, so their sums stay right: no hour is to be made anew.
alter table events add column place varchar;   -- verdict, sticky, end: where a review has a button
alter table events add column depth integer;   -- 25, 50, 75, 100: where a quarter of a review's text ends
alter table hours.content add column place varchar;
alter table hours.content add column depth integer;
-- always null: no conversion knows them, but a report may be cut by them
alter table hours.conversions add column place varchar;
alter table hours.conversions add column depth integer;

create table hours.readings as
  select hour, type, is_bot, is_internal, review_id, place, depth, cost_state, cost_currency, base_currency, has_cost, has_base,
         sum(cost_micros)::hugeint as cost_micros, sum(base_micros)::hugeint as base_micros, sum(count)::bigint as count
    from hours.content group by all order by all;
