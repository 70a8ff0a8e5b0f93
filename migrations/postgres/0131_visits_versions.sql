-- City and versions: an event of a request says them, and a conversion keeps a copy. Null: not known, or of before that was told.
alter table visits add column city text, add column os_version text, add column browser_version text;
alter table clicks add column city text, add column os_version text, add column browser_version text;
alter table conversions add column city text, add column os_version text, add column browser_version text;
-- A cost is narrowed by whatever an arrival says: utm, sub ids, and what its source sends, by alias.
alter table cost_entries drop constraint cost_entries_param_check, add constraint cost_entries_param_check
  check (param ~ '^(utm_(source|medium|campaign|term|content)|sub([1-9]|10)|param:[a-z][a-z0-9_]{0,31})$');
