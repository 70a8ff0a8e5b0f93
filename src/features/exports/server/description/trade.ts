import { columns, type Described } from './described.ts';

/** Whom the site works with: offers, networks, sources and the links between. */
export const TRADE: readonly Described[] = [
  {
    table: 'networks',
    file: 'networks',
    what: 'Affiliate networks: who pays. postback_key stands in the address that a network calls: whoever has it can report conversions.',
    opened: { postback_key_sealed: 'postback_key' },
    leftOut: { hmac_secret_sealed: 'a secret: enter it again' },
    columns: columns(`
template_key: The template that it was made from.
website_url: Its site.
login_url: Where one signs in there.
account_id: Our number there.
manager_name: Whom to ask.
manager_contact: How to reach them.
click_param: The parameter that carries the click id.
append_click_id: The click id is put on by itself.
extra_params: Further parameters of its links.
postback_key_hash: SHA-256 of postback_key.
postback_key: The key in the address of its postbacks.
previous_key_hash: SHA-256 of the key of before.
previous_key_until: Until when that one is taken too.
hmac_param: The parameter with its signature.
ip_allowlist: Addresses that its postbacks come from.
param_aliases: Its words for our parameters.
status_map: Its words for our states.
default_status: The state of a postback that tells none.
duplicate_mode: What a second postback does.
attribution_window_days: How long after a click a conversion counts, in days.
payment_terms: When it pays, in words.
min_payout_micros: From how much on it pays, in millionths of payout_currency.
hold_days: How long it holds money back, in days.
last_postback_at: When it last called.`),
  },
  {
    table: 'offers',
    file: 'offers',
    what: 'Offers: network, address, payout and price.',
    columns: columns(`
category_id: id in offer-categories.
url: Where buyers are sent.
preview_url: The shop without tracking.
payout_type: cpa, cps ...: what is paid for.
payout_percent_bp: Share of the sale in hundredths of a percent.
payout_source: Which payout counts: that of the postback, or this one.
allow_rebill: Rebills count.
brand: Who makes it.
image_url: Its picture.
price_micros: Price in millionths of price_currency.
list_price_micros: Price before the discount, the same.
price_currency: ISO 4217 code.
price_checked_at: When the price was looked at.
coupon_code: A code for buyers.
coupon_text: What the code gives.
coupon_ends_at: Until when.
money_back_days: How long buyers may send it back.
shipping_note: About shipping.
attributes: Facts for the comparison table.
forbidden_words: Words that its text may not use.
allowed_claims: What may be said.
required_disclaimer: What must be said.
brand_bidding_allowed: Ads may bid on the brand.
payouts_by_country: Other payouts by country.
countries_allowed: Only for these; empty: for all.
countries_blocked: Not for these.
devices_allowed: Only for these; empty: for all.
cap_clicks_daily: Clicks a day at most; 0: any.
cap_conversions_daily: Conversions a day at most; 0: any.
cap_total: Conversions at most; 0: any.
cap_timezone: Where its day begins.
overflow_offer_id: Who is sold instead: id in offers.
link_status: What the last check of its address found.
link_checked_at: When that was.
final_url: Where the address led.
link_note: About that check.
link_failures: Checks that failed in a row.
is_link_dead: Its address is taken for dead.
link_snoozed_until: Until when nobody is told.
link_due_at: When it is checked next.
link_downs: How often it was down.
is_full: A cap is reached.
count_late: Conversions after the attribution window count.
attribution_window_days: How long after a click a conversion is not late, in days; empty: as its network says.`),
  },
  {
    table: 'offer_categories',
    file: 'offer-categories',
    what: 'Categories of offers.',
    columns: columns(`
color: Its colour.
icon: Its icon.
is_default: Offers without one belong here.`),
  },
  {
    table: 'offer_payouts',
    file: 'offer-payouts',
    what: 'What offers paid at any time.',
    columns: columns(`
payout_type: cpa, cps ...
payout_percent_bp: Share of the sale in hundredths of a percent.
payout_source: Which payout counts.
payouts_by_country: Other payouts by country.
changed_by: id in users.
changed_at: From when on.`),
  },
  {
    table: 'sources',
    file: 'traffic-sources',
    what: 'Traffic sources: whom we pay for visitors, with their parameters.',
    leftOut: {
      postback_url_sealed: 'a secret: enter it again',
      postback_body_sealed: 'a secret: enter it again',
      postback_headers_sealed: 'a secret: enter it again',
    },
    columns: columns(`
template_key: The template that it was made from.
type: native, search, social ...
click_id_param: The parameter with its click id.
click_id_token: What it puts there.
cost_param: The parameter that tells what a visit cost.
cost_model: cpc, cpm, cpa, flat or none.
cost_currency: ISO 4217 code.
parameters: Its further parameters.
utm_defaults: utm parameters where an address has none.
postback_enabled: It is told of conversions.
postback_url_masked: Where, with its secrets blotted out.
postback_method: GET or POST.
postback_statuses: Of which states it is told.
event_map: Its words for our events.
status_map: Its words for our states.
requires_external_id: It is told only of its own clicks.
send_zero_payout: It is told of conversions without money too.
delay_seconds: How long later.
traffic_loss_percent: What it may lose on the way.
expected_status: The answer that counts as heard.`),
  },
  {
    table: 'links',
    file: 'tracking-links',
    what: 'Tracking links (/go/{slug}).',
    columns: columns(`
traffic_source_id: id in traffic-sources.
redirect_type: HTTP status of the redirect.
forward_params: Which parameters go on.
forward_list: Their names.
param_conflict: Who wins when a parameter is there twice.
sticky: Whether visitors see the same destination again.
fallback_url: Where to when no destination takes the visit.
expires_at: From when on it leads elsewhere.
expired_url: Where to then.
rotation: weighted, or shared out by the optimiser.
click_limit: Visits at most.
kept_source: The source's words as they were when it was copied.
auto_goal: What the optimiser looks at.
auto_floor_percent: The least share of a destination, percent.
auto_step_points: The largest step, percentage points.
auto_frozen_at: When the optimiser was stopped.
auto_run_at: When it last ran.
cost_model: What a visit costs: as the source says, or by this link.
cost_micros: Cost in millionths of the source's currency.`),
  },
  {
    table: 'link_slugs',
    file: 'link-slugs',
    what: 'Slugs of before, which still lead to their link.',
    columns: columns(`
until: Until when; null: for good.`),
  },
  {
    table: 'destinations',
    file: 'destinations',
    what: 'Places that a tracking link may send to.',
    columns: columns(`
type: guide, review, offer or url.
url: The address, where it is one.
weight: Its share of the visits.
priority: Smaller comes first.
rule_id: Only under this rule: id in link-rules.
cap_daily_clicks: Visits a day at most; 0: any.
cap_daily_conversions: Conversions a day at most; 0: any.
is_control: The optimiser leaves its share alone.`),
  },
  {
    table: 'link_rules',
    file: 'link-rules',
    what: 'Rules by which a link sends some visitors elsewhere.',
    columns: columns(`
is_enabled: It holds.
conditions: Whom it is about.`),
  },
  {
    table: 'lost_slugs',
    file: 'lost-slugs',
    what: 'Slugs under /go that visitors asked for and no link has.',
    columns: columns(`
visits: How many.
paid: How many of them an ad had paid for.
last_paid_at: When such a one last came.`),
  },
  {
    table: 'cap_counters',
    file: 'cap-counters',
    what: 'How much of a cap is used up.',
    columns: columns(`
kind: Of what.
subject_id: The id of it.
period: The day, or all.
granted: How many.
alerted_at: When somebody was told.`),
  },
  {
    table: 'optimiser_runs',
    file: 'optimiser-runs',
    what: 'What the optimiser did to weights.',
    columns: columns(`
rule_name: The rule, as called then.
goal: What it looked at.
words: Why.
moves: What was moved.
count: How often in a row.
undone_by: id in users.`),
  },
];
