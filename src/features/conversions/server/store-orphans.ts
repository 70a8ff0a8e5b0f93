import { sql, type SqlBool } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres.ts';
import type { OrphanQuery } from '../manual-contract.ts';
import { tables, type ConversionRow } from './store.ts';

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
type ClicksTable = {
  click_id: string;
  ts: string;
  network_id: number | null;
  offer_id: number | null;
  country: string | null;
  device: string | null;
  is_bot: boolean;
};

const t = (db: Db) => db.withTables<{ postback_logs: LogsTable; clicks: ClicksTable }>();

function orphans(db: Db, q: Pick<OrphanQuery, 'search' | 'network_id'>) {
  let query = tables(db).selectFrom('conversions').where('attribution', '=', 'orphan');
  if (q.network_id !== undefined) query = query.where('network_id', '=', q.network_id);
  if (q.search) {
    const text = q.search;
    query = query.where((or) => or.or([or('click_key', '=', text), or('txid', '=', text)]));
  }
  return query;
}

/** Newest first. Uses conversions_orphan_idx. */
export const listOrphanRows = (db: Db, q: OrphanQuery, page: Page): Promise<ConversionRow[]> =>
  orphans(db, q).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();

export const countOrphanRows = async (db: Db, q: Pick<OrphanQuery, 'search' | 'network_id'>): Promise<number> =>
  (
    await orphans(db, q)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Some orphans by id, or the oldest of all. */
export const listOrphanIds = (db: Db, ids: readonly string[] | undefined, limit: number) => {
  let query = tables(db)
    .selectFrom('conversions')
    .select(['id', 'network_id', 'click_key'])
    .where('attribution', '=', 'orphan');
  if (ids) query = query.where(sql<SqlBool>`id = any(${ids}::bigint[])`);
  return query.orderBy('id').limit(limit).execute();
};

/** What the first messages about some conversions said, by conversion. */
export async function firstMessages(db: Db, ids: readonly bigint[]): Promise<Map<bigint, [string, string][]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ conversion_id: bigint; request_query: [string, string][] | null }>`
    select distinct on (e.conversion_id) e.conversion_id, l.request_query
      from conversion_events e join postback_logs l on l.id = e.log_id
     where e.conversion_id = any(${ids.map(String)}::bigint[]) order by e.conversion_id, e.id`.execute(db);
  return new Map(rows.map((row) => [row.conversion_id, row.request_query ?? []]));
}

/** Clicks on a network's offers before an instant, nearest first. Uses clicks_ts_idx. */
export const listClicksBefore = (db: Db, networkId: number, before: string, since: string, limit: number) =>
  t(db)
    .selectFrom('clicks')
    .select(['click_id', 'ts', 'offer_id', 'country', 'device'])
    .where('network_id', '=', networkId)
    .where('is_bot', '=', false)
    .where('ts', '<=', before)
    .where('ts', '>=', since)
    .where(sql<SqlBool>`not exists (select 1 from conversions c where c.click_id = clicks.click_id)`)
    .orderBy('ts', 'desc')
    .limit(limit)
    .execute();

/** Clicks whose id begins so: networks cut long ids. @param prefix base32 only */
export const listClicksLike = (db: Db, prefix: string, limit: number) =>
  t(db)
    .selectFrom('clicks')
    .select(['click_id', 'ts', 'offer_id', 'country', 'device'])
    .where('click_id', '>=', prefix)
    .where('click_id', '<', `${prefix}~`)
    .orderBy('click_id')
    .limit(limit)
    .execute();

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
