import { sql, type Generated, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Range } from '../../../platform/time.ts';
import type { Db, Json } from '../../../platform/server/postgres.ts';
import {
  QUARANTINE,
  type InReason,
  type LogQuery,
  type LogState,
  type LogSummary,
  type NetworkLogQuery,
} from '../contract.ts';
import { byId } from './store.ts';

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

const logs = (db: Db) => db.withTables<{ postback_logs: LogsTable }>();

export const insertLog = async (db: Db, row: NewLog): Promise<LogRow> => (await insertLogs(db, [row]))[0]!;

/** @returns the rows in the order given: they are numbered as they are written */
export const insertLogs = async (db: Db, rows: readonly NewLog[]): Promise<LogRow[]> => {
  if (rows.length === 0) return [];
  const stored = await logs(db)
    .insertInto('postback_logs')
    .values(rows as Insertable<LogsTable>[])
    .returningAll()
    .execute();
  return byId(stored);
};

export const updateLog = async (db: Db, id: bigint, change: LogUpdate): Promise<void> => {
  await logs(db).updateTable('postback_logs').set(change).where('id', '=', id).execute();
};

/** Holds incoming messages until the transaction ends, so that two never judge one of them. */
export const lockLogs = (db: Db, ids: readonly bigint[]): Promise<LogRow[]> =>
  logs(db)
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
  logs(db).selectFrom('postback_logs').selectAll().where('id', '=', id).executeTakeFirst();

