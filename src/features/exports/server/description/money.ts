import { FORMER_GUIDE_ID } from '../../contract.ts';
import { columns, type Described } from './described.ts';

/** What was earned and what was paid, and the visits and clicks that both hang on. */
export const MONEY: readonly Described[] = [
  {
    table: 'conversions',
    file: 'conversions',
    what: 'Conversions: leads, sales, refunds, with the click that earned them.',
    columns: columns(`
click_key: The click id as the network told it.
event_type: lead, sale, upsell, rebill, refund, chargeback or custom.
txid: The network's transaction id.
status: pending, approved, rejected or reversed.
original_status: The state that was told first.
payout_source: Where the payout comes from.
fixed_payout_micros: The payout of the offer at that time, in millionths of fixed_currency.
fixed_currency: ISO 4217 code.
attribution: matched, late, orphan or manual.
origin: postback, file or hand.
is_test: A test of ours.
occurred_at: When it happened.
received_at: When it was told.
click_at: When the click happened.
payout_base_micros: Payout in millionths of base_currency.
base_currency: The currency of the site at that time.
fx_rate: The rate, decimal.
fx_date: The day of the rate.
voided_at: When it was taken out of all sums.
cost_micros: What it cost, in millionths of cost_currency.
cost_currency: ISO 4217 code.
cost_entry_id: id in cost-entries.
cost_base_micros: The same in millionths of cost_base_currency.
cost_base_currency: ISO 4217 code.
cost_fx_day: The day of that rate.
allow_rebill: Rebills counted at that time.
count_late: Conversions after the attribution window counted at that time.
window_days: The attribution window of its offer at that time, in days; empty: its network's.
not_counted: Why it is in no sum.
is_contrary: Its messages contradict each other.
is_at_risk: Its money may be taken back.`),
  },
  {
    table: 'conversion_events',
    file: 'conversion-messages',
    what: 'What was said about conversions, message by message, and what it changed.',
    columns: columns(`
log_id: The postback: id in postback-log.
kind: What it is.
txid: The network's transaction id.
said_word: The state in the network's words.
said_status: The state in ours.
said_payout_micros: The payout that was said, in millionths of said_currency.
said_currency: ISO 4217 code.
said_at: When it happened, as said.
old_status: The state before.
new_status: The state after.
old_payout_micros: Payout before, in millionths of currency.
new_payout_micros: Payout after, in millionths of currency.
note: In words.
occurred_at: When it happened.
batch_id: The file: id in conversion-files.
said_event: The event that was said.
about_id: The message that this one is about: id in conversion-messages.`),
  },
  {
    table: 'conversion_batches',
    file: 'conversion-files',
    what: 'Files of conversions that were taken in.',
    columns: columns(`
file_name: The name of the file.
rows_total: Its rows.
rows_recorded: New conversions.
rows_updated: Changed conversions.
rows_unchanged: Rows that changed nothing.`),
  },
  {
    table: 'conversion_refold_changes',
    file: 'recounted-conversions',
    what: 'Conversions whose state or money a later release counted anew from their messages.',
    columns: columns(`
old_status: The state before.
new_status: The state after.
old_micros: Payout before, in millionths of old_currency.
new_micros: Payout after, in millionths of new_currency.
old_currency: ISO 4217 code.
new_currency: ISO 4217 code.`),
  },
  {
    table: 'postback_logs',
    file: 'postback-log',
    what: 'HTTP messages about conversions: in (from networks) and out (to sources).',
    columns: columns(`
direction: in or out.
is_demo: Of the sample.
is_test: A test of ours.
event_type: lead, sale ...
event_key: By which one message is sent once.
attempt: Which try.
max_attempts: How many tries at most.
method: GET or POST.
url_masked: The address with its secrets blotted out.
request_query: Its parameters.
request_body: Its body.
remote_net: The network part of the address that it came from.
response_status: HTTP status of the answer.
response_body: The answer.
duration_ms: Milliseconds.
state: What became of it.
reason_code: Why.
next_attempt_at: When it is tried again.
judged_at: When it was judged.
key_head: The beginning of an unknown key.
key_length: The length of an unknown key.`),
  },
  {
    table: 'cost_feeds',
    file: 'cost-files',
    what: 'Files at an address that say what was paid, fetched on a schedule.',
    leftOut: {
      url_sealed: 'may hold a secret: enter it again',
      header_sealed: 'a secret: enter it again',
      etag: 'names the file that was taken last',
      modified: 'names the file that was taken last',
      digest: 'names the file that was taken last',
    },
    columns: columns(`
source_id: id in sources.
url_shown: The host that it lies at.
header_name: A header that is sent along.
columns: What the file calls its columns.
state: What its amounts are, estimated or confirmed.
every_hours: How many hours lie between two fetches.
at_hour: Hour of the site's day from which they are counted.
is_enabled: It is fetched.
due_at: When it is fetched next.
failures: Fetches in a row that failed.
last_good_at: When it was fetched well last.`),
  },
  {
    table: 'cost_feed_runs',
    file: 'cost-file-fetches',
    what: 'Fetches of such files.',
    columns: columns(`
feed_id: id in cost-files.
at: When.
status: written, unchanged or failed.
rows: Rows of the file.
days: Days that they tell of.
entries_written: How many entries it wrote.
entries_replaced: How many earlier ones count no more.
totals: What the file comes to, in each currency.
error: What went wrong.`),
  },
  {
    table: 'cost_entries',
    file: 'cost-entries',
    what: 'What was paid to sources.',
    columns: columns(`
param: Only visits with this parameter ...
value: ... and this value.
from_at: From when, inclusive.
to_at: Until when, exclusive.
amount_micros: Amount in millionths of the currency unit.
state: estimated or confirmed.
method: manual, csv or feed.
feed_id: id in cost-files.
feed_run_id: id in cost-file-fetches: the one that wrote it.
replaced_run_id: The fetch whose file says otherwise.
note: In words.
visits: How many visits share it.`),
  },
  {
    table: 'cost_shares',
    file: 'cost-shares',
    what: 'How an entry was shared out over visits.',
    columns: columns(`
entry_id: id in cost-entries.
payload: The shares.
fx_day: The day of the rate.
is_replaced: A later one took its place.`),
  },
  {
    table: 'exchange_rates',
    file: 'exchange-rates',
    what: 'The exchange rates that were uploaded.',
    columns: columns(`
only_row: Always true: there is one.
version: Names this text.
csv: The rates as CSV.
replaced_at: When they were uploaded.`),
  },
  {
    table: 'visits',
    file: 'recent-visits',
    what: 'Visits as long as the site keeps them for attribution. All visits ever are in events/.',
    leftOut: { [FORMER_GUIDE_ID]: 'guide_id by its name of before' },
    columns: columns(`
ts: When.
route_reason: Why it was sent where it was.
cost_micros: Cost in millionths of cost_currency.
cost_currency: ISO 4217 code.
cost_base_micros: The same in millionths of cost_base_currency.
cost_base_currency: ISO 4217 code.
cost_fx_day: The day of the rate.
cost_unread: What was said of the cost and not understood.
mended: How its address had to be mended.
visitor: Part of a hash of the day, which leads back to nobody.`),
  },
  {
    table: 'clicks',
    file: 'recent-clicks',
    what: 'Clicks as long as the site keeps them for attribution. All clicks ever are in events/.',
    leftOut: { [FORMER_GUIDE_ID]: 'guide_id by its name of before' },
    columns: columns(`
ts: When.
place: The button of a review: verdict, sticky or end.`),
  },
  {
    table: 'erased_clicks',
    file: 'erased-clicks',
    what: 'Digests of clicks that somebody had erased: what still comes for them is not recorded.',
    columns: columns(`
key: The digest.
erased_at: When.`),
  },
  {
    table: 'event_outbox',
    file: 'pending-events',
    what: 'Changes of conversions and costs that are on their way into events/.',
    columns: columns(`
payload: The event, with the columns of events/.`),
  },
];
