import { z } from 'zod';
import { addressId } from '../../platform/paging.ts';
import { ratio } from '../reports/contract.ts';

/** Of a link's destinations, or of a guide's products. */
export const LikelyBestQuery = z
  .strictObject({ link_id: addressId.optional(), listicle_id: addressId.optional() })
  .refine((asked) => (asked.link_id === undefined) !== (asked.listicle_id === undefined), {
    path: ['link_id'],
    message: 'one of link_id and listicle_id is needed, not both',
  });
export type LikelyBestQuery = z.infer<typeof LikelyBestQuery>;

const Best = z
  .object({ id: z.int(), name: z.string(), since: z.iso.date().describe('The day at whose end it was clear.') })
  .nullable();

export const LikelyBest = z.object({
  data: z.object({
    best: Best.describe('Null while none stands out.'),
    best_before: Best.describe('Of the 30 days before these.'),
    arms: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        cases: z.int().describe('Visits of a destination, impressions of a product.'),
        hits: z.int().describe('Different visits that clicked.'),
        rate: ratio,
      }),
    ),
    from: z.iso.date().describe('The first day that counts: the one after the last of them was added.'),
    day: z.int().describe('Days that are over since then, 0 to 30.'),
    planned_days: z.int(),
    error_rate: z.number().describe('How often chance alone names anybody.'),
  }),
  tz: z.string(),
});
export type LikelyBest = z.infer<typeof LikelyBest>;
