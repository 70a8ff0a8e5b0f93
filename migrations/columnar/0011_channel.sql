-- By which way somebody came. Null: of before that was told.
alter table events add column channel varchar;
-- Which AI crawler it was.
alter table events add column crawler varchar;
alter table hours.conversions add column channel varchar;
