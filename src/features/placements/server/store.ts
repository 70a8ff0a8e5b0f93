import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

type RulesTable = {
  id: Generated<number>;
  source_id: number;
  param: string;
  days: number;
  min_visits: number;
  below_micros: bigint;
  certainty: number;
  created_by: number | null;
  created_at: string;
  ran_at: Generated<string | null>;
  found: Generated<number | null>;
};
export type RuleRow = Selectable<RulesTable>;

type ListsTable = {
  id: Generated<number>;
  source_id: number;
  param: string;
  placements: string[];
  judged_from: string;
  judged_to: string;
  currency: string;
  cost_micros: bigint;
  revenue_micros: bigint;
  rest_cost_micros: bigint;
  payout_size: number;
  created_by: number | null;
  created_at: string;
};
export type ListRow = Selectable<ListsTable>;

const tables = (db: Db) => db.withTables<{ placement_rules: RulesTable; placement_lists: ListsTable }>();

export const listRules = (db: Db, sourceId: number): Promise<RuleRow[]> =>
  tables(db).selectFrom('placement_rules').selectAll().where('source_id', '=', sourceId).orderBy('id').execute();

/** Undefined when there is one just like it. */
export const insertRule = (db: Db, row: Insertable<RulesTable>): Promise<RuleRow | undefined> =>
  tables(db)
    .insertInto('placement_rules')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const removeRule = (db: Db, id: number): Promise<RuleRow | undefined> =>
  tables(db).deleteFrom('placement_rules').where('id', '=', id).returningAll().executeTakeFirst();

/** All rules of the sources of which one was not run since; sources in the trash have none. */
export const dueRules = (db: Db, since: Date): Promise<RuleRow[]> =>
  tables(db)
    .selectFrom('placement_rules')
    .selectAll()
    .where(
      'source_id',
      'in',
      sql<number>`(select r.source_id from placement_rules r join sources s on s.id = r.source_id and s.deleted_at is null
        where r.ran_at is null or r.ran_at < ${since.toISOString()})`,
    )
    .orderBy('source_id')
    .orderBy('id')
    .execute();

/** Sources about whose placements something is asked; none of the trash. */
export async function ruledSources(db: Db): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('placement_rules')
    .select('source_id')
    .distinct()
    .where(sql<boolean>`exists (select from sources s where s.id = source_id and s.deleted_at is null)`)
    .execute();
  return rows.map((row) => row.source_id);
}

export async function noteRun(db: Db, id: number, ran: { ran_at: string; found: number }): Promise<void> {
  await tables(db).updateTable('placement_rules').set(ran).where('id', '=', id).execute();
}

export const listLists = (db: Db, sourceId: number): Promise<ListRow[]> =>
  tables(db)
    .selectFrom('placement_lists')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .execute();

export const insertList = (db: Db, row: Insertable<ListsTable>): Promise<ListRow> =>
  tables(db).insertInto('placement_lists').values(row).returningAll().executeTakeFirstOrThrow();

export const removeList = (db: Db, id: number): Promise<ListRow | undefined> =>
  tables(db).deleteFrom('placement_lists').where('id', '=', id).returningAll().executeTakeFirst();

/** What a source was told to leave out. */
export async function keptPlacements(db: Db, sourceId: number, param: string): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('placement_lists')
    .select('placements')
    .where('source_id', '=', sourceId)
    .where('param', '=', param)
    .execute();
  return new Set(rows.flatMap((row) => row.placements));
}
