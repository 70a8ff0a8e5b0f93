import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Json } from '../../../../platform/server/postgres/postgres.ts';
import type { CostEntry } from '../../contract.ts';
import { RUNS_KEPT, type FeedColumns, type FeedRun } from '../../feed-contract.ts';
import { costTables, type EntryRow } from '../store-entries.ts';

type FeedsTable = {
  id: Generated<number>;
  name: string;
  source_id: number;
  url_sealed: string | null;
  url_shown: string | null;
  header_name: string | null;
  header_sealed: string | null;
  columns: Json<FeedColumns>;
  state: CostEntry['state'];
  every_hours: number;
  at_hour: number;
  is_enabled: boolean;
  created_by: number | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  due_at: string;
  failures: Generated<number>;
  last_good_at: string | null;
  etag: string | null;
  modified: string | null;
  digest: string | null;
};

type RunsTable = {
  id: Generated<bigint>;
  feed_id: number;
  at: string;
  status: FeedRun['status'];
  rows: number;
  days: number;
  entries_written: number;
  entries_replaced: number;
  totals: Json<FeedRun['totals']>;
  error: string | null;
  actor_name: string;
  undone_at: string | null;
  undone_by: string | null;
};

export type FeedRow = Selectable<FeedsTable>;
export type FeedUpdate = Updateable<FeedsTable>;
export type RunRow = Selectable<RunsTable>;

const t = (db: Db) => db.withTables<{ cost_feeds: FeedsTable; cost_feed_runs: RunsTable }>();
const live = (db: Db) => t(db).selectFrom('cost_feeds').selectAll().where('deleted_at', 'is', null);

export const listFeeds = (db: Db): Promise<FeedRow[]> =>
  live(db)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

export const findFeed = (db: Db, id: number): Promise<FeedRow | undefined> =>
  live(db).where('id', '=', id).executeTakeFirst();

/** Holds it until the transaction ends. @param isDeleted looks among those that were deleted instead */
export const lockFeed = (trx: Db, id: number, isDeleted = false): Promise<FeedRow | undefined> =>
  t(trx)
    .selectFrom('cost_feeds')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const insertFeed = (trx: Db, row: Insertable<FeedsTable>): Promise<FeedRow> =>
  t(trx).insertInto('cost_feeds').values(row).returningAll().executeTakeFirstOrThrow();

export const updateFeed = (trx: Db, id: number, change: FeedUpdate): Promise<FeedRow> =>
  t(trx).updateTable('cost_feeds').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Takes those that are due, each for one caller: until a moment nobody else gets them. Uses cost_feeds_due_idx. */
export async function claimDue(db: Db, now: Date, until: Date, limit: number): Promise<FeedRow[]> {
  const due = t(db)
    .selectFrom('cost_feeds')
    .select('id')
    .where('is_enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('url_sealed', 'is not', null)
    .where(sql<boolean>`exists (select from sources s where s.id = source_id and s.deleted_at is null)`)
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return t(db)
    .updateTable('cost_feeds')
    .set({ due_at: until.toISOString() })
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

export const insertRun = (trx: Db, row: Omit<Insertable<RunsTable>, 'undone_at' | 'undone_by'>): Promise<RunRow> =>
  t(trx)
    .insertInto('cost_feed_runs')
    .values({ ...row, undone_at: null, undone_by: null })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateRun = (trx: Db, id: bigint, change: Updateable<RunsTable>): Promise<RunRow> =>
  t(trx).updateTable('cost_feed_runs').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const lockRun = (trx: Db, feedId: number, id: bigint): Promise<RunRow | undefined> =>
  t(trx)
    .selectFrom('cost_feed_runs')
    .selectAll()
    .where('feed_id', '=', feedId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const findRunById = (db: Db, id: bigint): Promise<RunRow | undefined> =>
  t(db).selectFrom('cost_feed_runs').selectAll().where('id', '=', id).executeTakeFirst();

/** Newest first. */
export const listRuns = (db: Db, feedId: number): Promise<RunRow[]> =>
  t(db)
    .selectFrom('cost_feed_runs')
    .selectAll()
    .where('feed_id', '=', feedId)
    .orderBy('id', 'desc')
    .limit(2 * RUNS_KEPT)
    .execute();

/** The newest of each. */
export const listLastRuns = (db: Db): Promise<RunRow[]> =>
  t(db)
    .selectFrom('cost_feed_runs')
    .selectAll()
    .distinctOn('feed_id')
    .orderBy('feed_id')
    .orderBy('id', 'desc')
    .execute();

/** Keeps the newest that wrote something, and as many others. */
export async function forgetRuns(trx: Db, feedId: number): Promise<void> {
  await sql`delete from cost_feed_runs where id in (
    select id from (
      select id, row_number() over (partition by status = 'written' order by id desc) as place
        from cost_feed_runs where feed_id = ${feedId}) as placed
     where place > ${RUNS_KEPT})`.execute(trx);
}

/** Takes the deleted ones away for good. @returns how many went */
export async function removeDeleted(trx: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await t(trx)
    .deleteFrom('cost_feeds')
    .where('deleted_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What a file has written and still counts, over a stretch of time. Uses cost_entries_feed_idx. */
export const listEntriesOf = (trx: Db, feedId: number, from: string, to: string): Promise<EntryRow[]> =>
  costTables(trx)
    .selectFrom('cost_entries')
    .selectAll()
    .where('feed_id', '=', feedId)
    .where('undone_at', 'is', null)
    .where('from_at', '<', to)
    .where('to_at', '>', from)
    .orderBy('id')
    .execute();

/** What a fetch wrote, and what it replaced. */
export const listEntriesOfRun = (trx: Db, runId: bigint): Promise<EntryRow[]> =>
  costTables(trx)
    .selectFrom('cost_entries')
    .selectAll()
    .where((is) => is.or([is('feed_run_id', '=', runId), is('replaced_run_id', '=', runId)]))
    .orderBy('id')
    .execute();
