import type { VisitorFacts } from '../../events/contract.ts';
import type { Visit } from '../match.ts';
import type { ClosedReason, Sight } from '../rules.ts';
import { destinationConversionCap, offerConversionCap } from './conversion-caps.ts';
import { destinationCap, linkCap, offerCaps, type ClickCaps } from './link-caps.ts';
import type { Destination, Offer, Routing, StoredLink } from './snapshot.ts';

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

const MAX_OVERFLOWS = 10;

/** What an offer's audience is judged by, besides the time. */
export type Audience = Pick<VisitorFacts, 'country' | 'device'>;

/** What is asked of caps to judge them, without taking anything. */
export type Room = Pick<ClickCaps, 'isReached' | 'isFull'>;

/**
 * The offer that takes a click meant for this one: itself, or where its cap is reached the first of its overflow offers that has room.
 * Each is judged by its own audience. The one judgement of every way out.
 * @param who undefined: whoever comes
 * @returns what holds it back when nobody takes the click
 */
export function openOffer(table: Routing, caps: Room, id: number, nowMs: number, who?: Audience): Offer | ClosedReason {
  let next: number | null = id;
  for (let hops = 0; next !== null && hops <= MAX_OVERFLOWS; hops += 1) {
    const offer: Offer | undefined = table.offers.get(next);
    const closed = closedReason(offer, nowMs, who);
    if (!offer || closed) return hops === 0 ? (closed ?? 'target_unpublished') : 'capped';
    const isFull =
      caps.isFull(offerConversionCap(table, offer), nowMs) ||
      offerCaps(table, offer).some((cap) => caps.isReached(cap, nowMs));
    if (!isFull) return offer;
    next = offer.overflow_offer_id;
  }
  return 'capped';
}

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
    closed(one) {
      const cap = destinationCap(table, one);
      if (cap && caps.isReached(cap, nowMs)) return 'capped';
      if (caps.isFull(destinationConversionCap(table, one), nowMs)) return 'capped';
      if (one.starts_at != null && nowMs < Date.parse(one.starts_at)) return 'scheduled';
      if (one.ends_at != null && nowMs >= Date.parse(one.ends_at)) return 'ended';
      if (one.guide_id !== null) return table.publicGuides.has(one.guide_id) ? undefined : 'target_unpublished';
      if (one.review_id !== null)
        return table.reviewById.get(one.review_id)?.isPublic ? undefined : 'target_unpublished';
      if (one.offer_id === null) return undefined;
      const offer = openOffer(table, caps, one.offer_id, nowMs, visit);
      return typeof offer === 'string' ? offer : undefined;
    },
    offerOf(one) {
      if (one.offer_id === null) return undefined;
      const offer = openOffer(table, caps, one.offer_id, nowMs, visit);
      return typeof offer === 'string' ? undefined : offer;
    },
  };
}

/** What holds an offer back, caps apart: first what makes it dead, then its dates, then who comes. */
function closedReason(offer: Offer | undefined, nowMs: number, who: Audience | undefined): ClosedReason | undefined {
  if (offer?.is_network_paused) return 'network_paused';
  if (offer?.status !== 'active' || offer.is_link_dead) return 'target_unpublished';
  if (offer.starts_at !== null && nowMs < Date.parse(offer.starts_at)) return 'offer_not_begun';
  if (offer.ends_at !== null && nowMs >= Date.parse(offer.ends_at)) return 'offer_over';
  return who && audienceReason(offer, who);
}

/** Does the offer take visitors of this country and device? Who is not known is let in where only some are kept out. */
function audienceReason(offer: Offer, { country, device }: Audience): ClosedReason | undefined {
  const { countries_allowed: allowed, countries_blocked: blocked, devices_allowed: devices } = offer;
  if (allowed?.length && (country === undefined || !allowed.includes(country))) return 'country_not_allowed';
  if (blocked?.length && country !== undefined && blocked.includes(country)) return 'country_not_allowed';
  if (devices?.length && device !== undefined && !(devices as readonly string[]).includes(device))
    return 'device_not_allowed';
  return undefined;
}
