-- How long messages of the contact form are kept; the sweep and the daily cap look at them by age.
alter table settings
  add column contact_retention_days int not null default 365 check (contact_retention_days between 1 and 1825);
create index contact_messages_created_idx on contact_messages (created_at);
