import { sql, type Generated, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

type ViewsTable = {
  id: Generated<number>;
  name: string;
  query: string;
  created_by: number | null;
  created_at: Generated<string>;
};
export type ViewRow = Selectable<ViewsTable>;

type PinsTable = { user_id: number; view_id: number; created_at: string };

const views = (db: Db) => db.withTables<{ stats_views: ViewsTable; stats_view_pins: PinsTable }>();

export const listViews = (db: Db): Promise<ViewRow[]> =>
  views(db).selectFrom('stats_views').selectAll().orderBy('name').orderBy('id').execute();

/** Undefined when the name is taken. */
export const insertView = (
  db: Db,
  row: { name: string; query: string; created_by: number; created_at: string },
): Promise<ViewRow | undefined> =>
  views(db)
    .insertInto('stats_views')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();

export const removeView = (db: Db, id: number): Promise<ViewRow | undefined> =>
  views(db).deleteFrom('stats_views').where('id', '=', id).returningAll().executeTakeFirst();

export const findView = (db: Db, id: number): Promise<ViewRow | undefined> =>
  views(db).selectFrom('stats_views').selectAll().where('id', '=', id).executeTakeFirst();

/** Keeps a view from being removed until the transaction ends; others that lock it wait until then. */
export const lockView = (trx: Db, id: number): Promise<ViewRow | undefined> =>
  views(trx).selectFrom('stats_views').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Pins of one person that come at once wait for each other. */
export async function lockPinsOf(trx: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stats_view_pins ${userId}`}, 0))`.execute(trx);
}

/** The views that a person has pinned, by id. */
export const pinsOf = async (db: Db, userId: number): Promise<number[]> =>
  (await views(db).selectFrom('stats_view_pins').select('view_id').where('user_id', '=', userId).execute()).map(
    (row) => row.view_id,
  );

export async function insertPin(db: Db, row: PinsTable): Promise<void> {
  await views(db).insertInto('stats_view_pins').values(row).execute();
}

/** @returns whether there was one */
export async function removePin(db: Db, userId: number, viewId: number): Promise<boolean> {
  const { numDeletedRows } = await views(db)
    .deleteFrom('stats_view_pins')
    .where('user_id', '=', userId)
    .where('view_id', '=', viewId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
