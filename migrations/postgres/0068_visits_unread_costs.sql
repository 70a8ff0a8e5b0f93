-- What the address of an ad said of a visit's price where nobody can read it: a macro that was not filled in, or 1.234,56.
alter table visits add column cost_unread text;
create index visits_cost_unread_idx on visits (ts) where cost_unread is not null;
