import { sql, type SqlBool } from 'kysely';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import { conversionTables, type ConversionRow, type EventRow } from '../../conversions/server/store-conversions.ts';

type LogsTable = {
  id: bigint;
  direction: 'in' | 'out';
  is_demo: boolean;
  network_id: number | null;
  click_id: string | null;
  conversion_id: bigint | null;
  event_key: string | null;
  attempt: number;
  state: string;
  reason_code: string | null;
  response_status: number | null;
  next_attempt_at: string | null;
  url_masked: string;
  request_query: Json<[string, string][]> | null;
  request_body: string | null;
  created_at: string;
};

const logs = (db: Db) => db.withTables<{ postback_logs: LogsTable }>().selectFrom('postback_logs');

const MAX = 200;

/** Conversions by what the administrator may have in hand. Each column has an index. */
export function findConversions(
  db: Db,
  by: { id?: bigint; txid?: string; click?: string; visit?: string },
): Promise<ConversionRow[]> {
  return conversionTables(db)
    .selectFrom('conversions')
    .selectAll()
    .where((or) =>
      or.or([
        ...(by.id === undefined ? [] : [or('id', '=', by.id)]),
        ...(by.txid === undefined ? [] : [or('txid', '=', by.txid)]),
        ...(by.click === undefined ? [] : [or('click_id', '=', by.click), or('click_key', '=', by.click)]),
        ...(by.visit === undefined ? [] : [or('visit_id', '=', by.visit)]),
        sql<SqlBool>`false`,
      ]),
    )
    .orderBy('id')
    .limit(MAX)
    .execute();
}

/** Histories of some conversions, in order. Uses conversion_events_conversion_idx. */
export const listHistories = (db: Db, ids: readonly bigint[]): Promise<EventRow[]> =>
  conversionTables(db)
    .selectFrom('conversion_events')
    .selectAll()
    .where(sql<SqlBool>`conversion_id = any(${ids.map(String)}::bigint[])`)
    .orderBy('id')
    .limit(1000)
    .execute();

export const findLog = (db: Db, id: bigint) => logs(db).selectAll().where('id', '=', id).executeTakeFirst();

/** Messages of networks about a click or some conversions, oldest first. Uses postback_logs_click_idx and postback_logs_conversion_idx. */
export const listMessages = (db: Db, clickKeys: readonly string[], conversionIds: readonly bigint[], logId?: bigint) =>
  logs(db)
    .selectAll()
    .where('direction', '=', 'in')
    .where(
      sql<SqlBool>`(click_id = any(${clickKeys}::text[]) or conversion_id = any(${conversionIds.map(String)}::bigint[])
        or id = ${logId === undefined ? null : String(logId)}::bigint)`,
    )
    .orderBy('id')
    .limit(MAX)
    .execute();

/** Messages that count nothing and hold a text as one of their values, newest first. Uses postback_logs_uncounted_idx. */
export const listUncountedWith = (db: Db, text: string) =>
  logs(db)
    .selectAll()
    .where('direction', '=', 'in')
    .where('conversion_id', 'is', null)
    .where(sql<SqlBool>`(request_query::text like ${`%${quoted(text)}%`} or request_body like ${`%${likely(text)}%`})`)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();

const likely = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
const quoted = (text: string): string => likely(JSON.stringify(text));

/** Every attempt to tell a traffic source of some conversions, oldest first. Uses postback_logs_conversion_idx. */
export const listAttempts = (db: Db, conversionIds: readonly bigint[]) =>
  logs(db)
    .selectAll()
    .where('direction', '=', 'out')
    .where('is_demo', '=', false)
    .where(sql<SqlBool>`conversion_id = any(${conversionIds.map(String)}::bigint[])`)
    .orderBy('id')
    .limit(MAX)
    .execute();

export type TimelineLog = NonNullable<Awaited<ReturnType<typeof findLog>>>;
