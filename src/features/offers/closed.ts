import type { ClosedBy } from './contract.ts';

/** What of an offer and its network decides whether anybody may be sent to it. */
export type ClosableOffer = {
  /** Left out where only offers are known that are not deleted. */
  deleted_at?: string | null | undefined;
  is_network_paused: boolean;
  status: string;
  /** Left out in a file of before it was known. */
  is_link_dead?: boolean | undefined;
  starts_at: string | null;
  ends_at: string | null;
};

/** Why nobody may be sent to an offer. Its caps and its audience are judged apart. */
export type OfferClosed = 'deleted' | 'network_paused' | 'status' | 'link_dead' | 'not_begun' | 'over';

/**
 * What holds an offer back, whoever comes and however full it is: the first reason that is true, in the one order of router, pages,
 * lists and alerts. First what makes it dead, then its dates: `starts_at` inclusive, `ends_at` exclusive.
 * @param offer undefined for one that is deleted
 */
export function offerClosed(offer: ClosableOffer | undefined, nowMs: number): OfferClosed | undefined {
  if (offer === undefined || (offer.deleted_at ?? null) !== null) return 'deleted';
  if (offer.is_network_paused) return 'network_paused';
  if (offer.status !== 'active') return 'status';
  if (offer.is_link_dead) return 'link_dead';
  return outsideDates(offer, nowMs);
}

/** What its dates alone make of an offer. */
export function outsideDates(
  { starts_at: startsAt, ends_at: endsAt }: Pick<ClosableOffer, 'starts_at' | 'ends_at'>,
  nowMs: number,
): 'not_begun' | 'over' | undefined {
  if (startsAt !== null && nowMs < Date.parse(startsAt)) return 'not_begun';
  return endsAt !== null && nowMs >= Date.parse(endsAt) ? 'over' : undefined;
}

const CLOSED_BY: Record<OfferClosed, ClosedBy> = {
  deleted: 'deleted',
  network_paused: 'network_paused',
  status: 'status',
  link_dead: 'link_dead',
  not_begun: 'dates',
  over: 'dates',
};

/** The same with its caps, as screens are told it. @returns undefined while a button may lead there */
export function closedBy(offer: ClosableOffer & { is_full: boolean }, now: Date): ClosedBy | undefined {
  const closed = offerClosed(offer, now.getTime());
  if (closed) return CLOSED_BY[closed];
  return offer.is_full ? 'caps' : undefined;
}
