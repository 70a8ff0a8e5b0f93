-- Columns that people made for the reports: a formula of known metrics under a name, of one person or of the team.
create table report_columns (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 40),
  formula text not null check (length(formula) between 1 and 200),
  format text not null check (format in ('money', 'number', 'percent')),
  is_shared boolean not null default false,
  created_by int references users on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index report_columns_name_idx on report_columns (folded(name));
create index report_columns_created_by_idx on report_columns (created_by);

-- What a link tells stays what it was when the link was made, whatever becomes of the columns of its view.
alter table stats_view_links add column own_columns jsonb not null default '[]';

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
      'create trigger keep_rows_%s after %s on report_columns %s for each statement execute function keep_rows(%L, %L)',
      op.name, op.name, op.tables, 'id', 'name,formula,format,is_shared,created_by,created_at');
  end loop;
end $$;
