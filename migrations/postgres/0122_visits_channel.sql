-- By which way somebody came: an event of a request says it, and a conversion keeps a copy. Null: of before that was told.
alter table visits add column channel text;
alter table clicks add column channel text;
alter table conversions add column channel text;
