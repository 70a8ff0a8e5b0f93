import { z } from 'zod';
import { addressId } from '../../../platform/paging.ts';
import { count, money, Range, rangeKeys, Unconverted } from '../../reports/contract.ts';
import { ATTRIBUTED, isAttributed, type Attributed } from './cuts.ts';

const by = z
  .string()
  .refine(
    isAttributed,
    `must be one of ${ATTRIBUTED.join(', ')}, or a parameter of a source such as param:campaign`,
  ) as unknown as z.ZodType<Attributed>;

export const AttributionQuery = z.strictObject({
  ...rangeKeys,
  by: by.default('source'),
  offer_id: addressId.optional(),
  network_id: addressId.optional(),
});
export type AttributionQuery = z.infer<typeof AttributionQuery>;

const shared = z.string().regex(/^-?\d+\.\d{2,6}$/);

const credits = {
  last_conversions: shared.describe('Last click: of the arrival that the click belongs to, as on all other screens.'),
  last_revenue: money.describe('Expected.'),
  first_conversions: shared.describe('All to the first arrival of that day.'),
  first_revenue: money,
  linear_conversions: shared.describe('The same share to each arrival of that day until the click.'),
  linear_revenue: money,
};

export const AttributionLine = z.object({
  value: z.union([z.string(), z.int()]).nullable(),
  label: z.string(),
  ...credits,
});
export type AttributionLine = z.infer<typeof AttributionLine>;

export const Attribution = z.object({
  data: z.array(AttributionLine),
  totals: z.object(credits),
  conversions: count.describe('Conversions with a click, each once; those that were taken back whole are left out.'),
  with_several: count.describe('Of them those whose person arrived more than once on the day of the click.'),
  unconverted: Unconverted.describe('Money without a rate, in none of these sums.'),
  ...Range,
});
export type Attribution = z.infer<typeof Attribution>;
