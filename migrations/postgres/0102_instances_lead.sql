-- Work of the whole site is done by one of the instances at a time: by who stands here, until he gave no sign for a while.
create table instances_lead (
  is_only     boolean primary key default true check (is_only),
  instance_id text not null,
  until       timestamptz not null
);
