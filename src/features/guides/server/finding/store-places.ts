import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

type Tables = {
  guide_items: {
    id: number;
    guide_id: number;
    offer_id: number | null;
    fallback_offer_id: number | null;
    title: string | null;
    rank: number;
    is_visible: boolean;
    deleted_at: string | null;
  };
  guides: { id: number; title: string; status: string; deleted_at: string | null };
};

/** A product with an offer that readers see, in a guide that they read. */
export type PlacedItem = {
  guide_id: number;
  guide_title: string;
  item_id: number;
  item_title: string | null;
  offer_id: number;
  fallback_offer_id: number | null;
};

/** By guide and rank. @param offerIds only products that hold one of these offers, or fall back to it. Uses guide_items_offer_idx where given */
export const listPlaced = async (db: Db, offerIds?: readonly number[]): Promise<PlacedItem[]> => {
  if (offerIds?.length === 0) return [];
  let query = db
    .withTables<Tables>()
    .selectFrom('guide_items as i')
    .innerJoin('guides as g', 'g.id', 'i.guide_id')
    .select([
      'g.id as guide_id',
      'g.title as guide_title',
      'i.id as item_id',
      'i.title as item_title',
      'i.fallback_offer_id',
    ])
    .select(sql<number>`i.offer_id`.as('offer_id'))
    .where('i.offer_id', 'is not', null)
    .where('i.is_visible', '=', true)
    .where('i.deleted_at', 'is', null)
    .where('g.deleted_at', 'is', null)
    .where('g.status', 'in', ['published', 'featured']);
  if (offerIds) {
    query = query.where((or) => or.or([or('i.offer_id', 'in', offerIds), or('i.fallback_offer_id', 'in', offerIds)]));
  }
  return query.orderBy('i.guide_id').orderBy('i.rank').execute();
};

/** Where readers find an offer: its guide, and its rank among the products that they see. */
export type RankedPlace = { offer_id: number; guide_id: number; guide_title: string; item_id: number; rank: number };

/** The places of these offers in guides that readers see, the best first. Uses guide_items_offer_idx for the guides to look at. */
export const listRanks = async (db: Db, offerIds: readonly number[]): Promise<RankedPlace[]> => {
  if (offerIds.length === 0) return [];
  const ids = JSON.stringify(offerIds);
  const { rows } = await sql<RankedPlace>`
    with wanted as (select value::int as id from jsonb_array_elements_text(${ids}::jsonb)),
    visible as (
      select i.id as item_id, i.offer_id, g.id as guide_id, g.title as guide_title,
             (row_number() over (partition by i.guide_id order by i.rank, i.id))::int as rank
        from guide_items i join guides g on g.id = i.guide_id
       where i.is_visible and i.deleted_at is null and g.deleted_at is null and g.status in ('published', 'featured')
         and i.guide_id in (select guide_id from guide_items where offer_id in (select id from wanted))
    )
    select offer_id, guide_id, guide_title, item_id, rank from visible
     where offer_id in (select id from wanted)
     order by rank, guide_id, item_id`.execute(db);
  return rows;
};
