import { columns, type Described } from './described.ts';

/** The site itself and its team. */
export const SITE: readonly Described[] = [
  {
    table: 'settings',
    file: 'settings',
    what: 'Settings of the site.',
    leftOut: { alert_webhook_url: 'a secret: enter it again' },
    columns: columns(`
only_row: Always true: there is one.
brand: The name of the site.
tagline: The line below it.
disclosure: What readers are told about money.
contact_email: Where readers can write to.
currency: The currency of reports, ISO 4217 code.
time_zone: Where the days of reports begin.
click_retention_days: How long clicks are kept for attribution.
log_retention_days: How long postbacks are kept.
contact_retention_days: How long messages of readers are kept.
alert_email: Who is mailed about alerts.
alert_severity: From which severity on.
is_backup_on: Backups are taken by schedule, where the environment says where they go.
backup_hour: At which hour of the site's time zone, 0 to 23.
backup_keep_daily: Of how many days one backup is kept.
backup_keep_weekly: Of how many weeks one backup is kept.
backup_keep_monthly: Of how many months one backup is kept.`),
  },
  {
    table: 'users',
    file: 'team',
    what: 'Who may sign in. They come back without a password: npm run admin -- reset-password NAME.',
    leftOut: {
      password_hash: 'a secret: reset it',
      totp_sealed: 'a second factor: set it up again',
      totp_since: 'a second factor: set it up again',
      totp_pending_sealed: 'a second factor: set it up again',
      totp_last_period: 'a second factor: set it up again',
    },
    columns: columns(`
username: The name to sign in with.
role: What they may do.
is_disabled: They may not sign in.
last_login_at: When they last signed in.
email: Their address.
person_id: Who they are on public pages: id in people.
last_seen_at: When they were last here.`),
  },
  {
    table: 'role_second_factors',
    file: 'second-factor-rules',
    what: 'Roles that must use a second factor.',
    columns: columns(`
role: The role.
required_from: From when on.`),
  },
  {
    table: 'alerts',
    file: 'alerts',
    what: 'Alerts of the back office.',
    columns: columns(`
kind: What it is about.
severity: info, warning or critical.
subject_kind: What kind of record.
subject_id: The id of it.
subject_name: Its name.
message: In words.
details: More of it.
count: How often.
state: open or closed.
snoozed_until: Until when it is quiet.
is_read: Somebody has read it.
closed_at: When it was closed.
closed_by: id in users.`),
  },
  {
    table: 'stats_views',
    file: 'saved-views',
    what: 'Reports that somebody saved under a name.',
    columns: columns(`
query: The report as the query of its address.`),
  },
  {
    table: 'report_columns',
    file: 'own-columns',
    what: 'Columns that people made for the reports.',
    columns: columns(`
formula: Of metrics by their names, as the API has them.
format: money, number, or percent, where 0.125 is 12.5 %.
is_shared: The whole team has it; else only who made it.`),
  },
  {
    table: 'budgets',
    file: 'budgets',
    what: 'What may be spent on a traffic source each month, from one month on.',
    columns: columns(`
source_id: id in sources.
month: The first month.
amount_micros: In millionths; none from that month on where it is empty.
currency: Of the amount.`),
  },
  {
    table: 'placement_rules',
    file: 'placement-rules',
    what: 'What is asked of the placements of a traffic source every day.',
    leftOut: { ran_at: 'when it was asked last', found: 'what was found then' },
    columns: columns(`
source_id: id in sources.
param: By which parameter placements are told apart.
days: How many days are judged.
min_visits: Placements with fewer are not judged.
below_micros: Profit below which one loses, in millionths.
certainty: In percent.`),
  },
  {
    table: 'placement_lists',
    file: 'placement-lists',
    what: 'Placements that a traffic source was told to leave out.',
    columns: columns(`
source_id: id in sources.
param: By which parameter placements are told apart.
placements: Which.
judged_from: The first day that was judged.
judged_to: The last.
currency: Of the money.
cost_micros: What they cost in those days, in millionths.
revenue_micros: What they earned.
rest_cost_micros: What all others of the source cost.
payout_size: What size of payout makes a sum of them vary as those of the source do, in millionths.`),
  },
  {
    table: 'audit',
    file: 'audit-log',
    what: 'Who did what in the back office.',
    leftOut: { kept_as: 'names rows of kept_rows, which is left out' },
    columns: columns(`
actor_id: id in users.
action: What was done.
entity: To what kind of record.
entity_id: The id of it.
entity_name: Its name of then.
before: What changed, as it was.
after: What changed, as it is.
key_name: The API key that was used.
call: The call that it belongs to.`),
  },
];

/** Tables that are in no file, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  alert_deliveries: 'letters and messages of alerts on their way',
  api_keys: 'secrets: make new API keys',
  api_key_days: 'calls of API keys, which are left out',
  app_keys: 'secrets of one installation',
  backup_runs: 'how backups of one installation went',
  cap_leases: 'what running programs hold of a cap',
  content_changes: 'tells running programs what changed',
  content_revision: 'tells running programs what changed',
  conversion_refold: 'how far a mending of an earlier release is',
  daily_salts: 'with them visitors of a past day could be told apart again',
  event_batches: 'batches on their way to one event store',
  event_store_days: 'counted anew from events/',
  event_store_mark: 'names one event store',
  guide_item_words: 'derived from guide-products',
  health_samples: 'figures of one machine',
  instance_reports: 'what running programs told of themselves',
  instances: 'programs that run or ran',
  instances_lead: 'programs that run or ran',
  journal_tails: 'what instances have in their journals while a backup is taken',
  kept_rows: 'what Undo needs: rows as they were, with their secrets',
  undone_calls: 'what Undo needs',
  login_failures: 'counts of minutes',
  password_links: 'secrets: asked for anew',
  postback_endpoints: 'how sending to sources went lately; counted anew',
  recovery_codes: 'a second factor: set it up again',
  sending_hold: 'of a restored backup',
  sessions: 'who was signed in signs in anew',
  stats_view_links: 'secrets: links to shared views are made anew',
  stats_view_mails: 'which saved views somebody has mailed: ask for them anew',
  stats_view_pins: 'which saved views somebody has in the drawer: pin them anew',
  shipper_cursors: 'how far one event store was',
  title_words: 'derived from titles',
};
