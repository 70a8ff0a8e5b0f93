-- What the database knows of the event store: which one it is, how much was written to it, and how much it held of each day. One that
-- turns out to be another, or an older state of the same, is filled up from here.
create table event_store_mark (
  is_only boolean primary key default true check (is_only),
  store_id text not null,
  token bigint not null,
  -- The last time that it was found to be another or an older one; the damaged file that was set aside, if that was why.
  found text check (found in ('another', 'older')),
  found_at timestamptz,
  set_aside text,
  -- From when on the clicks and visits of that time were still kept here.
  kept_from timestamptz,
  -- What is being filled up; null: nothing.
  stage text check (stage in ('conversions', 'clicks', 'visits', 'catching_up')),
  done bigint not null default 0,
  total bigint not null default 0
);

-- Events of a day (UTC) by their type: those that the store holds, and those that it held once and that nothing here could bring back.
create table event_store_days (
  day     date not null,
  type    text not null,
  held    bigint not null,
  missing bigint not null default 0,
  primary key (day, type)
);

-- What of an arrival and of a click only the event store held, and a figure is made of.
alter table visits add column visitor bigint;
alter table clicks add column place text;
