import { sql, type SqlBool } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { sorted } from '../../../platform/server/records/record-queries.ts';
import type { Range } from '../../../platform/time.ts';
import { logTables, type LogRow } from '../../conversions/server/store-logs.ts';
import type { LogQuery, LogSummary } from '../contract.ts';

/** Every attempt of an outgoing postback, the newest first. Uses postback_logs_event_idx. */
export const listAttempts = (db: Db, eventKey: string): Promise<LogRow[]> =>
  logTables(db)
    .selectFrom('postback_logs')
    .selectAll()
    .where('direction', '=', 'out')
    .where('event_key', '=', eventKey)
    .orderBy('attempt', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Has this attempt of an outgoing postback been noted? Uses postback_logs_event_idx. */
export const findAttempt = (db: Db, eventKey: string, attempt: number): Promise<LogRow | undefined> =>
  logTables(db)
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
  await logTables(db)
    .updateTable('postback_logs')
    .set({ next_attempt_at: null })
    .where('direction', '=', 'out')
    .where('event_key', '=', eventKey)
    .where('next_attempt_at', 'is not', null)
    .execute();
};

export const findLastAttempt = async (db: Db, eventKey: string): Promise<number> =>
  (
    await logTables(db)
      .selectFrom('postback_logs')
      .select(sql<number>`coalesce(max(attempt), 0)::int`.as('last'))
      .where('direction', '=', 'out')
      .where('event_key', '=', eventKey)
      .executeTakeFirstOrThrow()
  ).last;

/** A log query with its days as instants. */
export type LogFilter = LogQuery & { range?: Partial<Range> | undefined };

function ofSource(db: Db, sourceId: number, q: LogFilter) {
  let query = logTables(db)
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

/** In the order asked for. By time it uses postback_logs_source_idx for outgoing ones. */
function sortedOfSource(db: Db, sourceId: number, q: LogFilter, order: Page['order']) {
  const query = ofSource(db, sourceId, q);
  // ids follow time
  const by = q.sortBy === 'created_at' ? 'id' : q.sortBy;
  return sorted(q.state ? query.where('state', '=', q.state) : query, { by, order });
}

export const listOfSource = (db: Db, sourceId: number, q: LogFilter, page: Page): Promise<LogRow[]> =>
  sortedOfSource(db, sourceId, q, page.order).selectAll().limit(page.limit).offset(page.offset).execute();

/** The ids of all of them. */
export const idsOfSource = async (
  db: Db,
  sourceId: number,
  q: LogFilter,
  order: Page['order'],
): Promise<readonly bigint[]> =>
  (await sortedOfSource(db, sourceId, q, order).select('id').execute()).map(({ id }) => id);

/** Some by their ids, in the order of these. */
export const listLogs = (db: Db, ids: readonly bigint[]): Promise<LogRow[]> =>
  logTables(db)
    .selectFrom('postback_logs')
    .selectAll()
    .where(sql<SqlBool>`id = any(${ids.map(String)}::bigint[])`)
    .orderBy(sql`array_position(${ids.map(String)}::bigint[], id)`)
    .execute();

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

/** Removes demo rows of a source. @param keep how many of the newest stay */
export const removeDemo = async (db: Db, sourceId: number, keep = 0): Promise<number> => {
  const old = logTables(db)
    .selectFrom('postback_logs')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('direction', '=', 'out')
    .where('is_demo', '=', true)
    .orderBy('id', 'desc')
    .offset(keep);
  const gone = await logTables(db).deleteFrom('postback_logs').where('id', 'in', old).returning('id').execute();
  return gone.length;
};

/** How the outgoing postbacks of sources ended since an instant, demo and test rows left out. */
export const countEnded = (db: Db, sourceIds: number[], since: Date) =>
  logTables(db)
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

/** May the source have heard of a conversion by another postback than this one? Uses postback_logs_conversion_idx. */
export const wasTold = async (db: Db, conversionId: bigint, otherThan: string): Promise<boolean> =>
  (await logTables(db)
    .selectFrom('postback_logs')
    .select('id')
    .where('conversion_id', '=', conversionId)
    .where('direction', '=', 'out')
    .where('is_demo', '=', false)
    .where('state', 'in', ['sent', 'retrying', 'failed'])
    .where('event_key', '<>', otherThan)
    .limit(1)
    .executeTakeFirst()) !== undefined;
