import { sql, type Generated, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import { type InReason, type LogState } from '../contract.ts';
import { byId } from './store-conversions.ts';

type LogsTable = {
  id: Generated<bigint>;
  direction: 'in' | 'out';
  is_demo: Generated<boolean>;
  is_test: Generated<boolean>;
  source_id: number | null;
  network_id: number | null;
  click_id: string | null;
  conversion_id: bigint | null;
  event_type: string | null;
  event_key: string | null;
  attempt: Generated<number>;
  max_attempts: Generated<number>;
  method: string;
  url_masked: string;
  request_query: Json<[string, string][]> | null;
  request_body: string | null;
  remote_net: string | null;
  key_head: string | null;
  key_length: number | null;
  response_status: number | null;
  response_body: string | null;
  duration_ms: number | null;
  state: LogState;
  reason_code: string | null;
  next_attempt_at: string | null;
  judged_at: string | null;
  created_at: string;
};

export type LogRow = Selectable<LogsTable>;
export type LogUpdate = Updateable<LogsTable>;
/** What is not said is null. */
export type NewLog = Partial<Insertable<LogsTable>> &
  Pick<Insertable<LogsTable>, 'direction' | 'method' | 'url_masked' | 'state' | 'created_at'>;

export const logTables = (db: Db) => db.withTables<{ postback_logs: LogsTable }>();

export const insertLog = async (db: Db, row: NewLog): Promise<LogRow> => (await insertLogs(db, [row]))[0]!;

/** @returns the rows in the order given: they are numbered as they are written */
export const insertLogs = async (db: Db, rows: readonly NewLog[]): Promise<LogRow[]> => {
  if (rows.length === 0) return [];
  const stored = await logTables(db)
    .insertInto('postback_logs')
    .values(rows as Insertable<LogsTable>[])
    .returningAll()
    .execute();
  return byId(stored);
};

export const updateLog = async (db: Db, id: bigint, change: LogUpdate): Promise<void> => {
  await logTables(db).updateTable('postback_logs').set(change).where('id', '=', id).execute();
};

/** Holds incoming messages until the transaction ends, so that two never judge one of them. */
export const lockLogs = (db: Db, ids: readonly bigint[]): Promise<LogRow[]> =>
  logTables(db)
    .selectFrom('postback_logs')
    .selectAll()
    .where(sql<SqlBool>`id = any(${ids.map(String)}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** What a judgement says of a message. */
export type Verdict = Pick<
  LogRow,
  'id' | 'reason_code' | 'conversion_id' | 'source_id' | 'click_id' | 'event_type' | 'is_test'
>;

export async function settleLogs(db: Db, verdicts: readonly Verdict[], now: Date): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = verdicts.map((one) => ({ ...one, id: String(one.id), conversion_id: one.conversion_id?.toString() }));
  await sql`
    update postback_logs as log
    set state = 'done', reason_code = v.reason_code, conversion_id = v.conversion_id, source_id = v.source_id,
      click_id = v.click_id, event_type = v.event_type, is_test = v.is_test, judged_at = ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id bigint, reason_code text, conversion_id bigint,
      source_id int, click_id text, event_type text, is_test boolean)
    where log.id = v.id`.execute(db);
}

export const findLog = (db: Db, id: bigint): Promise<LogRow | undefined> =>
  logTables(db).selectFrom('postback_logs').selectAll().where('id', '=', id).executeTakeFirst();

/** Messages that were stored and never judged, oldest first. Uses postback_logs_waiting_idx. */
export const listReceived = async (db: Db, before: Date, limit: number): Promise<bigint[]> =>
  (
    await logTables(db)
      .selectFrom('postback_logs')
      .select('id')
      .where('state', '=', 'received')
      .where('created_at', '<=', before.toISOString())
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id);

/** Counts a failure of ours to judge a message; after the last the message goes into quarantine. */
export const noteFailure = async (db: Db, id: bigint, most: number): Promise<void> => {
  await logTables(db)
    .updateTable('postback_logs')
    .set({
      attempt: sql`attempt + 1`,
      state: sql`case when attempt >= ${most} then 'failed' else state end`,
      reason_code: sql`case when attempt >= ${most} then 'internal_error' else reason_code end`,
    })
    .where('id', '=', id)
    .where('state', '=', 'received')
    .execute();
};

/** Networks with messages whose status word was unknown when they were judged last. Uses postback_logs_unmapped_idx. */
export const listUnmapped = (db: Db): Promise<{ network_id: number; judged_at: string }[]> =>
  logTables(db)
    .selectFrom('postback_logs')
    .select(['network_id', sql<string>`min(judged_at)`.as('judged_at')])
    .where('reason_code', '=', 'unmapped_status')
    .where('network_id', 'is not', null)
    .groupBy('network_id')
    .execute() as Promise<{ network_id: number; judged_at: string }[]>;

export const requeueUnmapped = async (db: Db, networkId: number, judgedBefore: string): Promise<bigint[]> =>
  (
    await logTables(db)
      .updateTable('postback_logs')
      .set({ state: 'received', reason_code: null, attempt: 1 })
      .where('network_id', '=', networkId)
      .where('reason_code', '=', 'unmapped_status')
      .where('judged_at', '<', judgedBefore)
      .returning('id')
      .execute()
  ).map((row) => row.id);

export const countUnmatched = (db: Db, networkIds: number[], since: Date) =>
  logTables(db)
    .selectFrom('postback_logs')
    .select(['network_id', sql<number>`count(*)::int`.as('count')])
    .where('direction', '=', 'in')
    .where('network_id', 'in', networkIds)
    .where('reason_code', '=', 'unmatched_click' satisfies InReason)
    .where('is_test', '=', false)
    .where('created_at', '>=', since.toISOString())
    .groupBy('network_id')
    .execute();

/** Retention. Messages that wait to be judged stay. @param waiting those of networks in the trash go before this. @returns how many went */
export const removeBefore = async (db: Db, { before, waiting }: Retention, limit: number): Promise<number> => {
  const old = logTables(db)
    .selectFrom('postback_logs')
    .select('id')
    .where('created_at', '<', before.toISOString())
    .where('state', '!=', 'received')
    .where((is) =>
      is.or([
        sql<SqlBool>`reason_code is distinct from 'network_in_trash'`,
        is('created_at', '<', waiting.toISOString()),
      ]),
    )
    .orderBy('created_at')
    .limit(limit);
  return (await logTables(db).deleteFrom('postback_logs').where('id', 'in', old).returning('id').execute()).length;
};

/** Until when logs are removed. */
export type Retention = { before: Date; waiting: Date };
