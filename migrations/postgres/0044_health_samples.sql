-- What the server's checks found, every five minutes, for the lines of the last day. One row for all checks of a moment.
create table health_samples (
  at      timestamptz primary key,
  figures jsonb not null            -- by the key of the check
);
