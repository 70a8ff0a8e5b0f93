-- The city where the file of places has it, and the versions of system and browser. Null: not known, or of before that was told.
alter table events add column city varchar;
alter table events add column os_version varchar;
alter table events add column browser_version varchar;
alter table hours.conversions add column city varchar;
alter table hours.conversions add column os_version varchar;
alter table hours.conversions add column browser_version varchar;
