-- rewrites nothing: what is deleted is deleted by a function, later.
-- Links by which a saved view is read without a login, each until its end. Of the token only a hash is kept.
create table stats_view_links (
  id int generated always as identity primary key,
  view_id int not null references stats_views on delete cascade,
  token_hash text not null unique,
  created_by int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index stats_view_links_view_idx on stats_view_links (view_id);
create index stats_view_links_created_by_idx on stats_view_links (created_by);

-- Whoever is disabled, or may not share any more, comes back without them.
create function end_view_links() returns trigger language plpgsql as $$
begin
  delete from stats_view_links where created_by = new.id;
  return null;
end $$;
create trigger end_view_links after update of is_disabled, role on users for each row
  when (new.is_disabled or new.role <> 'admin') execute function end_view_links();
