-- What an arrival said in words goes on to what came of it: a click asks its visit, a conversion keeps a copy. Null: of before that was kept.
alter table visits add column region text, add column params jsonb, add column rule_id int;
alter table clicks add column region text;
alter table conversions add column region text, add column params jsonb, add column rule_id int;
