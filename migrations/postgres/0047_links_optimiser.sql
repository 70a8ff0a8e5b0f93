-- Auto-optimisation of a link. It is on where rotation is 'auto'.
alter table links
  add column auto_goal text not null default 'revenue_expected'
    check (auto_goal in ('revenue_expected', 'revenue_confirmed', 'conversion_rate', 'click_out_rate')),
  add column auto_floor_percent int not null default 5 check (auto_floor_percent between 1 and 50),
  add column auto_step_points int not null default 10 check (auto_step_points between 1 and 50),
  -- Set: shares stay as they are.
  add column auto_frozen_at timestamptz,
  -- When it is looked at next; null = now.
  add column auto_run_at timestamptz;
create index links_auto_run_idx on links (auto_run_at)
  where rotation = 'auto' and auto_frozen_at is null and deleted_at is null;

-- What a look at one pool of destinations (those of a rule, or of everybody else) came to, in words. Looks that changed nothing join.
create table optimiser_runs (
  id int generated always as identity primary key,
  link_id int not null references links on delete cascade,
  -- Without a foreign key: the log outlives the rule.
  rule_id int,
  rule_name text,
  goal text not null,
  status text not null check (status in ('moved', 'kept', 'not_enough_data')),
  words text not null,
  -- Weights that were changed: {id, name, before, after}.
  moves jsonb not null default '[]',
  count int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  undone_at timestamptz,
  undone_by int references users on delete set null
);
create index optimiser_runs_link_idx on optimiser_runs (link_id, last_at desc, id desc);
