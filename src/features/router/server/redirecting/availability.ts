import { heldBack, takerOf, type Audience } from '../../../links/held-back.ts';
import type { Visit } from '../../../links/match.ts';
import type { Availability, ClosedReason } from '../../../links/rules.ts';
import { destinationCap, destinationConversionCap } from '../../../links/server/destination-caps.ts';
import type { Arrival } from '../../arrival.ts';
import { linkCap, offerCaps, type ClickCaps } from '../click-caps.ts';
import { offerConversionCap } from '../conversion-caps.ts';
import type { Destination, Offer, Routing, StoredLink } from './routing-tables.ts';

const notKnown = (): undefined => undefined;

/** A visit as rules see it. Country, device and the rest are those that are written down. */
export const visitOf = (
  { query, facts, osVersion = notKnown }: Pick<Arrival, 'query' | 'facts' | 'osVersion'>,
  sourceId: number | null,
  nowMs: number,
  isReturning: () => boolean | undefined,
): Visit => ({
  nowMs,
  country: facts.country,
  region: facts.region,
  language: facts.language,
  device: facts.device,
  os: facts.os,
  osVersion,
  browser: facts.browser,
  query,
  referrerHost: facts.referrer_host,
  isReturning,
  sourceId: sourceId ?? undefined,
});

/** What is asked of caps to judge them, without taking anything. */
export type Room = Pick<ClickCaps, 'isReached' | 'isFull'>;

/** What decides whether something can take a visitor now. */
export type Circumstances = {
  table: Routing;
  caps: Room;
  nowMs: number;
  /** Undefined: whoever comes. */
  who?: Audience;
};

/** @returns what holds it back when nobody takes the click */
export const openOffer = ({ table, caps, nowMs, who }: Circumstances, id: number): Offer | ClosedReason =>
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
export function firstOpen(circumstances: Circumstances, ids: readonly (number | null)[]): Offer | ClosedReason[] {
  const closed: ClosedReason[] = [];
  for (const id of ids) {
    if (id === null) continue;
    const offer = openOffer(circumstances, id);
    if (typeof offer === 'object') return offer;
    closed.push(offer);
  }
  return closed;
}

/** What holds the target of a destination back. */
export function targetReason(
  circumstances: Circumstances,
  one: Pick<Destination, 'guide_id' | 'review_id' | 'offer_id'>,
): ClosedReason | undefined {
  const { publicGuides, reviewById } = circumstances.table;
  if (one.guide_id !== null) return publicGuides.has(one.guide_id) ? undefined : 'target_unpublished';
  if (one.review_id !== null) return reviewById.get(one.review_id)?.isPublic ? undefined : 'target_unpublished';
  if (one.offer_id === null) return undefined;
  const offer = openOffer(circumstances, one.offer_id);
  return typeof offer === 'string' ? offer : undefined;
}

type LinkAvailability = Availability<Destination> & { offerOf(one: Destination): Offer | undefined };

/** Which destinations can take one visit, by the snapshot of this moment. */
export function availabilityOf(
  table: Routing,
  caps: Room,
  link: Pick<StoredLink, 'id' | 'click_limit'>,
  visit: Visit,
): LinkAvailability {
  const { nowMs } = visit;
  const circumstances = { table, caps, nowMs, who: visit };
  const obstacles = {
    target: (one: Destination) => targetReason(circumstances, one),
    isFull(one: Destination) {
      const cap = destinationCap(table, one);
      return (
        (cap !== undefined && caps.isReached(cap, nowMs)) || caps.isFull(destinationConversionCap(table, one), nowMs)
      );
    },
  };
  return {
    isLimitReached() {
      const cap = linkCap(link);
      return cap !== undefined && caps.isReached(cap, nowMs);
    },
    heldBack: (one) => heldBack(one, nowMs, obstacles),
    offerOf(one) {
      if (one.offer_id === null) return undefined;
      const offer = openOffer(circumstances, one.offer_id);
      return typeof offer === 'string' ? undefined : offer;
    },
  };
}
