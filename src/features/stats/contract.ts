import {
  COUNTS,
  CountTotals,
  Funnel,
  Totals,
  before,
  compareKey,
  count,
  lineUnconverted,
  money,
  ratio,
  text,
  rangeKeys,
  basisKey,
  filterKeys,
  rowKeys,
  Range,
} from '../reports/contract.ts';
import { z } from 'zod';
import { CountCourse, FunnelCourse, funnelCourseKey } from './courses/contract.ts';
import { addressId } from '../../platform/paging.ts';
import { CONVERSION_STATUSES } from '../networks/conversion-statuses.ts';

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
  ...basisKey,
  ...filterKeys,
  ...rowKeys(FUNNEL_COLUMNS),
  status: text.optional(),
  compare: compareKey,
  course: funnelCourseKey,
});
export type StatsQuery = z.infer<typeof StatsQuery>;

/** The guide that a question is about. */
export const guideIn = <Query extends { listicle_id?: number | undefined }>(query: Query): Query['listicle_id'] =>
  query.listicle_id;

const READING_COLUMNS = ['read_depth', 'cta_seen', 'clicks_verdict', 'clicks_sticky', 'clicks_end'] as const;

export const ContentQuery = z.strictObject({
  ...StatsQuery.shape,
  ...rowKeys([...FUNNEL_COLUMNS, ...READING_COLUMNS]),
});
export type ContentQuery = z.infer<typeof ContentQuery>;

export const CtrQuery = z.strictObject({
  ...rangeKeys,
  ...basisKey,
  ...filterKeys,
  listicle_id: addressId.optional(),
  offer_id: addressId.optional(),
});
export type CtrQuery = z.infer<typeof CtrQuery>;

export const UtmQuery = z.strictObject({});

const Trend = z.array(z.object({ day: z.string(), views: count, clicks: count }));

export const GuideStat = z.object({
  id: z.int(),
  title: z.string(),
  status: z.string(),
  ...Funnel,
  unconverted: lineUnconverted,
  rpm: money.nullable().describe('revenue_expected per 1000 views'),
  trend: Trend,
  last_view_at: z.string().nullable(),
});
export type GuideStat = z.infer<typeof GuideStat>;

const paid = {
  cost: money.nullable().describe('What readers of guides cost; null: nobody said.'),
  profit: money.nullable().describe('revenue_expected - cost, of source-days whose cost is known'),
};

export const GuideStats = z.object({
  data: z.array(GuideStat),
  totals: Totals,
  before,
  paid: z.object({ ...paid, before: z.object(paid).nullable() }),
  series: Trend,
  course: FunnelCourse,
  ...Range,
});
export type GuideStats = z.infer<typeof GuideStats>;

/** For who may not see money. */
export const GuideCounts = GuideStats.omit({ paid: true }).extend({
  data: z.array(GuideStat.pick({ id: true, title: true, status: true, ...COUNTS, trend: true, last_view_at: true })),
  totals: CountTotals,
  before: CountTotals.nullable(),
  course: CountCourse,
});

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
  course: FunnelCourse,
  ...Range,
});
export type ContentStats = z.infer<typeof ContentStats>;

/** For who may not see money. */
export const ContentCounts = ContentStats.extend({
  data: z.array(
    z.object({
      ...ContentStat.pick({ id: true, title: true, slug: true, status: true, ...COUNTS, last_view_at: true }).shape,
      ...Reading,
    }),
  ),
  totals: z.object({ ...CountTotals.shape, ...Reading }),
  before: CountTotals.nullable(),
  course: CountCourse,
});

/** The guide of a line. */
export const guideCells = <Id, Title>(id: Id, title: Title) => ({ listicle_id: id, listicle: title });

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

/** For who may not see money. */
export const CtrCounts = CtrStats.extend({
  data: z.array(CtrStat.omit({ revenue_expected: true, epc: true, unconverted: true })),
});

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
