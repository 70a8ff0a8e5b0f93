-- While a backup is taken: what another instance has in its journal and one of the stores has not. There for seconds; after a crash nobody asks for it.
create unlogged table journal_tails (
  call_id uuid not null,
  instance_id text not null,
  -- null while it waits for the moment of the stores
  at timestamptz,
  from_position text,
  end_position text,
  names text[],
  segments bytea[],
  primary key (call_id, instance_id)
);
