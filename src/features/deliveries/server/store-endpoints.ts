import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

type EndpointsTable = { source_id: number; failures: number; last_reason: string | null; stopped_at: string | null };
type LogsTable = {
  id: bigint;
  is_demo: boolean;
  is_test: boolean;
  attempt: number;
  source_id: number | null;
  direction: 'in' | 'out';
  state: string;
  event_key: string | null;
  conversion_id: bigint | null;
};

const t = (db: Db) => db.withTables<{ postback_endpoints: EndpointsTable; postback_logs: LogsTable }>();

export const findEndpoint = (db: Db, sourceId: number): Promise<EndpointsTable | undefined> =>
  t(db).selectFrom('postback_endpoints').selectAll().where('source_id', '=', sourceId).executeTakeFirst();

export const listStopped = async (db: Db, sourceIds: number[]): Promise<EndpointsTable[]> =>
  sourceIds.length === 0
    ? []
    : t(db)
        .selectFrom('postback_endpoints')
        .selectAll()
        .where('source_id', 'in', sourceIds)
        .where('stopped_at', 'is not', null)
        .execute();

/** One more failure in a row. @returns how many there are now, and whether this one is the last straw */
export async function noteFailure(
  trx: Db,
  sourceId: number,
  reason: string,
  { most, now }: { most: number; now: string },
): Promise<{ failures: number; isStopped: boolean }> {
  const { failures, stopped_at: at } = await t(trx)
    .insertInto('postback_endpoints')
    .values({ source_id: sourceId, failures: 1, last_reason: reason, stopped_at: most <= 1 ? now : null })
    .onConflict((conflict) =>
      conflict.column('source_id').doUpdateSet({
        failures: sql`postback_endpoints.failures + 1`,
        last_reason: reason,
        stopped_at: sql`case when postback_endpoints.stopped_at is null and postback_endpoints.failures + 1 >= ${most}
          then ${now}::timestamptz else postback_endpoints.stopped_at end`,
      }),
    )
    .returning(['failures', 'stopped_at'])
    .executeTakeFirstOrThrow();
  return { failures, isStopped: at === now };
}

/** What a source was never told in the end: the last attempt of each postback that failed for good, oldest first. Uses postback_logs_source_idx. */
export async function listFailed(
  db: Db,
  sourceId: number,
  limit: number,
): Promise<{ key: string; conversionId: bigint; attempt: number }[]> {
  const last = t(db)
    .selectFrom('postback_logs')
    .distinctOn('event_key')
    .select(['id', 'event_key', 'conversion_id', 'attempt', 'state'])
    .where('source_id', '=', sourceId)
    .where('direction', '=', 'out')
    .where('is_demo', '=', false)
    .where('is_test', '=', false)
    .where('event_key', 'is not', null)
    .where('conversion_id', 'is not', null)
    .orderBy('event_key')
    .orderBy('attempt', 'desc')
    .as('last');
  const rows = await t(db)
    .selectFrom(last)
    .selectAll()
    .where('state', '=', 'failed')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ key: row.event_key!, conversionId: row.conversion_id!, attempt: row.attempt }));
}

/** An answer that was wished for: the row of failures is over. Written only where there is one. */
export const noteSuccess = async (trx: Db, sourceId: number): Promise<void> => {
  await t(trx)
    .updateTable('postback_endpoints')
    .set({ failures: 0, last_reason: null })
    .where('source_id', '=', sourceId)
    .where('failures', '>', 0)
    .execute();
};

/** @returns whether it was stopped */
export const startAgain = async (trx: Db, sourceId: number): Promise<boolean> =>
  Number(
    (
      await t(trx)
        .updateTable('postback_endpoints')
        .set({ failures: 0, last_reason: null, stopped_at: null })
        .where('source_id', '=', sourceId)
        .where('stopped_at', 'is not', null)
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0;

/** Postbacks of a source that are held, oldest first. Uses postback_logs_held_idx. */
export const listHeld = (db: Db, sourceId: number, limit: number) =>
  t(db)
    .selectFrom('postback_logs')
    .select(['id', 'event_key', 'conversion_id'])
    .where('source_id', '=', sourceId)
    .where('direction', '=', 'out')
    .where('state', '=', 'queued')
    .orderBy('id')
    .limit(limit)
    .execute();

export const countHeld = async (db: Db, sourceId: number): Promise<number> =>
  (
    await t(db)
      .selectFrom('postback_logs')
      .select(sql<number>`count(*)::int`.as('held'))
      .where('source_id', '=', sourceId)
      .where('direction', '=', 'out')
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
  ).held;

/** They are on their way again; the rows stay as the history of the hold. */
export const releaseHeld = async (trx: Db, ids: readonly bigint[]): Promise<void> => {
  await t(trx)
    .updateTable('postback_logs')
    .set({ state: 'cancelled' })
    .where(sql<SqlBool>`id = any(${ids.map(String)}::bigint[])`)
    .execute();
};
