-- One round that folds anew what is stored: how far it has come.
create table conversion_refold (
  is_only boolean primary key default true check (is_only),
  last_id bigint not null default 0,
  done_at timestamptz
);
insert into conversion_refold default values;

-- What the round has changed: what each conversion added to the expected money before, and what it adds now.
create table conversion_refold_changes (
  id bigint generated always as identity primary key,
  conversion_id bigint not null references conversions on delete restrict,
  old_status text,
  new_status text not null,
  old_micros bigint not null,
  new_micros bigint not null,
  old_currency text not null,
  new_currency text not null,
  created_at timestamptz not null
);
