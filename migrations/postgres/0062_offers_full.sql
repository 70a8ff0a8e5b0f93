-- Nobody takes the visitors of the offer now: its caps are reached, and those of all that would take over for it.
alter table offers add column is_full boolean not null default false;
