import type { Deps } from '../../../platform/server/deps.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import type { Review, ReviewInput } from '../contract.ts';
import { createReview } from './service.ts';

let made = 0;

/** A published review, fit to be public; without an `offer_id` it makes its own offer. */
export async function buildReview(deps: Pick<Deps, 'db' | 'clock'>, input: Partial<ReviewInput> = {}): Promise<Review> {
  made += 1;
  const scope = { ...deps, countViews: () => Promise.resolve(new Map()) };
  const offerId = input.offer_id ?? (await buildOffer(deps)).id;
  return createReview(scope, undefined, {
    title: `Review number ${made}`,
    status: 'published',
    pros: ['Easy to carry'],
    cons: ['Hard to wash'],
    ...input,
    offer_id: offerId,
  });
}
