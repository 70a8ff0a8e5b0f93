alter table guides
  add column publish_at timestamptz,
  add column unpublish_at timestamptz;
alter table reviews
  add column publish_at timestamptz,
  add column unpublish_at timestamptz;
create index guides_due_idx on guides (least(publish_at, unpublish_at)) where publish_at is not null or unpublish_at is not null;
create index reviews_due_idx on reviews (least(publish_at, unpublish_at)) where publish_at is not null or unpublish_at is not null;

-- What each save made of a record; the live record is never read from here.
create table revisions (
  kind text not null check (kind in ('guide', 'review', 'guide item')),
  entity_id int not null,
  number int not null,
  action text not null,
  content jsonb not null,
  actor_name text not null,
  created_at timestamptz not null default now(),
  primary key (kind, entity_id, number)
);

-- Unsaved edits, one copy for each editor of a record.
create table drafts (
  kind text not null check (kind in ('guide', 'review', 'guide item')),
  entity_id int not null,
  user_id int not null references users on delete cascade,
  content jsonb not null,
  -- The version of the record that the edits began from.
  base_version int not null,
  -- The revision that the edits were restored from.
  restored_from int,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (kind, entity_id, user_id)
);
create index drafts_updated_idx on drafts (updated_at);

alter table offers
  add column forbidden_words jsonb not null default '[]',
  add column allowed_claims text,
  add column required_disclaimer text,
  add column brand_bidding_allowed boolean;
