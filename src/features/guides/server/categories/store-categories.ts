import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { withNextVersion } from '../../../../platform/server/records/record-queries.ts';
import type { GuideStatus } from '../../contract.ts';
import { PUBLIC_STATUSES } from '../../../publishing/rules.ts';

type CategoriesTable = {
  id: Generated<number>;
  name: string;
  slug: string;
  description: string | null;
  sort_order: number;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
};

type Tables = {
  guide_categories: CategoriesTable;
  guides: { id: number; category_id: number | null; status: GuideStatus; deleted_at: string | null };
};

export type CategoryRow = Selectable<CategoriesTable>;
export type NewCategory = Insertable<CategoriesTable>;
export type CategoryUpdate = Updateable<CategoriesTable>;

const tables = (db: Db) => db.withTables<Tables>();

/** Has a product that readers see. Uses guide_items_shown_idx. */
const showsProducts = sql`exists (select from guide_items i where i.guide_id = g.id and i.is_visible and i.deleted_at is null)`;
const isPublic = sql<boolean>`g.status in (${sql.join(PUBLIC_STATUSES)})`;

const inOrder = (db: Db) =>
  tables(db)
    .selectFrom('guide_categories as c')
    .selectAll('c')
    .groupBy('c.id')
    .orderBy('c.sort_order')
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id');

/** In their own order, then by name; with the number of guides that are not deleted, and of those that readers find: public, with a product to show. */
export const list = (db: Db): Promise<(CategoryRow & { guides_count: number; public_count: number })[]> =>
  inOrder(db)
    .leftJoin('guides as g', (on) => on.onRef('g.category_id', '=', 'c.id').on('g.deleted_at', 'is', null))
    .select([
      sql<number>`count(g.id)::int`.as('guides_count'),
      sql<number>`count(g.id) filter (where ${isPublic} and ${showsProducts})::int`.as('public_count'),
    ])
    .execute();

/** The same with those that readers find alone, which are counted by guides_on_shelf_idx. */
export const listPublic = (db: Db): Promise<(CategoryRow & { public_count: number })[]> =>
  inOrder(db)
    .leftJoin('guides as g', (on) => on.onRef('g.category_id', '=', 'c.id').on('g.deleted_at', 'is', null).on(isPublic))
    .select(sql<number>`count(g.id) filter (where ${showsProducts})::int`.as('public_count'))
    .execute();

export const findMany = (db: Db, ids: number[]): Promise<CategoryRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tables(db).selectFrom('guide_categories').selectAll().where('id', 'in', ids).execute();

/** Holds the row until the transaction ends; guides that are put into the category wait. */
export const lock = (db: Db, id: number): Promise<CategoryRow | undefined> =>
  tables(db).selectFrom('guide_categories').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The place after the last. */
export const nextPlace = async (db: Db): Promise<number> =>
  (
    await tables(db)
      .selectFrom('guide_categories')
      .select(sql<number>`least(coalesce(max(sort_order), 0) + 1, 1000)`.as('place'))
      .executeTakeFirstOrThrow()
  ).place;

/** @returns undefined when the slug is taken. @throws the database's unique violation `guide_categories_name_idx` when the name is */
export const insert = (db: Db, row: NewCategory): Promise<CategoryRow | undefined> =>
  tables(db)
    .insertInto('guide_categories')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Raises the version. @throws the database's unique violations `guide_categories_name_idx` and `guide_categories_slug_idx` */
export const update = (db: Db, id: number, change: CategoryUpdate, now: Date): Promise<CategoryRow> =>
  tables(db)
    .updateTable('guide_categories')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Every category in its present order, held until the transaction ends. */
export const lockAll = (db: Db): Promise<{ id: number; name: string }[]> =>
  tables(db)
    .selectFrom('guide_categories')
    .select(['id', 'name'])
    .orderBy('sort_order')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Numbers the categories from 1 in the order of `ids`; a place is no content, so versions stay. */
export async function setPlaces(db: Db, ids: readonly number[]): Promise<void> {
  const placed = sql`unnest(${sql.val(ids)}::int[]) with ordinality as placed (id, place)`;
  await sql`update guide_categories set sort_order = placed.place from ${placed} where guide_categories.id = placed.id`.execute(
    db,
  );
}

/** For good; guides in the trash are left without a category, so that they can come back. */
export async function remove(db: Db, id: number): Promise<void> {
  await tables(db)
    .updateTable('guides')
    .set({ category_id: null })
    .where('category_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
  await tables(db).deleteFrom('guide_categories').where('id', '=', id).execute();
}
