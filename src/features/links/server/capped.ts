import type { Db } from '../../../platform/server/postgres.ts';
import { allCapsOf, offersById, reachedCaps, type Cap } from '../../offers/server/service.ts';
import { getSettings } from '../../settings/server/service.ts';
import { destinationConversionCap } from './conversion-caps.ts';
import { destinationCap } from './link-caps.ts';
import type * as store from './store.ts';

const MAX_OVERFLOWS = 10;

type Capped = Pick<store.DestinationRow, 'id' | 'offer_id' | 'cap_daily_clicks' | 'cap_daily_conversions'>;

/** What caps do to some destinations now. */
export type CapsNow = {
  /** Those whose own cap is reached, or whose offer and all that would take over for it are full. */
  full: ReadonlySet<number>;
  /** By destination, the name of the offer that takes the visitors of one whose offer is full. */
  overflow: ReadonlyMap<number, string>;
};

const NONE: CapsNow = { full: new Set(), overflow: new Map() };

/** Judges these destinations by the counts of this moment. */
export async function capsNow(db: Db, rows: readonly Capped[], now: Date): Promise<CapsNow> {
  const offers = await withOverflows(
    db,
    rows.flatMap(({ offer_id: id }) => (id === null ? [] : [id])),
    now,
  );
  const hasCap = rows.some((row) => row.cap_daily_clicks > 0 || row.cap_daily_conversions > 0) || offers.size > 0;
  if (!hasCap) return NONE;
  const { time_zone: zone } = await getSettings(db);
  const own = rows.flatMap((row): Cap[] =>
    [destinationCap({ zone }, row), destinationConversionCap({ zone }, row)].filter((cap) => cap !== undefined),
  );
  const ofOffers = [...offers.values()].flatMap((offer) => allCapsOf(offer, zone));
  const reached = await reachedCaps(db, [...own, ...ofOffers], now);
  const fullOffers = new Set(reached.filter(({ kind }) => kind.startsWith('offer_')).map(({ id }) => id));
  const fullOnes = new Set(reached.filter(({ kind }) => kind.startsWith('destination_')).map(({ id }) => id));
  /** The offer that takes the visitors of this one; itself too where it is not live, which is no matter of caps. */
  const takerOf = (id: number): number | undefined => {
    let next: number | null = id;
    for (let hops = 0; next !== null && hops <= MAX_OVERFLOWS; hops += 1) {
      const offer = offers.get(next);
      if (!offer || (hops > 0 && !offer.isLive)) return hops > 0 ? undefined : id;
      if (!fullOffers.has(next)) return next;
      next = offer.overflow_offer_id;
    }
    return undefined;
  };
  const full = new Set<number>();
  const overflow = new Map<number, string>();
  for (const { id, offer_id: offerId } of rows) {
    const taker = offerId === null ? null : takerOf(offerId);
    if (fullOnes.has(id) || taker === undefined) full.add(id);
    else if (taker !== null && taker !== offerId) overflow.set(id, offers.get(taker)!.name);
  }
  return { full, overflow };
}

/** Offers with those that take over for them, as far as the router goes. */
async function withOverflows(db: Db, ids: number[], now: Date): ReturnType<typeof offersById> {
  const all = await offersById(db, ids, now);
  for (let hops = 0, last = all; hops < MAX_OVERFLOWS; hops += 1) {
    const next = [...last.values()].flatMap(({ overflow_offer_id: id }) => (id === null || all.has(id) ? [] : [id]));
    if (next.length === 0) break;
    last = await offersById(db, next, now);
    for (const [id, offer] of last) all.set(id, offer);
  }
  return all;
}
