import { z } from 'zod';
import { bulkIds, dryRun } from '../../platform/paging.ts';
import { OFFER_STATUSES, offerTag, recordId } from './contract.ts';

/** One change for many offers. */
const OfferBulkAct = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('status'), status: z.enum(OFFER_STATUSES) }),
  z.strictObject({ do: z.literal('add_tag'), tag: offerTag }),
  z.strictObject({ do: z.literal('remove_tag'), tag: offerTag }),
  z.strictObject({
    do: z.literal('overflow'),
    overflow_offer_id: recordId.nullable().describe('Takes the visitors when a cap is reached. Null: none does.'),
  }),
]);
export type OfferBulkAct = z.infer<typeof OfferBulkAct>;

export const OfferBulk = z.strictObject({ ids: bulkIds, act: OfferBulkAct, dry_run: dryRun });
export type OfferBulk = z.infer<typeof OfferBulk>;
