import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { offerCaps } from '../../../offers/server/present.ts';
import { offersById } from '../../../offers/server/offer-facts.ts';
import { CAP_KINDS, reachedCaps, type Cap } from '../../../offers/server/caps.ts';
import type { CapKind } from '../../../offers/server/store-caps.ts';
import { getSettings } from '../../../settings/server/service.ts';
import { MAX_OVERFLOWS, takerOf, type Obstacles } from '../../held-back.ts';
import { destinationCap, destinationConversionCap } from '../destination-caps.ts';
import type * as store from '../store-links.ts';
import type { Target } from './targets.ts';

type Row = Pick<store.DestinationRow, 'id' | 'offer_id' | 'cap_daily_clicks' | 'cap_daily_conversions'>;

/** What may hold some destinations back now, by the database. */
export type ObstaclesNow<R extends Row> = Obstacles<R> & {
  /** The name of the offer that takes the visitors of one whose own offer is full. */
  overflowOf: (row: R) => string | undefined;
};

/**
 * Reads what the lists need to judge destinations as the router does, by the counts of this moment.
 * @returns what makes them of the targets, which may be read meanwhile
 */
export async function readObstacles<R extends Row>(
  db: Db,
  rows: readonly R[],
  now: Date,
): Promise<(target: (row: R) => Target) => ObstaclesNow<R>> {
  const ids = rows.flatMap(({ offer_id: id }) => (id === null ? [] : [id]));
  const offers = await withOverflows(db, ids, now);
  const full = await namesOfFull(db, rows, offers, now);
  const takerFor = (id: number) =>
    takerOf(
      {
        offer: (wanted) => offers.get(wanted),
        isOfferFull: (offer) => full.has(nameOf('offer', offer.id)),
      },
      id,
      now.getTime(),
    );
  return (target) => ({
    target(row) {
      if (!target(row).isPublic) return 'target_unpublished';
      const taker = row.offer_id === null ? undefined : takerFor(row.offer_id);
      return typeof taker === 'string' ? taker : undefined;
    },
    isFull: (row) => full.has(nameOf('destination', row.id)),
    overflowOf({ offer_id: id }) {
      const taker = id === null ? undefined : takerFor(id);
      return typeof taker === 'object' && taker.id !== id ? taker.name : undefined;
    },
  });
}

type Offers = Awaited<ReturnType<typeof withOverflows>>;

const nameOf = (what: (typeof CAP_KINDS)[CapKind]['of'], id: number): string => `${what} ${id}`;

/** The offers and destinations of which a cap is reached. */
async function namesOfFull(db: Db, rows: readonly Row[], offers: Offers, now: Date): Promise<ReadonlySet<string>> {
  const isCapped = rows.some((row) => row.cap_daily_clicks > 0 || row.cap_daily_conversions > 0);
  if (!isCapped && offers.size === 0) return new Set();
  const { time_zone: zone } = await getSettings(db);
  const own = rows.flatMap((row): Cap[] =>
    [destinationCap({ zone }, row), destinationConversionCap({ zone }, row)].filter((cap) => cap !== undefined),
  );
  const ofOffers = [...offers.values()].flatMap((offer) => offerCaps(offer, zone));
  const reached = await reachedCaps(db, [...own, ...ofOffers], now);
  return new Set(reached.map(({ kind, id }) => nameOf(CAP_KINDS[kind].of, id)));
}

/** Offers with those that take over for them, as far as the router goes. */
async function withOverflows(db: Db, ids: number[], now: Date) {
  const all = await offersById(db, ids, now);
  for (let hops = 0, last = all; hops < MAX_OVERFLOWS; hops += 1) {
    const next = [...last.values()].flatMap(({ overflow_offer_id: id }) => (id === null || all.has(id) ? [] : [id]));
    if (next.length === 0) break;
    last = await offersById(db, next, now);
    for (const [id, offer] of last) all.set(id, offer);
  }
  return all;
}
