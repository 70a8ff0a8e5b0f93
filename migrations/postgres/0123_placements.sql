-- What is asked of the placements of a source every day.
create table placement_rules (
  id int generated always as identity primary key,
  source_id int not null references sources on delete cascade,
  param text not null check (length(param) between 1 and 32),
  days int not null check (days between 1 and 365),
  min_visits int not null check (min_visits >= 1),
  below_micros bigint not null,
  certainty int not null check (certainty between 50 and 99),
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  ran_at timestamptz,
  found int,
  constraint placement_rules_key unique (source_id, param, days, min_visits, below_micros, certainty)
);

-- Placements that a source was told to leave out, with what they and all others of it did in the days that were judged.
create table placement_lists (
  id int generated always as identity primary key,
  source_id int not null references sources on delete cascade,
  param text not null check (length(param) between 1 and 32),
  placements text[] not null check (cardinality(placements) between 1 and 1000),
  -- calendar days of the site
  judged_from text not null check (judged_from ~ '^\d{4}-\d\d-\d\d$'),
  judged_to text not null check (judged_to ~ '^\d{4}-\d\d-\d\d$'),
  currency text not null,
  cost_micros bigint not null,
  revenue_micros bigint not null,
  rest_cost_micros bigint not null,
  -- an estimate: what size of payout makes a sum of them vary as those of the source do
  payout_size float8 not null,
  created_by int references users on delete set null,
  created_at timestamptz not null default now()
);
create index placement_lists_source_idx on placement_lists (source_id);

do $$
declare rule record; op record;
begin
  for rule in select * from (values
    ('placement_rules', 'id', 'source_id,param,days,min_visits,below_micros,certainty,created_by,created_at'),
    ('placement_lists', 'id',
      'source_id,param,placements,judged_from,judged_to,currency,cost_micros,revenue_micros,rest_cost_micros,' ||
      'payout_size,created_by,created_at')
  ) as rules (on_table, key, columns)
  loop
    for op in select * from (values
      ('insert', 'referencing new table as new_rows'),
      ('update', 'referencing old table as old_rows new table as new_rows'),
      ('delete', 'referencing old table as old_rows')
    ) as ops (name, tables)
    loop
      execute format(
        'create trigger keep_rows_%s after %s on %I %s for each statement execute function keep_rows(%L, %L)',
        op.name, op.name, rule.on_table, op.tables, rule.key, rule.columns);
    end loop;
  end loop;
end $$;
