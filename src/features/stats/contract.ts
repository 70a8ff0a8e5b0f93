import { z } from 'zod';
import { addressId, queryNumber } from '../../platform/paging.ts';
import { CONVERSION_STATUSES } from '../networks/contract.ts';

/**
 * Plain sums over the events, people only unless the name says bots. Revenue and cost are in micros of one currency. Sums
 * called `known_` are those of source-days alone that say what they cost (`known` counts all events there are of them): what nobody said is
 * not nothing. `unknown_days` counts the other source-days with arrivals or money. `lag_ms` sums the time from click to
 * conversion over `lagged` conversions: those pending or approved whose click is known. `click_visits` counts different arrivals that clicked. `review_views` are the views of reviews, of
 * which alone is told how far they are read.
 */
export const METRICS = [
  'visits',
  'visit_visitors',
  'bot_visits',
  'views',
  'visitors',
  'bot_views',
  'impressions',
  'review_views',
  'reads',
  'cta_views',
  'cta_impressions',
  'clicks',
  'click_visits',
  'bot_clicks',
  'conversions',
  'pending',
  'approved',
  'rejected',
  'reversed',
  'leads',
  'sales',
  'lag_ms',
  'lagged',
  'revenue_expected',
  'revenue_confirmed',
  'revenue_pending',
  'revenue_rejected',
  'revenue_reversed',
  'cost',
  'cost_estimated',
  'cost_confirmed',
  'known',
  'known_visits',
  'known_conversions',
  'known_expected',
  'known_confirmed',
  'known_cost',
  'unknown_days',
  'last_view_at',
] as const;
export type Metric = (typeof METRICS)[number];

const day = z.iso
  .date('must be a day such as 2026-11-21')
  .refine((text) => /^2[01]/.test(text), 'must be a day of this or the next century');
/** A value to filter by, as it is stored. */
export const text = z.string().max(128);
/** Keys that every report takes: the range (`days` or two inclusive local days), the zone, and filters. */
export const rangeKeys = {
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe('csv: all rows of the question as a file, whatever the page; `limit` is refused then.'),
  days: queryNumber(1, 730).optional().describe('The last n local days, today included. Default 30.'),
  date_from: day.optional(),
  date_to: day.optional(),
  tz: z.string().max(64).optional().describe('IANA zone. Default: the zone of the site.'),
};
export const filterKeys = {
  utm_source: text.optional(),
  utm_medium: text.optional(),
  utm_campaign: text.optional(),
  utm_term: text.optional(),
  utm_content: text.optional(),
  device: text.optional(),
  country: text.optional(),
  source_id: addressId.optional(),
  link_id: addressId.optional(),
};

export const COMPARISONS = ['none', 'previous', 'year'] as const;
export const compareKey = z
  .enum(COMPARISONS)
  .default('none')
  .describe('Also the figures of the days before, or of the same days a year before.');

/** How far reviews are read, and where the clicks of each were: the buttons, and all other ways out. */
const Reading = {
  read_depth: z
    .number()
    .nullable()
    .describe('Share of the text that was in sight, 0 to 1, over all views; null without a view.'),
  read_half: z.number().nullable().describe('Views in which the second quarter of the text was in sight / views'),
  read_to_end: z.number().nullable().describe('Views in which the last quarter of the text was in sight / views'),
  cta_seen: z.number().nullable().describe('Views in which a button to the shop was in sight / views'),
  clicks_verdict: z.int().describe('Clicks on the button beside the verdict'),
  clicks_sticky: z.int().describe('Clicks on the bar at the edge of a phone'),
  clicks_end: z.int().describe('Clicks on the button below the text'),
  clicks_other: z
    .int()
    .describe('Clicks on links in the text and through the API, and those of before places were told'),
};
export type Reading = z.infer<z.ZodObject<typeof Reading>>;

/** Which rows of a screen, and in which order; the totals stay those of all rows. */
export const rowKeys = <const Column extends readonly string[]>(columns: Column) => ({
  search: text.optional().describe('Only rows whose name holds these words.'),
  sortBy: z.enum(columns).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});

const FUNNEL_COLUMNS = [
  'title',
  'status',
  'views',
  'visitors',
  'clicks',
  'ctr',
  'conversions',
  'cr',
  'revenue_expected',
  'revenue_confirmed',
  'epc',
  'last_view_at',
] as const;

export const StatsQuery = z.strictObject({
  ...rangeKeys,
  ...filterKeys,
  ...rowKeys(FUNNEL_COLUMNS),
  status: text.optional(),
  compare: compareKey,
});
export type StatsQuery = z.infer<typeof StatsQuery>;

const READING_COLUMNS = ['read_depth', 'cta_seen', 'clicks_verdict', 'clicks_sticky', 'clicks_end'] as const;

export const ContentQuery = z.strictObject({
  ...StatsQuery.shape,
  ...rowKeys([...FUNNEL_COLUMNS, ...READING_COLUMNS]),
});
export type ContentQuery = z.infer<typeof ContentQuery>;

export const CtrQuery = z.strictObject({
  ...rangeKeys,
  ...filterKeys,
  listicle_id: addressId.optional(),
  offer_id: addressId.optional(),
});
export type CtrQuery = z.infer<typeof CtrQuery>;

