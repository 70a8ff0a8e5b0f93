import type { Db } from '../../../platform/server/postgres.ts';
import { offersById } from '../../offers/server/service.ts';
import { linkState } from '../rules.ts';
import { listPlaced } from './store-places.ts';

/** A product that readers see, with where its button leads now. */
export type PlacedProduct = {
  guide: { id: number; title: string };
  product: string;
  offer: { id: number; name: string };
  /** The offer itself, the one that stands in for it, or no button at all. */
  leadsTo: 'offer' | 'fallback' | 'none';
  fallbackName: string | null;
  isFallbackLive: boolean;
};

/** Where readers see an offer, or would see it in another's stead; without an id, every product with an offer. */
export async function placedProducts(db: Db, now: Date, offerId?: number): Promise<PlacedProduct[]> {
  const rows = await listPlaced(db, offerId);
  const ids = rows.flatMap((row) => [row.offer_id, row.fallback_offer_id]).filter((id) => id !== null);
  const offers = await offersById(db, ids, now);
  return rows.map((row) => {
    const own = offers.get(row.offer_id);
    const fallback = offers.get(row.fallback_offer_id ?? 0);
    const name = own?.name ?? '';
    return {
      guide: { id: row.guide_id, title: row.guide_title },
      product: row.item_title ?? name,
      offer: { id: row.offer_id, name },
      leadsTo: linkState(own, fallback),
      fallbackName: fallback?.name ?? null,
      isFallbackLive: fallback?.isLive ?? false,
    };
  });
}
