import { sql, type SqlBool } from 'kysely';
import type { Page } from '../../../../platform/paging.ts';
import type { Db, Json } from '../../../../platform/server/postgres/postgres.ts';
import type { OrphanQuery } from '../../../conversions/manual-contract.ts';
import { conversionTables, type ConversionRow, sortedWaiting } from '../../../conversions/server/store-conversions.ts';

type LogsTable = {
  id: bigint;
  network_id: number | null;
  click_id: string | null;
  direction: 'in' | 'out';
  reason_code: string | null;
  request_query: Json<[string, string][]> | null;
  request_body: string | null;
  created_at: string;
};
const t = (db: Db) => db.withTables<{ postback_logs: LogsTable }>();

function orphans(db: Db, q: Pick<OrphanQuery, 'search' | 'network_id'>) {
  let query = conversionTables(db)
    .selectFrom('conversions')
    .where('attribution', '=', 'orphan')
    .where('voided_at', 'is', null);
  // a test has no click to be found
  query = query.where('is_test', '=', false);
  if (q.network_id !== undefined) query = query.where('network_id', '=', q.network_id);
  if (q.search) {
    const text = q.search;
    query = query.where((or) => or.or([or('click_key', '=', text), or('txid', '=', text)]));
  }
  return query;
}

/** Uses conversions_orphan_idx. */
export const listOrphanRows = (db: Db, q: OrphanQuery, page: Page): Promise<ConversionRow[]> =>
  sortedWaiting(orphans(db, q).selectAll(), q, page).execute();

export const countOrphanRows = async (db: Db, q: Pick<OrphanQuery, 'search' | 'network_id'>): Promise<number> =>
  (
    await orphans(db, q)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Some orphans by id, or the oldest of all. */
export const listOrphanIds = (db: Db, ids: readonly string[] | undefined, limit: number) => {
  let query = conversionTables(db)
    .selectFrom('conversions')
    .select(['id', 'network_id', 'click_key'])
    .where('attribution', '=', 'orphan')
    .where('voided_at', 'is', null);
  if (ids) query = query.where(sql<SqlBool>`id = any(${ids}::bigint[])`);
  return query.orderBy('id').limit(limit).execute();
};

/** What the first messages about some conversions said, by conversion. */
export async function listFirstMessages(db: Db, ids: readonly bigint[]): Promise<Map<bigint, [string, string][]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ conversion_id: bigint; request_query: [string, string][] | null }>`
    select distinct on (e.conversion_id) e.conversion_id, l.request_query
      from conversion_events e join postback_logs l on l.id = e.log_id
     where e.conversion_id = any(${ids.map(String)}::bigint[]) order by e.conversion_id, e.id`.execute(db);
  return new Map(rows.map((row) => [row.conversion_id, row.request_query ?? []]));
}

/** Which of some clicks have a conversion. */
export const listConverted = async (db: Db, clickIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await conversionTables(db)
        .selectFrom('conversions')
        .select('click_id')
        .where(sql<SqlBool>`click_id = any(${clickIds}::text[])`)
        .execute()
    ).flatMap((row) => row.click_id ?? []),
  );

/** Messages that wait for somebody to explain their status word, newest first. Uses postback_logs_unmapped_idx. */
export const listUnmappedLogs = (db: Db, networkId: number | undefined, limit: number) => {
  let query = t(db)
    .selectFrom('postback_logs')
    .select(['id', 'network_id', 'click_id', 'request_query', 'request_body', 'created_at'])
    .where('reason_code', '=', 'unmapped_status')
    .where('network_id', 'is not', null);
  if (networkId !== undefined) query = query.where('network_id', '=', networkId);
  return query.orderBy('id', 'desc').limit(limit).execute();
};