export const UtmQuery = z.strictObject({});

export const count = z.int();
export const money = z.string();
export const ratio = z.number().nullable().describe('0 to 1 (or more); null when there is nothing to divide by.');

export const Range = {
  range: z.object({ from: z.string(), to: z.string() }),
  tz: z.string(),
  currency: z.string(),
  generated_at: z.string(),
};

/** Of one line, in words. */
export const lineUnconverted = z
  .string()
  .optional()
  .describe('Money of this line without a rate to the currency, in none of its sums: `12.00 EUR; cost 3.00 CHF`.');

/** Money in a currency other than the site's: shown apart, never added and never guessed. */
export const Unconverted = z.array(
  z.object({ currency: z.string(), revenue_expected: money, revenue_confirmed: money, cost: money }),
);

const Funnel = {
  views: count,
  visitors: count,
  impressions: count,
  clicks: count,
  ctr: ratio.describe('clicks / views'),
  conversions: count.describe('pending + approved'),
  cr: ratio.describe('conversions / clicks'),
  revenue_expected: money.describe('pending + approved'),
  revenue_confirmed: money.describe('approved'),
  epc: money.nullable().describe('revenue_expected / clicks'),
};

export const Totals = z.object({
  ...Funnel,
  visits: count,
  bot_visits: count,
  bot_views: count,
  bot_clicks: count,
  rpm: money.nullable(),
  unconverted: Unconverted,
});
export type Totals = z.infer<typeof Totals>;

/** The totals of the days that these are held against, on request. */
export const before = Totals.nullable();

const Trend = z.array(z.object({ day: z.string(), views: count, clicks: count }));

export const ListicleStat = z.object({
  id: z.int(),
  title: z.string(),
  status: z.string(),
  ...Funnel,
  unconverted: lineUnconverted,
  rpm: money.nullable().describe('revenue_expected per 1000 views'),
  trend: Trend,
  last_view_at: z.string().nullable(),
});
export type ListicleStat = z.infer<typeof ListicleStat>;

export const ListicleStats = z.object({ data: z.array(ListicleStat), totals: Totals, before, series: Trend, ...Range });
export type ListicleStats = z.infer<typeof ListicleStats>;

export const ContentStat = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  status: z.string(),
  ...Funnel,
  unconverted: lineUnconverted,
  ...Reading,
  last_view_at: z.string().nullable(),
});
export const ContentStats = z.object({
  data: z.array(ContentStat),
  totals: z.object({ ...Totals.shape, ...Reading }),
  before,
  series: Trend,
  ...Range,
});
export type ContentStats = z.infer<typeof ContentStats>;

export const CtrStat = z.object({
  listicle_id: z.int(),
  listicle: z.string(),
  item_id: z.int(),
  item: z.string(),
  position: z.int().nullable(),
  impressions: count,
  clicks: count,
  ctr: ratio.describe('clicks / impressions'),
  ctr_ci95: z.tuple([z.number(), z.number()]).nullable().describe('In which the true rate lies in 95 of 100 cases.'),
  expected_ctr_at_position: ratio.describe('What an average product would get at this place, shown as often.'),
  lift: z.number().nullable().describe('ctr / expected_ctr_at_position'),
  verdict: z
    .enum(['above', 'below', 'too_few'])
    .describe('Held against the expected rate; `too_few` when both are possible.'),
  conversions: count,
  revenue_expected: money,
  epc: money.nullable(),
  unconverted: lineUnconverted,
});
export const CtrStats = z.object({ data: z.array(CtrStat), ...Range });
export type CtrStats = z.infer<typeof CtrStats>;

const UtmValues = z.array(z.object({ value: z.string(), visits: count }));
export const UtmReply = z.object({
  utm_source: UtmValues,
  utm_medium: UtmValues,
  utm_campaign: UtmValues,
  utm_term: UtmValues,
  utm_content: UtmValues,
});
export type UtmReply = z.infer<typeof UtmReply>;

export const ConversionRow = z.object({
  id: z.string(),
  occurred_at: z.string(),
  received_at: z.string(),
  click_at: z.string().nullable(),
  event_type: z.string(),
  status: z.enum(CONVERSION_STATUSES),
  original_status: z.string().nullable(),
  payout: money,
  payout_currency: z.string(),
  txid: z.string().nullable(),
  click_id: z.string().nullable(),
  click_key: z.string(),
  network_id: z.int(),
  network: z.string(),
  offer_id: z.int().nullable(),
  offer: z.string().nullable(),
  listicle_id: z.int().nullable(),
  listicle: z.string().nullable(),
  item_id: z.int().nullable(),
  position: z.int().nullable(),
  source_id: z.int().nullable(),
  source: z.string().nullable(),
  link_id: z.int().nullable(),
  utm_source: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  country: z.string().nullable(),
  device: z.string().nullable(),
  attribution: z.enum(['matched', 'late', 'orphan', 'manual']),
  not_counted: z.enum(['rebill', 'late']).nullable().describe('Why it is in no sum, though its click is known.'),
  is_at_risk: z.boolean().describe('A message against the money may be about it.'),
  is_test: z.boolean(),
});
export type ConversionRow = z.infer<typeof ConversionRow>;
