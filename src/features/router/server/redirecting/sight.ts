import type { VisitorFacts } from '../../../events/contract.ts';
import { heldBack, takerOf, type Audience } from '../../../links/held-back.ts';
import type { Visit } from '../../../links/match.ts';
import type { ClosedReason, Sight } from '../../../links/rules.ts';
import { offerConversionCap } from '../conversion-caps.ts';
import { destinationConversionCap } from '../../../links/server/destination-caps.ts';
import { linkCap, offerCaps, type ClickCaps } from '../click-caps.ts';
import { destinationCap } from '../../../links/server/destination-caps.ts';
import type { Destination, Offer, Routing, StoredLink } from '../snapshot.ts';

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

/** What is asked of caps to judge them, without taking anything. */
export type Room = Pick<ClickCaps, 'isReached' | 'isFull'>;

/** @returns what holds it back when nobody takes the click */
export const openOffer = (
  table: Routing,
  caps: Room,
  id: number,
  nowMs: number,
  who?: Audience,
): Offer | ClosedReason =>
  takerOf(
    {
      offer: (wanted) => table.offers.get(wanted),
      isOfferFull: (offer) =>
        caps.isFull(offerConversionCap(table, offer), nowMs) ||
        offerCaps(table, offer).some((cap) => caps.isReached(cap, nowMs)),
    },
    id,
    nowMs,
    who,
  );

/**
 * The first of a button's offers that takes the visitor: the product's own, then its fallback.
 * @returns what holds each of them back when none does
 */
export function firstOpen(
  table: Routing,
  caps: Room,
  ids: readonly (number | null)[],
  nowMs: number,
  who: Audience,
): Offer | ClosedReason[] {
  const closed: ClosedReason[] = [];
  for (const id of ids) {
    if (id === null) continue;
    const offer = openOffer(table, caps, id, nowMs, who);
    if (typeof offer === 'object') return offer;
    closed.push(offer);
  }
  return closed;
}

/** What holds the target of a destination back. */
export function targetReason(
  table: Routing,
  caps: Room,
  one: Pick<Destination, 'guide_id' | 'review_id' | 'offer_id'>,
  nowMs: number,
  who?: Audience,
): ClosedReason | undefined {
  if (one.guide_id !== null) return table.publicGuides.has(one.guide_id) ? undefined : 'target_unpublished';
  if (one.review_id !== null) return table.reviewById.get(one.review_id)?.isPublic ? undefined : 'target_unpublished';
  if (one.offer_id === null) return undefined;
  const offer = openOffer(table, caps, one.offer_id, nowMs, who);
  return typeof offer === 'string' ? offer : undefined;
}

type LinkSight = Sight<Destination> & { offerOf(one: Destination): Offer | undefined };

/** What stands in the way of each destination for one visit, by the snapshot of this moment. */
export function sightOf(
  table: Routing,
  link: Pick<StoredLink, 'id' | 'click_limit'>,
  visit: Visit,
  caps: ClickCaps,
): LinkSight {
  const { nowMs } = visit;
  return {
    isLimitReached() {
      const cap = linkCap(link);
      return cap !== undefined && caps.isReached(cap, nowMs);
    },
    heldBack: (one) =>
      heldBack(one, nowMs, {
        target: () => targetReason(table, caps, one, nowMs, visit),
        isFull() {
          const cap = destinationCap(table, one);
          return (
            (cap !== undefined && caps.isReached(cap, nowMs)) ||
            caps.isFull(destinationConversionCap(table, one), nowMs)
          );
        },
      }),
    offerOf(one) {
      if (one.offer_id === null) return undefined;
      const offer = openOffer(table, caps, one.offer_id, nowMs, visit);
      return typeof offer === 'string' ? undefined : offer;
    },
  };
}
