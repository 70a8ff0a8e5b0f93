import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Json } from '../../../../platform/server/postgres/postgres.ts';
import type { Badge } from '../../item-fields.ts';
import type { ScoresTenths } from '../../rules.ts';
import { PUBLIC_STATUSES } from '../../../publishing/rules.ts';
import type { GuideStatus } from '../../contract.ts';

type ItemsTable = {
  id: Generated<number>;
  guide_id: number;
  offer_id: number | null;
  rank: number;
  title: string | null;
  badge: Badge | null;
  badge_text: string | null;
  score_tenths: number | null;
  score_reason: string | null;
  rank_reason: string | null;
  scores: Json<ScoresTenths>;
  summary: string | null;
  body: string | null;
  pros: Json<string[]>;
  cons: Json<string[]>;
  best_for: string | null;
  not_for: string | null;
  image_url: string | null;
  image_alt: string | null;
  cta_text: string;
  fallback_offer_id: number | null;
  is_visible: boolean;
  sponsored_placement: boolean;
  attributes: Json<Record<string, string>>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
};

export type ItemRow = Selectable<ItemsTable>;
export type NewItem = Insertable<ItemsTable>;
export type ItemUpdate = Updateable<ItemsTable>;

const t = (db: Db) => db.withTables<{ guide_items: ItemsTable }>();
const everyItem = (db: Db) => t(db).selectFrom('guide_items');
/** Without those that were taken out. */
const items = (db: Db) => everyItem(db).where('guide_items.deleted_at', 'is', null);

/** By rank. Uses guide_items_rank_key. */
export const listOf = (db: Db, guideId: number): Promise<ItemRow[]> =>
  items(db).selectAll().where('guide_id', '=', guideId).orderBy('rank').execute();

/** The visible ones of several guides, by guide and rank. */
export const listVisible = (db: Db, guideIds: number[]): Promise<ItemRow[]> =>
  guideIds.length === 0
    ? Promise.resolve([])
    : items(db)
        .selectAll()
        .where('guide_id', 'in', guideIds)
        .where('is_visible', '=', true)
        .orderBy('guide_id')
        .orderBy('rank')
        .execute();

/** What the visible ones of several guides lead to. */
export const listNamedOffers = (
  db: Db,
  guideIds: number[],
): Promise<Pick<ItemRow, 'offer_id' | 'fallback_offer_id'>[]> =>
  guideIds.length === 0
    ? Promise.resolve([])
    : items(db)
        .select(['offer_id', 'fallback_offer_id'])
        .where('guide_id', 'in', guideIds)
        .where('is_visible', '=', true)
        .execute();

const ROUTABLE = [
  'id',
  'guide_id',
  'offer_id',
  'fallback_offer_id',
  'rank',
  'is_visible',
  'badge',
  'badge_text',
  'title',
  'cta_text',
  'sponsored_placement',
] as const;

/** What routing needs of every product of a guide that was public at some time and is not deleted, by guide and rank. @param guideIds only of some */
export const listRoutable = (
  db: Db,
  guideIds?: readonly number[],
): Promise<Pick<ItemRow, (typeof ROUTABLE)[number]>[]> =>
  db
    .withTables<{
      guide_items: ItemsTable;
      guides: { id: number; deleted_at: string | null; first_published_at: string | null };
    }>()
    .selectFrom('guide_items as i')
    .innerJoin('guides as g', 'g.id', 'i.guide_id')
    .select(ROUTABLE.map((column) => `i.${column}` as const))
    .$if(guideIds !== undefined, (query) => query.where('i.guide_id', 'in', guideIds!))
    .where('i.deleted_at', 'is', null)
    .where('g.deleted_at', 'is', null)
    // nobody may learn from a way out what an unpublished guide will hold
    .where('g.first_published_at', 'is not', null)
    .orderBy('i.guide_id')
    .orderBy('i.rank')
    .execute();

