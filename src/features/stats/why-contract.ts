import { z } from 'zod';
import { addressId, queryNumber } from '../../platform/paging.ts';
import { CONVERSION_STATUSES } from '../networks/conversion-statuses.ts';
import { basisKey, count, filterKeys, money, Range, rangeKeys, text, wordKeys } from '../reports/contract.ts';

const { format: _format, ...range } = rangeKeys;
const id = addressId.optional();

/** The narrowing of any screen of the stats. */
export const WhyQuery = z.strictObject({
  ...range,
  ...filterKeys,
  about: z.enum(['guides', 'reviews', 'all']).default('all').describe('Of whose pages alone.'),
  guide_status: text.optional().describe('Only guides in this state.'),
  listicle_id: id,
  guide_category_id: id,
  guide_author_id: id,
  item_id: id,
  badge: text.optional(),
  review_id: id,
  review_author_id: id,
  offer_id: id,
  offer_category_id: id,
  offer_tag: text.optional(),
  link_tag: text.optional(),
  network_id: id,
  destination_id: id,
  position: id,
  place: text.optional(),
  depth: id,
  ...wordKeys,
  rule_id: queryNumber(0, 2_147_483_647).optional(),
  weekday: queryNumber(1, 7).optional(),
  hour_of_day: queryNumber(0, 23).optional(),
  event_type: text.optional(),
  day: z.iso.date('must be a day such as 2026-11-21').optional(),
  status: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',') : value),
      z.array(z.enum(CONVERSION_STATUSES)).max(4),
    )
    .optional(),
  ...basisKey,
});
export type WhyQuery = z.infer<typeof WhyQuery>;

/** Why a conversion or its money is in no sum. */
export const LEFT_OUT = ['rejected', 'reversed', 'orphan', 'rebill', 'late', 'test', 'unconverted'] as const;
export type LeftOutReason = (typeof LEFT_OUT)[number];

const Amount = z.object({ currency: z.string(), amount: money });

/** What a total of money is made of, what is not in it, and why. */
export const WhyReply = z.object({
  parts: z.object({
    approved: z.object({ count, amount: money }),
    pending: z.object({ count, amount: money }),
    expected: money.describe('approved + pending'),
    confirmed: money.describe('approved'),
    views: count,
    clicks: count,
    conversions: count.describe('approved + pending'),
    epc: money.nullable().describe('expected / clicks'),
    rpm: money.nullable().describe('expected x 1,000 / views'),
    refunds: money.describe('What refunds and chargebacks took, in both sums.'),
  }),
  cost: z
    .object({
      cost: money.nullable(),
      estimated: money.nullable(),
      confirmed: money.nullable(),
      known_expected: money.describe('Expected money of source-days whose cost is known.'),
      known_confirmed: money,
      profit: money.nullable(),
      profit_confirmed: money.nullable(),
      roi: z.number().nullable(),
      left_out: count.describe('Source-days whose cost is not known.'),
      left_out_expected: money.describe('Their expected money: in no profit.'),
      sources: z.array(z.object({ name: z.string(), days: count, expected: money })).describe('The ten with the most.'),
    })
    .nullable()
    .describe('Null where a filter is about what an arrival does not know yet.'),
  left_out: z.array(z.object({ reason: z.enum(LEFT_OUT), count: count.nullable(), amounts: z.array(Amount) })),
  is_all_told: z
    .boolean()
    .describe('False: by this filter the records cannot tell orphans, tests and what the rules of an offer leave out.'),
  time_basis: z.enum(['click', 'conversion']),
  ...Range,
});
export type WhyReply = z.infer<typeof WhyReply>;
