-- How many clicks of a cap are given out to instances, and the most that may have happened. A period is the start of its local day; '' = in all.
create table cap_counters (
  kind text not null check (kind in ('offer_day', 'offer_total', 'destination_day', 'link_total')),
  subject_id int not null,
  period text not null,
  granted int not null default 0 check (granted >= 0),
  updated_at timestamptz not null default now(),
  primary key (kind, subject_id, period)
);

-- What one instance holds of it. Used up to `position` of its journal; what came later stands in the journal itself.
create table cap_leases (
  kind text not null,
  subject_id int not null,
  period text not null,
  holder text not null,
  granted int not null default 0,
  used int not null default 0,
  position text not null,
  primary key (kind, subject_id, period, holder),
  foreign key (kind, subject_id, period) references cap_counters on delete cascade
);
