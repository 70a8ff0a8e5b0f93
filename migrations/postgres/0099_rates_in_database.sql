-- The exchange rates, as the text that was given: every instance values money by the same ones. `version` is another one with every
-- replacement, in whatever database, so that a process reads the text only when it is none that it knows.
create table exchange_rates (
  only_row boolean primary key default true check (only_row),
  version uuid not null default gen_random_uuid(),
  csv text not null,
  replaced_at timestamptz not null
);
