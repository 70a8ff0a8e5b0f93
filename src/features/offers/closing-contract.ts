import { z } from 'zod';
import { NetworkChange } from '../networks/contract.ts';
import { OfferChange } from './contract.ts';

/** A place that readers or visitors have, and what is left of it while an offer takes nobody. */
export const ClosingPlace = z.object({
  kind: z.enum(['guide', 'review', 'link']),
  id: z.int(),
  title: z.string(),
  product: z.string().nullable().describe('The product of a guide whose button it is.'),
  product_id: z.int().nullable(),
  offer: z.string().describe('The name of the offer that takes nobody any more.'),
  is_lost: z.boolean().describe('Its button is gone. Of a link never: it has other destinations or its fallback.'),
  instead: z.string().nullable().describe('The fallback of the product that takes its place.'),
});
export type ClosingPlace = z.infer<typeof ClosingPlace>;

export const ClosingReply = z.object({ data: z.array(ClosingPlace) });

const stand_in_offer_id = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .optional()
  .describe('Becomes the fallback of every product of a public guide that would be left without a button.');

/** A change that closes an offer, and what takes its place, written together. */
export const OfferClosing = z.strictObject({ ...OfferChange.shape, stand_in_offer_id });
export type OfferClosing = z.infer<typeof OfferClosing>;

/** The same for a network, with all its offers. */
export const NetworkClosing = z.strictObject({ ...NetworkChange.shape, stand_in_offer_id });
export type NetworkClosing = z.infer<typeof NetworkClosing>;
