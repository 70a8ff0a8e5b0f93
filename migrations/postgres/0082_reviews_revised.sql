alter table reviews
  -- When what readers read of it changed last; its first publication counts too.
  add column revised_at timestamptz not null default now(),
  -- A digest of what readers were shown last. Null: nothing yet, or it was public before this was kept.
  add column shown_digest text;
update reviews set revised_at = updated_at;
