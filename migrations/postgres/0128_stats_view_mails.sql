-- rewrites nothing: what is deleted is deleted by a function, later.
-- Saved views that people have mailed to themselves. A view that goes takes its letters along.
create table stats_view_mails (
  user_id int not null references users on delete cascade,
  view_id int not null references stats_views on delete cascade,
  rhythm text not null check (rhythm in ('weekly', 'monthly')),
  -- 1 = Monday, or the day of the month
  day smallint not null check (day between 1 and case rhythm when 'weekly' then 7 else 28 end),
  is_paused boolean not null default false,
  -- the local day of the next letter, by which its period is known whatever becomes of the site's zone
  due_on date not null,
  try_at timestamptz not null,
  attempts int not null default 0,
  sent_at timestamptz,
  sent_period text,
  error text,
  created_at timestamptz not null default now(),
  primary key (user_id, view_id)
);
create index stats_view_mails_view_idx on stats_view_mails (view_id);
create index stats_view_mails_due_idx on stats_view_mails (try_at) where not is_paused;

-- Whoever is disabled, or may not see money any more, comes back without them.
create function end_view_mails() returns trigger language plpgsql as $$
begin
  delete from stats_view_mails where user_id = new.id;
  return null;
end $$;
create trigger end_view_mails after update of is_disabled, role on users for each row
  when (new.is_disabled or new.role = 'editor') execute function end_view_mails();
