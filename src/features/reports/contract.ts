import { z } from 'zod';
import { addressId, queryNumber } from '../../platform/paging.ts';

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

/** Those that no figure shows by themselves. */
export const PARTS_OF_SHARES = [
  'review_views',
  'lag_ms',
  'lagged',
  'known',
  'known_visits',
  'known_conversions',
  'known_expected',
  'known_confirmed',
  'known_cost',
  'last_view_at',
] as const satisfies Metric[];

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
/** By whose time conversions are of the days that are asked for; arrivals, views and clicks have but one. */
export const basisKey = { time_basis: z.enum(['click', 'conversion']).default('conversion') };
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

/** Words of parameters by alias: an object, or in an address its JSON. */
const params = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value;
    if (value === '') return {};
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  },
  z.record(
    z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be an alias'),
    text,
    'must be an object, such as {"campaign": "spring"}',
  ),
);

/** What the visitor's side said of itself, in words. */
export const wordKeys = {
  region: text.optional(),
  city: text.optional(),
  language: text.optional(),
  os: text.optional(),
  browser: text.optional(),
  os_version: text.optional().describe('With the name of the system, such as `iOS 17.4`.'),
  browser_version: text.optional().describe('With the name of the browser, such as `Chrome 140`.'),
  referrer_host: text.optional(),
  channel: text.optional(),
  sub1: text.optional(),
  sub2: text.optional(),
  sub3: text.optional(),
  sub4: text.optional(),
  sub5: text.optional(),
  sub6: text.optional(),
  sub7: text.optional(),
  sub8: text.optional(),
  sub9: text.optional(),
  sub10: text.optional(),
  params: params.optional().describe('Parameters of sources by alias: an object, or in an address its JSON.'),
};

export const COMPARISONS = ['none', 'previous', 'week', 'year'] as const;
export const compareKey = z
  .enum(COMPARISONS)
  .default('none')
  .describe('Also the figures of the days before, of the same weekdays before, or of the same days a year before.');

/** Which rows of a screen, and in which order; the totals stay those of all rows. */
export const rowKeys = <const Column extends readonly string[]>(columns: Column) => ({
  search: text.optional().describe('Only rows whose name holds these words.'),
  sortBy: z.enum(columns).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});

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

export const Funnel = {
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
/** Of the figures of `Funnel` those without money. */
export const COUNTS = {
  views: true,
  visitors: true,
  impressions: true,
  clicks: true,
  ctr: true,
  conversions: true,
  cr: true,
} as const;

/** For who may not see money. */
export const CountTotals = Totals.pick({
  ...COUNTS,
  visits: true,
  bot_visits: true,
  bot_views: true,
  bot_clicks: true,
});

export const before = Totals.nullable();
