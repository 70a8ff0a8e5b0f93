import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Format } from '../formula.ts';

type ColumnsTable = {
  id: Generated<number>;
  name: string;
  formula: string;
  format: Format;
  is_shared: boolean;
  created_by: number | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
};
export type ColumnRow = Selectable<ColumnsTable>;
export type ColumnUpdate = Partial<Pick<ColumnRow, 'name' | 'formula' | 'format' | 'is_shared' | 'created_by'>>;

const columns = (db: Db) => db.withTables<{ report_columns: ColumnsTable }>();

/** Those of a person and of the team, by name. */
export const listOf = (db: Db, userId: number): Promise<ColumnRow[]> =>
  columns(db)
    .selectFrom('report_columns')
    .selectAll()
    .where((where) => where.or([where('is_shared', '=', true), where('created_by', '=', userId)]))
    .orderBy(sql`folded(name)`)
    .execute();

export const countOf = async (db: Db, userId: number): Promise<number> =>
  (
    await columns(db)
      .selectFrom('report_columns')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('created_by', '=', userId)
      .executeTakeFirstOrThrow()
  ).n;

/** Holds the row until the transaction ends. */
export const lock = (trx: Db, id: number): Promise<ColumnRow | undefined> =>
  columns(trx).selectFrom('report_columns').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** @throws the database's violation `report_columns_name_idx` */
export const insert = (db: Db, row: Insertable<ColumnsTable>): Promise<ColumnRow> =>
  columns(db).insertInto('report_columns').values(row).returningAll().executeTakeFirstOrThrow();

/** Raises the version. @throws the same as `insert` */
export const update = (db: Db, id: number, change: ColumnUpdate, now: Date): Promise<ColumnRow> =>
  columns(db)
    .updateTable('report_columns')
    .set({ ...change, version: sql`version + 1`, updated_at: now.toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function remove(db: Db, id: number): Promise<void> {
  await columns(db).deleteFrom('report_columns').where('id', '=', id).execute();
}
