-- Sums by the hour of all that sources said of an arrival, as it came, with the rule that held, and of sub ids, each beside the source:
-- any words of one text are told from one line, however many names there are. Hours that a release of before summed up lack them, and say so
-- by their `form`.
create table hours.params (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, link_id integer, rule_id integer, params varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);

create table hours.subs (
  hour timestamp, type varchar, is_bot boolean, is_internal boolean, source_id integer, subs varchar,
  cost_state varchar, cost_currency varchar, base_currency varchar, has_cost boolean, has_base boolean,
  cost_micros hugeint, base_micros hugeint, count bigint
);
