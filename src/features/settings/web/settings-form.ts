import { toNumber, toText } from '../../../platform/web/form.ts';
import type { Settings } from '../contract.ts';

/** What the form holds: everything typed is text; field names are those of the wire. */
export type SettingsValues = ReturnType<typeof toValues>;

export const toValues = (settings: Settings) => ({
  brand: settings.brand,
  tagline: settings.tagline,
  disclosure: settings.disclosure,
  contact_email: settings.contact_email,
  currency: settings.currency,
  time_zone: settings.time_zone,
  click_retention_days: toText(settings.click_retention_days),
  log_retention_days: toText(settings.log_retention_days),
  contact_retention_days: toText(settings.contact_retention_days),
  alert_webhook_url: settings.alert_webhook_url,
  alert_email: settings.alert_email,
  alert_severity: settings.alert_severity,
  is_backup_on: settings.is_backup_on,
  backup_hour: toText(settings.backup_hour),
  backup_keep_daily: toText(settings.backup_keep_daily),
  backup_keep_weekly: toText(settings.backup_keep_weekly),
  backup_keep_monthly: toText(settings.backup_keep_monthly),
  version: settings.version,
});

export const toWire = (values: SettingsValues) => ({
  ...values,
  click_retention_days: toNumber(values.click_retention_days),
  log_retention_days: toNumber(values.log_retention_days),
  contact_retention_days: toNumber(values.contact_retention_days),
  backup_hour: toNumber(values.backup_hour),
  backup_keep_daily: toNumber(values.backup_keep_daily),
  backup_keep_weekly: toNumber(values.backup_keep_weekly),
  backup_keep_monthly: toNumber(values.backup_keep_monthly),
});

/** The words of the form, for the list of differences in a conflict. */
export const SETTINGS_LABELS: Partial<Record<keyof SettingsValues, string>> = {
  brand: 'Name of the site',
  tagline: 'Tagline',
  disclosure: 'Disclosure',
  contact_email: 'E-mail address',
  currency: 'Currency',
  time_zone: 'Time zone',
  click_retention_days: 'Clicks and visits',
  log_retention_days: 'Postback logs',
  contact_retention_days: 'Contact messages',
  alert_webhook_url: 'Webhook',
  alert_email: 'E-mail for alerts',
  alert_severity: 'From which severity on',
  is_backup_on: 'Backups every day',
  backup_hour: 'Hour of the backup',
  backup_keep_daily: 'Days of which a backup is kept',
  backup_keep_weekly: 'Weeks of which a backup is kept',
  backup_keep_monthly: 'Months of which a backup is kept',
};

/** What of a save moves the numbers of the past. */
export type NumbersChange = { currency: string | undefined; timeZone: string | undefined };
