-- Each of several instances notes how it is itself. Samples of before are of no instance, and are drawn for all.
alter table health_samples add column instance_id text;

-- What an instance told of itself last, for the screens that others serve. Worth nothing after a crash: it is told anew within seconds.
create unlogged table instance_reports (
  instance_id text primary key,
  told_at     timestamptz not null,
  report      jsonb not null
);
