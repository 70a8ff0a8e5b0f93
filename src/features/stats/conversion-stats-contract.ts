import { z } from 'zod';
import { untold, untoldText } from '../../platform/fields.ts';
import { addressId, pageOf, pagingKeys } from '../../platform/paging.ts';
import { CONVERSION_STATUSES } from '../networks/conversion-statuses.ts';
import { ConversionRow } from './contract.ts';
import { ConversionCourse } from './courses/contract.ts';
import {
  basisKey,
  compareKey,
  count,
  filterKeys,
  money,
  Range,
  rangeKeys,
  text,
  Unconverted,
} from '../reports/contract.ts';

const statuses = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(z.enum(CONVERSION_STATUSES)).max(4),
);

export const ConversionQuery = z.strictObject({
  ...pagingKeys,
  ...rangeKeys,
  ...filterKeys,
  sortBy: z.enum(['occurred_at', 'received_at', 'payout', 'status']).default('occurred_at'),
  ...basisKey,
  status: statuses.optional().describe('One status, or several with commas.'),
  event_type: text.optional(),
  network_id: addressId.optional(),
  offer_id: addressId.optional(),
  listicle_id: addressId.optional(),
  item_id: addressId.optional(),
  attribution: z.enum(['matched', 'late', 'orphan', 'manual']).optional(),
  compare: compareKey.describe('Also the course of the days before, or of the same days a year before.'),
});
export type ConversionQuery = z.infer<typeof ConversionQuery>;

/** The edges of the times between a click and its conversion, in seconds: one minute, ten, an hour, six, a day, ... */
export const LAG_EDGES_S = [
  0,
  60,
  600,
  3600,
  6 * 3600,
  86_400,
  3 * 86_400,
  7 * 86_400,
  14 * 86_400,
  30 * 86_400,
] as const;

export const ConversionStats = z.object({
  ...pageOf(ConversionRow).shape,
  totals: z.object({
    count: count.describe('pending + approved + rejected + reversed'),
    by_status: z.object({ pending: count, approved: count, rejected: count, reversed: count }),
    payout_expected: money,
    payout_confirmed: money,
    payout_pending: money,
    reversed: money,
    orphans: count.describe('Conversions whose click is not known: in the list, not in the sums.'),
    unconverted: Unconverted,
  }),
  lags: z
    .array(
      z.object({
        from_s: z.int(),
        to_s: z.int().nullable().describe('Not included; null: no end.'),
        conversions: count,
      }),
    )
    .describe('How long after its click each conversion happened; those without a known click are in `lag_unknown`.'),
  lag_unknown: count,
  chart: z.array(
    z.object({ date: z.string(), pending: count, approved: count, rejected: count, reversed: count, payout: money }),
  ),
  course: ConversionCourse,
  ...Range,
});
/** Without traces. */
export const ConversionStatsMasked = ConversionStats.extend({
  data: z.array(ConversionRow.extend({ click_id: untold, click_key: untoldText, txid: untold })),
});

export type ConversionStats = z.infer<typeof ConversionStats>;
