import type { VisitorFacts } from '../../events/contract.ts';
import type { Visit } from '../match.ts';
import type { ClosedReason, Sight } from '../rules.ts';
import { isOfferLive, type Destination, type Offer, type Routing } from './snapshot.ts';

const notKnown = (): undefined => undefined;

/** A visit as rules see it. Country, device and the rest are those that are written down. */
export const visitOf = (
  nowMs: number,
  sourceId: number | null,
  query: Visit['query'],
  { facts, osVersion }: { facts: VisitorFacts; osVersion?: (() => string | undefined) | undefined },
  isReturning: () => boolean | undefined,
): Visit => ({
  nowMs,
  country: facts.country,
  region: facts.region,
  language: facts.language,
  device: facts.device,
  os: facts.os,
  osVersion: osVersion ?? notKnown,
  browser: facts.browser,
  query,
  referrerHost: facts.referrer_host,
  isReturning,
  sourceId: sourceId ?? undefined,
});

/** What stands in the way of each destination for one visit, by the snapshot of this moment. */
export function sightOf(
  table: Routing,
  visit: Visit,
): Sight<Destination> & { offerOf(one: Destination): Offer | undefined } {
  const judgeOffer = (offer: Offer | undefined): ClosedReason | undefined => {
    if (!isOfferLive(offer, visit.nowMs)) return 'target_unpublished';
    return audienceReason(offer, visit);
  };
  return {
    isLimitReached: () => false,
    closed(one) {
      if (one.guide_id !== null) return table.publicGuides.has(one.guide_id) ? undefined : 'target_unpublished';
      if (one.review_id !== null)
        return table.reviewById.get(one.review_id)?.isPublic ? undefined : 'target_unpublished';
      if (one.offer_id !== null) return judgeOffer(table.offers.get(one.offer_id));
      return undefined;
    },
    offerOf: (one) => (one.offer_id === null ? undefined : table.offers.get(one.offer_id)),
  };
}

/** Does the offer take visitors of this country and device? Who is not known is let in where only some are kept out. */
function audienceReason(offer: Offer, { country, device }: Visit): ClosedReason | undefined {
  const { countries_allowed: allowed, countries_blocked: blocked, devices_allowed: devices } = offer;
  if (allowed?.length && (country === undefined || !allowed.includes(country))) return 'country_not_allowed';
  if (blocked?.length && country !== undefined && blocked.includes(country)) return 'country_not_allowed';
  if (devices?.length && device !== undefined && !(devices as readonly string[]).includes(device))
    return 'device_not_allowed';
  return undefined;
}
