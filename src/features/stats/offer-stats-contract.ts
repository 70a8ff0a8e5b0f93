import { z } from 'zod';
import { CLOSED_BY, LINK_STATUSES, PAYOUT_TYPES } from '../offers/contract.ts';
import {
  before,
  compareKey,
  count,
  basisKey,
  filterKeys,
  money,
  Range,
  rangeKeys,
  ratio,
  rowKeys,
  Totals,
  lineUnconverted,
} from '../reports/contract.ts';
import { OFFER_COLUMNS, OFFER_GROUPS } from './offers/columns.ts';

export const OfferStatsQuery = z.strictObject({
  ...rangeKeys,
  ...basisKey,
  ...filterKeys,
  ...rowKeys(['name', ...OFFER_COLUMNS]),
  group: z.enum(OFFER_GROUPS).default('offer'),
  compare: compareKey,
  columns: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value),
      z.array(z.enum(OFFER_COLUMNS)).min(1).max(OFFER_COLUMNS.length),
    )
    .optional()
    .describe(
      'The columns of a file beside the name, with commas; all when left out. `uniques` is counted only when named.',
    ),
});
export type OfferStatsQuery = z.infer<typeof OfferStatsQuery>;

/** What the offers' events come to. */
const Commerce = {
  clicks: count,
  uniques: count
    .nullable()
    .describe(
      'Different visits that clicked (without a tracking link, pages). Null unless `columns` names it, and of categories.',
    ),
  conversions: count.describe('pending + approved'),
  leads: count.describe('Conversions whose event is a lead.'),
  sales: count.describe('Conversions whose event is a sale; upsells and rebills are neither.'),
  pending: count,
  approved: count,
  rejected: count,
  reversed: count,
  cr: ratio.describe('conversions / clicks'),
  approval_rate: ratio.describe('approved / (approved + rejected + reversed)'),
  reversal_rate: ratio.describe('reversed / (approved + reversed)'),
  revenue_expected: money,
  revenue_confirmed: money,
  epc: money.nullable().describe('revenue_expected / clicks'),
  aov: money.nullable().describe('revenue_expected / conversions'),
  avg_lag_seconds: z
    .int()
    .nullable()
    .describe('From click to conversion, on average over the conversions whose click is known.'),
};

/** What an offer is now. Null on lines that are no single offer. */
const Now = {
  closed_by: z
    .enum(CLOSED_BY)
    .nullable()
    .describe('What keeps readers from it now; null while a button may lead there.'),
  link_status: z.enum(LINK_STATUSES).nullable(),
  payout_amount: z.string().nullable(),
  payout_percent: z.string().nullable(),
  payout_currency: z.string().nullable(),
  payout_type: z.enum(PAYOUT_TYPES).nullable(),
  cap_kind: z
    .enum(['clicks_day', 'clicks_total', 'conversions_day'])
    .nullable()
    .describe('The fullest of its caps; null without one.'),
  cap_used: z
    .int()
    .nullable()
    .describe('Of the day of the cap or in all. Clicks are given out in blocks ahead of use.'),
  cap_limit: z.int().nullable(),
  cap_use: ratio.describe('cap_used / cap_limit'),
};

export const OfferPlace = z.object({
  listicle_id: z.int(),
  listicle: z.string(),
  item_id: z.int(),
  rank: z.int(),
});
export type OfferPlace = z.infer<typeof OfferPlace>;

export const OfferStat = z.object({
  id: z.int().describe('0: what belongs to no offer, network or category, so that the lines add up to the totals.'),
  name: z.string(),
  status: z.string(),
  ...Commerce,
  unconverted: lineUnconverted,
  ...Now,
  rank_in_guides: z.int().nullable().describe('The best of its ranks in guides that readers see.'),
  places: z.array(OfferPlace).describe('All of these ranks, the best first. In files as words.'),
});
export type OfferStat = z.infer<typeof OfferStat>;

export const OfferStats = z.object({
  data: z.array(OfferStat),
  totals: z.object({
    ...Totals.shape,
    ...OfferStat.pick({
      uniques: true,
      leads: true,
      sales: true,
      pending: true,
      approved: true,
      rejected: true,
      reversed: true,
      approval_rate: true,
      reversal_rate: true,
      aov: true,
      avg_lag_seconds: true,
    }).shape,
  }),
  before,
  ...Range,
});
export type OfferStats = z.infer<typeof OfferStats>;

const { format: _format, ...riskRange } = rangeKeys;
export const OfferRisksQuery = z.strictObject({ ...riskRange, ...filterKeys });
export type OfferRisksQuery = z.infer<typeof OfferRisksQuery>;

/** Why an offer's clicks may earn nothing: what closes it, an address that lost the click id or fails, or clicks without a conversion. */
export const RISKS = [
  'status',
  'dates',
  'network_paused',
  'link_dead',
  'caps',
  'link_error',
  'params_lost',
  'no_conversions',
] as const;
export type Risk = (typeof RISKS)[number];

export const OfferRisk = z.object({
  id: z.int(),
  name: z.string(),
  risk: z.enum(RISKS),
  clicks: count.describe('Of the week.'),
  epc: money.nullable().describe('Expected money per click in the four weeks before; null where nothing says it.'),
  epc_of: z
    .enum(['offer', 'network', 'site'])
    .nullable()
    .describe('Whose: its own, or where it has too few clicks, that of the others of its network or of all others.'),
  expected: money.nullable().describe('clicks x epc: what a week like this should bring.'),
  silence: z
    .object({
      clicks: count.describe('Of the period, none of which brought a conversion of any status.'),
      usual_cr: z.number().describe('Conversions / clicks of the others in the period.'),
      usual_of: z.enum(['network', 'site']),
      chance: z.number().describe('How likely so many clicks bring nothing at that rate. Below 0.05.'),
    })
    .nullable()
    .describe('Of the risk no_conversions.'),
  places: z.array(OfferPlace),
});
export type OfferRisk = z.infer<typeof OfferRisk>;

const span = z.object({ from: z.string(), to: z.string() });
export const OfferRisks = z.object({
  data: z.array(OfferRisk).describe('Most money first.'),
  expected: money.describe('Of all of them together, where it is known.'),
  undecided: count.describe('Offers without a conversion whose clicks are too few to say anything.'),
  week: span.describe('The last seven days of the period.'),
  before: span.describe('The four weeks before it.'),
  ...Range,
});
export type OfferRisks = z.infer<typeof OfferRisks>;