/** Messages that were stored and never judged, oldest first. Uses postback_logs_waiting_idx. */
export const listReceived = async (db: Db, before: Date, limit: number): Promise<bigint[]> =>
  (
    await logs(db)
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
  await logs(db)
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

/** Puts a message out of quarantine, to be judged again. @returns false when it is not in quarantine */
export const requeue = async (db: Db, id: bigint, networkId: number): Promise<boolean> =>
  (
    await logs(db)
      .updateTable('postback_logs')
      .set({ state: 'received', reason_code: null, attempt: 1 })
      .where('id', '=', id)
      .where('network_id', '=', networkId)
      .where('direction', '=', 'in')
      .where('reason_code', 'in', [...QUARANTINE])
      .returning('id')
      .execute()
  ).length > 0;

/** Networks with messages whose status word was unknown when they were judged last. Uses postback_logs_unmapped_idx. */
export const listUnmapped = (db: Db): Promise<{ network_id: number; judged_at: string }[]> =>
  logs(db)
    .selectFrom('postback_logs')
    .select(['network_id', sql<string>`min(judged_at)`.as('judged_at')])
    .where('reason_code', '=', 'unmapped_status')
    .where('network_id', 'is not', null)
    .groupBy('network_id')
    .execute() as Promise<{ network_id: number; judged_at: string }[]>;

export const requeueUnmapped = async (db: Db, networkId: number, judgedBefore: string): Promise<bigint[]> =>
  (
    await logs(db)
      .updateTable('postback_logs')
      .set({ state: 'received', reason_code: null, attempt: 1 })
      .where('network_id', '=', networkId)
      .where('reason_code', '=', 'unmapped_status')
      .where('judged_at', '<', judgedBefore)
      .returning('id')
      .execute()
  ).map((row) => row.id);

/** Every attempt of an outgoing postback, the newest first. Uses postback_logs_event_idx. */
export const listAttempts = (db: Db, eventKey: string): Promise<LogRow[]> =>
  logs(db)
    .selectFrom('postback_logs')
    .selectAll()
    .where('direction', '=', 'out')
    .where('event_key', '=', eventKey)
    .orderBy('attempt', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Has this attempt of an outgoing postback been noted? Uses postback_logs_event_idx. */
export const findAttempt = (db: Db, eventKey: string, attempt: number): Promise<LogRow | undefined> =>
  logs(db)
    .selectFrom('postback_logs')
    .selectAll()
    .where('direction', '=', 'out')
    .where('event_key', '=', eventKey)
    .where('attempt', '=', attempt)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The next attempt has been made: none is waited for any more. */
export const endWaiting = async (db: Db, eventKey: string): Promise<void> => {
  await logs(db)
    .updateTable('postback_logs')
    .set({ next_attempt_at: null })
    .where('direction', '=', 'out')
    .where('event_key', '=', eventKey)
    .where('next_attempt_at', 'is not', null)
    .execute();
};

export const lastAttempt = async (db: Db, eventKey: string): Promise<number> =>
  (
    await logs(db)
      .selectFrom('postback_logs')
      .select(sql<number>`coalesce(max(attempt), 0)::int`.as('last'))
      .where('direction', '=', 'out')
      .where('event_key', '=', eventKey)
      .executeTakeFirstOrThrow()
  ).last;

/** A log query with its days as instants. */
export type LogFilter = LogQuery & { range?: Partial<Range> | undefined };

function ofSource(db: Db, sourceId: number, q: LogFilter) {
  let query = logs(db)
    .selectFrom('postback_logs')
    .where('source_id', '=', sourceId)
    .where('direction', '=', q.direction ?? 'out');
  if (q.event_type) query = query.where('event_type', '=', q.event_type);
  if (q.click_id) query = query.where('click_id', '=', q.click_id);
  if (!q.include_demo) query = query.where('is_demo', '=', false);
  if (q.range?.from) query = query.where('created_at', '>=', q.range.from.toISOString());
  if (q.range?.to) query = query.where('created_at', '<', q.range.to.toISOString());
  return query;
}

/** Newest first. Uses postback_logs_source_idx for outgoing ones. */
export const listOfSource = (db: Db, sourceId: number, q: LogFilter, page: Page): Promise<LogRow[]> => {
  let query = ofSource(db, sourceId, q).selectAll();
  if (q.state) query = query.where('state', '=', q.state);
  return query.orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
};

export const countOfSource = async (db: Db, sourceId: number, q: LogFilter): Promise<number> => {
  let query = ofSource(db, sourceId, q).select(sql<number>`count(*)::int`.as('total'));
  if (q.state) query = query.where('state', '=', q.state);
  return (await query.executeTakeFirstOrThrow()).total;
};

/** Over the same rows whatever their state, demo and test rows left out. `retrying` counts postbacks that wait for their next attempt. */
export const summarize = (db: Db, sourceId: number, q: LogFilter): Promise<LogSummary> =>
  ofSource(db, sourceId, { ...q, include_demo: false })
    .where('is_test', '=', false)
    .select([
      sql<number>`(count(*) filter (where state = 'sent'))::int`.as('sent'),
      sql<number>`(count(*) filter (where state = 'failed'))::int`.as('failed'),
      sql<number>`(count(*) filter (where state = 'retrying' and next_attempt_at is not null))::int`.as('retrying'),
      sql<number>`(count(*) filter (where state = 'skipped'))::int`.as('skipped'),
      sql<number | null>`percentile_disc(0.95) within group (order by duration_ms)`.as('p95_ms'),
    ])
    .executeTakeFirstOrThrow();

function ofNetwork(db: Db, networkId: number, q: NetworkLogQuery) {
  let query = logs(db).selectFrom('postback_logs').where('network_id', '=', networkId).where('direction', '=', 'in');
  if (q.reason) query = query.where('reason_code', '=', q.reason);
  if (q.click_id) query = query.where('click_id', '=', q.click_id);
  return query;
}

/** Newest first. Uses postback_logs_network_idx. */
export const listOfNetwork = (db: Db, networkId: number, q: NetworkLogQuery, page: Page): Promise<LogRow[]> =>
  ofNetwork(db, networkId, q).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();

export const countOfNetwork = async (db: Db, networkId: number, q: NetworkLogQuery): Promise<number> =>
  (
    await ofNetwork(db, networkId, q)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Removes demo rows of a source. @param keep how many of the newest stay */
export const removeDemo = async (db: Db, sourceId: number, keep = 0): Promise<number> => {
  const old = logs(db)
    .selectFrom('postback_logs')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('direction', '=', 'out')
    .where('is_demo', '=', true)
    .orderBy('id', 'desc')
    .offset(keep);
  const gone = await logs(db).deleteFrom('postback_logs').where('id', 'in', old).returning('id').execute();
  return gone.length;
};

/** How the outgoing postbacks of sources ended since an instant, demo and test rows left out. */
export const countEnded = (db: Db, sourceIds: number[], since: Date) =>
  logs(db)
    .selectFrom('postback_logs')
    .select([
      'source_id',
      sql<number>`(count(*) filter (where state = 'sent'))::int`.as('sent'),
      sql<number>`(count(*) filter (where state = 'failed'))::int`.as('failed'),
      sql<string | null>`(array_agg(coalesce(reason_code, 'http_' || response_status) order by id desc)
        filter (where state in ('failed', 'retrying')))[1]`.as('last_error'),
    ])
    .where('direction', '=', 'out')
    .where('source_id', 'in', sourceIds)
    .where('is_demo', '=', false)
    .where('is_test', '=', false)
    .where('created_at', '>=', since.toISOString())
    .groupBy('source_id')
    .execute();

export const countUnmatched = (db: Db, networkIds: number[], since: Date) =>
  logs(db)
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
  const old = logs(db)
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
  return (await logs(db).deleteFrom('postback_logs').where('id', 'in', old).returning('id').execute()).length;
};

/** Until when logs are removed. */
export type Retention = { before: Date; waiting: Date };

/** May the source have heard of a conversion by another postback than this one? Uses postback_logs_conversion_idx. */
export const wasTold = async (db: Db, conversionId: bigint, otherThan: string): Promise<boolean> =>
  (await logs(db)
    .selectFrom('postback_logs')
    .select('id')
    .where('conversion_id', '=', conversionId)
    .where('direction', '=', 'out')
    .where('is_demo', '=', false)
    .where('state', 'in', ['sent', 'retrying', 'failed'])
    .where('event_key', '<>', otherThan)
    .limit(1)
    .executeTakeFirst()) !== undefined;
