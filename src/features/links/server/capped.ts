import type { Db } from '../../../platform/server/postgres.ts';
import { allCapsOf, offersById, reachedCaps, type Cap } from '../../offers/server/service.ts';
import { getSettings } from '../../settings/server/service.ts';
import { destinationConversionCap } from './conversion-caps.ts';
import { destinationCap } from './link-caps.ts';
import type * as store from './store.ts';

const MAX_OVERFLOWS = 10;

type Capped = Pick<store.DestinationRow, 'id' | 'offer_id' | 'cap_daily_clicks' | 'cap_daily_conversions'>;

/** The destinations whose own cap is reached, or whose offer and all that would take over for it are full. */
export async function cappedDestinations(db: Db, rows: readonly Capped[], now: Date): Promise<Set<number>> {
  const offers = await withOverflows(
    db,
    rows.flatMap(({ offer_id: id }) => (id === null ? [] : [id])),
    now,
  );
  const hasCap = rows.some((row) => row.cap_daily_clicks > 0 || row.cap_daily_conversions > 0) || offers.size > 0;
  if (!hasCap) return new Set();
  const { time_zone: zone } = await getSettings(db);
  const own = rows.flatMap((row): Cap[] =>
    [destinationCap({ zone }, row), destinationConversionCap({ zone }, row)].filter((cap) => cap !== undefined),
  );
  const ofOffers = [...offers.values()].flatMap((offer) => allCapsOf(offer, zone));
  const reached = await reachedCaps(db, [...own, ...ofOffers], now);
  const fullOffers = new Set(reached.filter(({ kind }) => kind.startsWith('offer_')).map(({ id }) => id));
  const fullOnes = new Set(reached.filter(({ kind }) => kind.startsWith('destination_')).map(({ id }) => id));
  const isFull = (id: number | null): boolean => {
    let next = id;
    for (let hops = 0; next !== null && hops <= MAX_OVERFLOWS; hops += 1) {
      const offer = offers.get(next);
      if (!offer || (hops > 0 && !offer.isLive)) return hops > 0;
      if (!fullOffers.has(next)) return false;
      next = offer.overflow_offer_id;
    }
    return id !== null;
  };
  return new Set(rows.filter((row) => fullOnes.has(row.id) || isFull(row.offer_id)).map(({ id }) => id));
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
