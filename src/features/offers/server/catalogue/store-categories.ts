import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

type CategoriesTable = {
  id: Generated<number>;
  name: string;
  slug: string;
  sort_order: Generated<number>;
  color: string | null;
  icon: string | null;
  description: string | null;
  is_default: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
};

type Tables = {
  offer_categories: CategoriesTable;
  offers: { id: number; category_id: number; deleted_at: string | null };
};

export type CategoryRow = Selectable<CategoriesTable>;
export type NewCategory = Insertable<CategoriesTable>;
export type CategoryUpdate = Updateable<CategoriesTable>;

const tables = (db: Db) => db.withTables<Tables>();

/** In their own order, then by name; with the number of offers that are not deleted. */
export const list = (db: Db): Promise<(CategoryRow & { offers_count: number })[]> =>
  tables(db)
    .selectFrom('offer_categories as c')
    .selectAll('c')
    .select((from) =>
      from
        .selectFrom('offers as o')
        .whereRef('o.category_id', '=', 'c.id')
        .where('o.deleted_at', 'is', null)
        .select(sql<number>`count(*)::int`.as('total'))
        .$asScalar()
        .$notNull()
        .as('offers_count'),
    )
    .orderBy('c.sort_order')
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .execute();

export async function listNames(db: Db): Promise<Map<number, string>> {
  const rows = await tables(db).selectFrom('offer_categories').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const findDefaultId = async (db: Db): Promise<number> =>
  (
    await tables(db)
      .selectFrom('offer_categories')
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow()
  ).id;

/** Holds the row until the transaction ends; new offers of the category wait. */
export const lock = (db: Db, id: number): Promise<CategoryRow | undefined> =>
  tables(db).selectFrom('offer_categories').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** @throws the database's violations `offer_categories_name_idx` and `offer_categories_slug_key` */
export const insert = (db: Db, row: NewCategory): Promise<CategoryRow> =>
  tables(db).insertInto('offer_categories').values(row).returningAll().executeTakeFirstOrThrow();

/** Raises the version. @throws the same as `insert` */
export const update = (db: Db, id: number, change: CategoryUpdate, now: Date): Promise<CategoryRow> =>
  tables(db)
    .updateTable('offer_categories')
    .set({ ...change, version: sql`version + 1`, updated_at: now.toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** For good; offers in the trash go to the default category, so that they can come back. */
export async function remove(db: Db, id: number): Promise<void> {
  const fallback = await findDefaultId(db);
  await tables(db)
    .updateTable('offers')
    .set({ category_id: fallback })
    .where('category_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
  await tables(db).deleteFrom('offer_categories').where('id', '=', id).execute();
}
