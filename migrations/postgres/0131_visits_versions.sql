-- City and versions: an event of a request says them, and a conversion keeps a copy. Null: not known, or of before that was told.
alter table visits add column city text, add column os_version text, add column browser_version text;
alter table clicks add column city text, add column os_version text, add column browser_version text;
alter table conversions add column city text, add column os_version text, add column browser_version text;
