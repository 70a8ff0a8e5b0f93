alter table links
  add column rotation text not null default 'weighted' check (rotation in ('weighted', 'priority', 'auto')),
  -- Visits in all, counted from when it was set; null = no limit.
  add column click_limit int check (click_limit > 0);

-- Rules of a link, asked from the first place to the last; the first that matches decides.
create table link_rules (
  id int generated always as identity primary key,
  link_id int not null references links on delete cascade,
  place int not null,
  name text not null check (length(name) between 1 and 120),
  is_enabled boolean not null default true,
  conditions jsonb not null default '[]',
  starts_at timestamptz,
  ends_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index link_rules_link_idx on link_rules (link_id, place, id);

alter table destinations
  -- Null: visitors whom no rule takes.
  add column rule_id int references link_rules on delete cascade,
  -- 0 = no cap. A day is a day in the site's time zone.
  add column cap_daily_clicks int not null default 0 check (cap_daily_clicks >= 0),
  add column cap_daily_conversions int not null default 0 check (cap_daily_conversions >= 0),
  add column is_control boolean not null default false;

-- The same target once for each rule, and once for those whom no rule takes.
drop index destinations_target_idx;
create unique index destinations_target_idx on destinations
  (link_id, coalesce(rule_id, 0), type, coalesce(guide_id, 0), coalesce(review_id, 0), coalesce(offer_id, 0), md5(coalesce(url, '')));
create index destinations_rule_idx on destinations (rule_id) where rule_id is not null;
