-- Which saved views a person has in their drawer. A view that goes takes its pins along.
create table stats_view_pins (
  user_id int not null references users on delete cascade,
  view_id int not null references stats_views on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, view_id)
);
create index stats_view_pins_view_idx on stats_view_pins (view_id);
