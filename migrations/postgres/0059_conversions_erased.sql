-- What stands for the ids of clicks that were erased, so that a message that names one again is known to speak of nobody.
create table erased_clicks (
  key text primary key,
  erased_at timestamptz not null
);
insert into erased_clicks select distinct click_key, now() from conversions where click_key like 'erased:%';
