-- What may be spent on a source each month, from one month on.
create table budgets (
  id int generated always as identity primary key,
  source_id int not null references sources on delete cascade,
  -- calendar month of the site
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- none from this month on where it is null
  amount_micros bigint check (amount_micros >= 0),
  currency text not null,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  constraint budgets_key unique (source_id, month)
);

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
      'create trigger keep_rows_%s after %s on budgets %s for each statement execute function keep_rows(%L, %L)',
      op.name, op.name, op.tables, 'id', 'source_id,month,amount_micros,currency,created_by,created_at');
  end loop;
end $$;
