-- The settings of backups are kept as they were before a change, as those of before are (0104).
drop trigger keep_rows_update on settings;
create trigger keep_rows_update after update on settings
  referencing old table as old_rows new table as new_rows for each statement
  execute function keep_rows('only_row',
    'brand,tagline,disclosure,contact_email,currency,time_zone,click_retention_days,log_retention_days,contact_retention_days,alert_email,alert_severity,is_backup_on,backup_hour,backup_keep_daily,backup_keep_weekly,backup_keep_monthly');
