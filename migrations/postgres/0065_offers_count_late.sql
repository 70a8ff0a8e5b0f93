-- Does a conversion count that came after the attribution window of its network?
alter table offers add column count_late boolean not null default true;
