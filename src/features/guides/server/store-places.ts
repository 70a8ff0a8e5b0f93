import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres.ts';

type Tables = {
  guide_items: {
    id: number;
    guide_id: number;
    offer_id: number | null;
    fallback_offer_id: number | null;
    title: string | null;
    rank: number;
    is_visible: boolean;
  };
  guides: { id: number; title: string; status: string; deleted_at: string | null };
};

/** A product with an offer that readers see, in a guide that they read. */
export type PlacedItem = {
  guide_id: number;
  guide_title: string;
  item_title: string | null;
  offer_id: number;
  fallback_offer_id: number | null;
};

/** By guide and rank. @param offerId only products that hold this offer, or fall back to it. Uses guide_items_offer_idx where given */
export const listPlaced = (db: Db, offerId?: number): Promise<PlacedItem[]> => {
  let query = db
    .withTables<Tables>()
    .selectFrom('guide_items as i')
    .innerJoin('guides as g', 'g.id', 'i.guide_id')
    .select(['g.id as guide_id', 'g.title as guide_title', 'i.title as item_title', 'i.fallback_offer_id'])
    .select(sql<number>`i.offer_id`.as('offer_id'))
    .where('i.offer_id', 'is not', null)
    .where('i.is_visible', '=', true)
    .where('g.deleted_at', 'is', null)
    .where('g.status', 'in', ['published', 'featured']);
  if (offerId !== undefined) {
    query = query.where((or) => or.or([or('i.offer_id', '=', offerId), or('i.fallback_offer_id', '=', offerId)]));
  }
  return query.orderBy('i.guide_id').orderBy('i.rank').execute();
};
