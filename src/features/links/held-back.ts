import { offerClosed, type ClosableOffer, type OfferClosed } from '../offers/closed.ts';
import type { ClosedReason } from './rules.ts';

/** What of an offer decides whether it takes a click. */
export type JudgedOffer = ClosableOffer & {
  countries_allowed: readonly string[] | null;
  countries_blocked: readonly string[] | null;
  devices_allowed: readonly string[] | null;
  overflow_offer_id: number | null;
};

/** What an offer's audience is judged by, besides the time. */
export type Audience = { country?: string | undefined; device?: string | undefined };

/** The offers of this moment. */
export type Offers<O extends JudgedOffer> = {
  /** Nothing for one that is deleted. */
  offer: (id: number) => O | undefined;
  isOfferFull: (offer: O) => boolean;
};

export const MAX_OVERFLOWS = 10;

/**
 * The offer that takes a click meant for this one: itself, or where its cap is reached the first of its overflow offers that has room.
 * Each is judged by its own audience. The one judgement of every way out, of lists and of alerts.
 * @param who undefined: whoever comes
 * @returns what holds it back when nobody takes the click
 */
export function takerOf<O extends JudgedOffer>(
  offers: Offers<O>,
  id: number,
  nowMs: number,
  who?: Audience,
): O | ClosedReason {
  let next: number | null = id;
  for (let hops = 0; next !== null && hops <= MAX_OVERFLOWS; hops += 1) {
    const offer = offers.offer(next);
    const closed = closedReason(offer, nowMs, who);
    if (!offer || closed) return hops === 0 ? (closed ?? 'target_unpublished') : 'capped';
    if (!offers.isOfferFull(offer)) return offer;
    next = offer.overflow_offer_id;
  }
  return 'capped';
}

/** A destination without its target. */
export type Judged = {
  isActive: boolean;
  weight: number;
  /** Left out in a file of before destinations had schedules. */
  starts_at?: string | null | undefined;
  ends_at?: string | null | undefined;
};

/** What may hold a destination back besides its own fields; asked only where those do not. */
export type Obstacles<D> = {
  /** What holds its target back; `capped` where its offer and all that take over for it are full. */
  target: (one: D) => ClosedReason | undefined;
  /** Is a cap of its own reached? */
  isFull: (one: D) => boolean;
};

/**
 * What holds a destination back: the first reason that is true, in the one order of router, simulator, lists and alerts. First what
 * somebody decided, then what the target says, last what ends by itself.
 */
export function heldBack<D extends Judged>(
  one: D,
  nowMs: number,
  { target, isFull }: Obstacles<D>,
): ClosedReason | undefined {
  if (!one.isActive) return 'paused';
  if (one.starts_at != null && nowMs < Date.parse(one.starts_at)) return 'scheduled';
  if (one.ends_at != null && nowMs >= Date.parse(one.ends_at)) return 'ended';
  const closed = target(one);
  if (closed && closed !== 'capped') return closed;
  if (one.weight === 0) return 'no_weight';
  return closed ?? (isFull(one) ? 'capped' : undefined);
}

const CLOSED: Record<OfferClosed, ClosedReason> = {
  deleted: 'target_unpublished',
  network_paused: 'network_paused',
  status: 'target_unpublished',
  link_dead: 'target_unpublished',
  not_begun: 'offer_not_begun',
  over: 'offer_over',
};

/** What holds an offer back, caps apart: first what closes it to everybody, then who comes. */
function closedReason(
  offer: JudgedOffer | undefined,
  nowMs: number,
  who: Audience | undefined,
): ClosedReason | undefined {
  const closed = offerClosed(offer, nowMs);
  if (closed) return CLOSED[closed];
  return who && offer && audienceReason(offer, who);
}

/** Does the offer take visitors of this country and device? Who is not known is let in where only some are kept out. */
function audienceReason(offer: JudgedOffer, { country, device }: Audience): ClosedReason | undefined {
  const { countries_allowed: allowed, countries_blocked: blocked, devices_allowed: devices } = offer;
  if (allowed?.length && (country === undefined || !allowed.includes(country))) return 'country_not_allowed';
  if (blocked?.length && country !== undefined && blocked.includes(country)) return 'country_not_allowed';
  if (devices?.length && device !== undefined && !devices.includes(device)) return 'device_not_allowed';
  return undefined;
}