/** The newest guides that the public reads in which it sees an offer. Uses guide_items_offer_idx. */
export async function listHolding(db: Db, offerId: number, limit: number): Promise<number[]> {
  const rows = await db
    .withTables<{ guide_items: ItemsTable; guides: { id: number; deleted_at: string | null; status: GuideStatus } }>()
    .selectFrom('guide_items as i')
    .innerJoin('guides as g', 'g.id', 'i.guide_id')
    .select('i.guide_id')
    .distinct()
    .where('i.offer_id', '=', offerId)
    .where('i.is_visible', '=', true)
    .where('i.deleted_at', 'is', null)
    .where('g.deleted_at', 'is', null)
    .where('g.status', 'in', PUBLIC_STATUSES)
    .orderBy('i.guide_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.guide_id);
}

export const find = (db: Db, guideId: number, id: number): Promise<ItemRow | undefined> =>
  items(db).selectAll().where('guide_id', '=', guideId).where('id', '=', id).executeTakeFirst();

export const findMany = (db: Db, ids: number[]): Promise<ItemRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : items(db).selectAll().where('id', 'in', ids).execute();

const isOfLivingGuide = sql<boolean>`exists (select from guides g where g.id = guide_items.guide_id and g.deleted_at is null)`;

/** A product of a guide that is not deleted. */
export const findAnywhere = (db: Db, id: number): Promise<ItemRow | undefined> =>
  items(db).selectAll().where('id', '=', id).where(isOfLivingGuide).executeTakeFirst();

/** A product wherever it lies, in the trash too. */
export const findEverywhere = (db: Db, id: number): Promise<ItemRow | undefined> =>
  everyItem(db).selectAll().where('id', '=', id).executeTakeFirst();

/** A product that was taken out of a guide that is not deleted. */
export const findRemoved = (db: Db, id: number): Promise<ItemRow | undefined> =>
  everyItem(db)
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(isOfLivingGuide)
    .executeTakeFirst();

export const findBestOverall = (db: Db, guideId: number): Promise<ItemRow | undefined> =>
  items(db).selectAll().where('guide_id', '=', guideId).where('badge', '=', 'best_overall').executeTakeFirst();

/** How many products each guide has, and how many of them readers see; guides without any are left out. */
export async function countOf(db: Db, guideIds: number[]): Promise<Map<number, { total: number; visible: number }>> {
  if (guideIds.length === 0) return new Map();
  const rows = await items(db)
    .select([
      'guide_id',
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(*) filter (where is_visible)::int`.as('visible'),
    ])
    .where('guide_id', 'in', guideIds)
    .groupBy('guide_id')
    .execute();
  return new Map(rows.map((row) => [row.guide_id, row]));
}

export const insert = (db: Db, row: NewItem): Promise<ItemRow> =>
  t(db).insertInto('guide_items').values(row).returningAll().executeTakeFirstOrThrow();

/** Out of readers' sight, before anybody has seen it. */
export const hide = (db: Db, id: number): Promise<ItemRow> =>
  t(db)
    .updateTable('guide_items')
    .set({ is_visible: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Raises the version. */
export const update = (db: Db, id: number, change: ItemUpdate, now: Date): Promise<ItemRow> =>
  t(db)
    .updateTable('guide_items')
    .set({ ...change, version: sql`version + 1`, updated_at: now.toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Ranks 1..n in the order of `ids`; the unique rank is judged when the transaction commits. */
export async function setRanks(db: Db, guideId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await t(db)
    .updateTable('guide_items')
    .set({ rank: sql`array_position(${ids}::int[], id)` })
    .where('guide_id', '=', guideId)
    .where('id', 'in', ids)
    .execute();
}

/** Copies every product of one guide to another, with its rank. */
export async function copyAll(db: Db, from: number, to: number): Promise<void> {
  const rows = await listOf(db, from);
  if (rows.length === 0) return;
  await t(db)
    .insertInto('guide_items')
    .values(
      rows.map(({ id: _id, version: _version, created_at: _made, updated_at: _changed, ...row }) => ({
        ...row,
        guide_id: to,
        pros: JSON.stringify(row.pros),
        cons: JSON.stringify(row.cons),
        scores: JSON.stringify(row.scores),
        attributes: JSON.stringify(row.attributes),
      })),
    )
    .execute();
}
