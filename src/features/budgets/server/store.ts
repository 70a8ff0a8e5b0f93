import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

type BudgetsTable = {
  id: Generated<number>;
  source_id: number;
  month: string;
  amount_micros: bigint | null;
  currency: string;
  created_by: number | null;
  created_at: string;
};
export type BudgetRow = Selectable<BudgetsTable>;
export type BudgetUpdate = Partial<Omit<BudgetRow, 'id'>>;

const budgets = (db: Db) => db.withTables<{ budgets: BudgetsTable }>();

/** The one of each source that holds in a month, be it that there is none; sources in the trash have none. */
export const listInForce = (db: Db, month: string): Promise<BudgetRow[]> =>
  budgets(db)
    .selectFrom('budgets')
    .selectAll()
    .distinctOn('source_id')
    .where('month', '<=', month)
    .where(sql<boolean>`exists (select from sources s where s.id = source_id and s.deleted_at is null)`)
    .orderBy('source_id')
    .orderBy('month', 'desc')
    .execute();

export const findOf = (db: Db, sourceId: number, month: string): Promise<BudgetRow | undefined> =>
  budgets(db)
    .selectFrom('budgets')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst();

export const insert = (db: Db, row: Insertable<BudgetsTable>): Promise<BudgetRow> =>
  budgets(db).insertInto('budgets').values(row).returningAll().executeTakeFirstOrThrow();

export const update = (db: Db, id: number, change: BudgetUpdate): Promise<BudgetRow | undefined> =>
  budgets(db).updateTable('budgets').set(change).where('id', '=', id).returningAll().executeTakeFirst();
