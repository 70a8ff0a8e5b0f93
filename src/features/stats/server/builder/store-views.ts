import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

type ViewsTable = {
  id: Generated<number>;
  name: string;
  query: string;
  created_by: number | null;
  created_at: Generated<string>;
};
export type ViewRow = Selectable<ViewsTable>;

const views = (db: Db) => db.withTables<{ stats_views: ViewsTable }>();

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
