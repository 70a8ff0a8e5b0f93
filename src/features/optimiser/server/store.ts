import { sql, type Generated, type Selectable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import { inTransaction, type Db, type Json } from '../../../platform/server/postgres/postgres.ts';
import type { Run } from '../optimise.ts';
import type { Goal } from '../../links/contract.ts';

/** A weight that a run changed. */
export type Move = { id: number; name: string; before: number; after: number };

type RunsTable = {
  id: Generated<number>;
  link_id: number;
  rule_id: number | null;
  rule_name: string | null;
  goal: Goal;
  status: Run['status'];
  words: string;
  moves: Json<Move[]>;
  count: Generated<number>;
  first_at: string;
  last_at: string;
  undone_at: string | null;
  undone_by: number | null;
};
export type RunRow = Selectable<RunsTable>;
export type NewRun = Pick<RunRow, 'link_id' | 'rule_id' | 'rule_name' | 'goal' | 'status' | 'words' | 'moves'>;

type Tables = { optimiser_runs: RunsTable; users: { id: number; username: string } };
const t = (db: Db) => db.withTables<Tables>();

/**
 * Links that are due get their next time, and their ids come back. What another instance takes is passed over.
 * Uses links_auto_run_idx.
 */
export function claimDue(db: Db, now: Date, next: Date): Promise<number[]> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      update links set auto_run_at = ${next.toISOString()} where id in (
        select id from links where rotation = 'auto' and auto_frozen_at is null and deleted_at is null
           and (auto_run_at is null or auto_run_at <= ${now.toISOString()})
         order by id for update skip locked)
      returning id`.execute(trx);
    return rows.map(({ id }) => id);
  });
}

/** When a link is looked at next. Leaves its version as it is. */
export async function setNextRun(db: Db, linkId: number, at: Date | null): Promise<void> {
  await sql`update links set auto_run_at = ${at?.toISOString() ?? null} where id = ${linkId}`.execute(db);
}

/** One more line of the log; a look that changed nothing joins the one before it of the same pool that came to the same. */
export async function noteRun(db: Db, run: NewRun, now: Date): Promise<void> {
  const at = now.toISOString();
  const last =
    run.status === 'moved'
      ? undefined
      : await t(db)
          .selectFrom('optimiser_runs')
          .select(['id', 'status', 'goal'])
          .where('link_id', '=', run.link_id)
          .where('rule_id', run.rule_id === null ? 'is' : '=', run.rule_id)
          .orderBy('last_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
  if (last && last.status === run.status && last.goal === run.goal) {
    await t(db)
      .updateTable('optimiser_runs')
      .set({ words: run.words, last_at: at, count: sql<number>`count + 1` })
      .where('id', '=', last.id)
      .execute();
    return;
  }
  const row = { ...run, moves: JSON.stringify(run.moves), first_at: at, last_at: at, undone_at: null, undone_by: null };
  await t(db).insertInto('optimiser_runs').values(row).execute();
}

/** The latest first, with who undid each. Uses optimiser_runs_link_idx. */
export const listRuns = (db: Db, linkId: number, page: Page) =>
  t(db)
    .selectFrom('optimiser_runs')
    .leftJoin('users', 'users.id', 'optimiser_runs.undone_by')
    .selectAll('optimiser_runs')
    .select('users.username as undone_by_name')
    .where('link_id', '=', linkId)
    .orderBy('last_at', 'desc')
    .orderBy('optimiser_runs.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export async function countRuns(db: Db, linkId: number): Promise<number> {
  const { total } = await t(db)
    .selectFrom('optimiser_runs')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  return total;
}

/** What the last step moved that is not undone: one run for each pool. Empty: there is nothing to undo. */
export async function findLastStep(db: Db, linkId: number): Promise<RunRow[]> {
  const moved = () =>
    t(db)
      .selectFrom('optimiser_runs')
      .where('link_id', '=', linkId)
      .where('status', '=', 'moved')
      .where('undone_at', 'is', null);
  const last = await moved().select('last_at').orderBy('last_at', 'desc').limit(1).executeTakeFirst();
  return last ? moved().selectAll().where('last_at', '=', last.last_at).orderBy('id').execute() : [];
}

export async function markUndone(db: Db, ids: number[], by: number, now: Date): Promise<void> {
  await t(db)
    .updateTable('optimiser_runs')
    .set({ undone_at: now.toISOString(), undone_by: by })
    .where('id', 'in', ids)
    .execute();
}
