-- Where alerts are carried to besides the back office; empty: nowhere.
alter table settings
  add column alert_webhook_url text not null default '',
  add column alert_email text not null default '',
  add column alert_severity text not null default 'warning' check (alert_severity in ('info', 'warning', 'critical'));

-- An alert on its way out of the house. A row for each channel that was named when it was raised.
create table alert_deliveries (
  alert_id int not null references alerts on delete cascade,
  channel text not null check (channel in ('webhook', 'email')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null,
  error text,
  primary key (alert_id, channel)
);
create index alert_deliveries_due_idx on alert_deliveries (due_at) where state = 'waiting';
