import type { Deps } from '../../../platform/server/deps.ts';
import type { Offer, OfferInput } from '../contract.ts';
import { createOffer } from './service.ts';

let made = 0;

/** An offer as the administrator would make it: active, 40.00 per sale. */
export async function buildOffer(deps: Pick<Deps, 'db' | 'clock'>, input: Partial<OfferInput> = {}): Promise<Offer> {
  made += 1;
  const scope = { ...deps, count: () => Promise.resolve(new Map()) };
  const filled = {
    name: `Offer ${made}`,
    url: `https://shop.example/p/${made}?s={click_id}`,
    payout_amount: '40.00',
    ...input,
  };
  return (await createOffer(scope, undefined, filled)).data;
}
