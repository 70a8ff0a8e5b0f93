-- Backups that the program takes by itself: at which hour of the site's time zone, and of how many days, weeks and months one is kept.
-- Where they go is for the environment (BACKUP_TO).
alter table settings
  add column is_backup_on boolean not null default false,
  add column backup_hour int not null default 3 check (backup_hour between 0 and 23),
  add column backup_keep_daily int not null default 7 check (backup_keep_daily between 1 and 366),
  add column backup_keep_weekly int not null default 4 check (backup_keep_weekly between 0 and 520),
  add column backup_keep_monthly int not null default 12 check (backup_keep_monthly between 0 and 240);
