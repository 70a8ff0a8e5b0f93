-- Files at an address that say what was paid, fetched on a schedule.
create table cost_feeds (
  id int generated always as identity primary key,
  name text not null,
  source_id int not null references sources on delete cascade,
  -- null: it has to be entered again, as after an import of an export
  url_sealed text,
  url_shown text,
  header_name text,
  header_sealed text,
  -- what the file calls the columns; null: found by the usual names
  columns jsonb not null default '{"date": null, "amount": null, "campaign": null, "currency": null}',
  state text not null default 'confirmed' check (state in ('estimated', 'confirmed')),
  every_hours int not null check (every_hours in (1, 3, 6, 12, 24)),
  -- hour of the site's day
  at_hour int not null check (at_hour between 0 and 23),
  is_enabled boolean not null default true,
  created_by int references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  due_at timestamptz not null,
  failures int not null default 0,
  last_good_at timestamptz,
  -- of the file that was taken last
  etag text,
  modified text,
  digest text
);
create index cost_feeds_due_idx on cost_feeds (due_at) where is_enabled and deleted_at is null;

create table cost_feed_runs (
  id bigint generated always as identity primary key,
  feed_id int not null references cost_feeds on delete cascade,
  at timestamptz not null,
  status text not null check (status in ('written', 'unchanged', 'failed')),
  rows int not null,
  days int not null,
  entries_written int not null,
  entries_replaced int not null,
  -- what the file comes to, in each currency
  totals jsonb not null default '[]',
  error text,
  actor_name text not null,
  undone_at timestamptz,
  undone_by text
);
create index cost_feed_runs_feed_idx on cost_feed_runs (feed_id, id);

alter table cost_entries add column feed_id int references cost_feeds on delete set null;
-- the fetch that wrote it, and the fetch whose file says otherwise
alter table cost_entries add column feed_run_id bigint references cost_feed_runs on delete set null;
alter table cost_entries add column replaced_run_id bigint references cost_feed_runs on delete set null;
create index cost_entries_feed_idx on cost_entries (feed_id, from_at) where feed_id is not null;
create index cost_entries_feed_run_idx on cost_entries (feed_run_id) where feed_run_id is not null;
create index cost_entries_replaced_run_idx on cost_entries (replaced_run_id) where replaced_run_id is not null;
alter table cost_entries drop constraint cost_entries_method_check;
alter table cost_entries add constraint cost_entries_method_check check (method in ('manual', 'csv', 'feed'));

do $$
declare op record;
begin
  for op in select * from (values
    ('insert', 'referencing new table as new_rows'),
    ('update', 'referencing old table as old_rows new table as new_rows'),
    ('delete', 'referencing old table as old_rows')
  ) as ops (name, tables)
  loop
    execute format(
      'create trigger keep_rows_%s after %s on cost_feeds %s for each statement execute function keep_rows(%L, %L)',
      op.name, op.name, op.tables, 'id',
      'name,source_id,columns,state,every_hours,at_hour,is_enabled,created_by,created_at,deleted_at');
  end loop;
end $$;
