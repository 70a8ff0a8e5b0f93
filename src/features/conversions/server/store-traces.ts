import { createHash } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/server/postgres.ts';
import type { LogRow } from './store-logs.ts';
import { ERASED } from '../traces-contract.ts';
import { tables, type ConversionRow } from './store.ts';

type LogsTable = { id: bigint; click_id: string | null; conversion_id: bigint | null; state: string };

const logs = (db: Db) => db.withTables<{ postback_logs: LogsTable }>();
const erased = (db: Db) => db.withTables<{ erased_clicks: { key: string; erased_at: string } }>();

/** What stands for a click id that was erased: known again when the network says it once more, and led back to it by nobody. */
export const erasedKey = (clickKey: string): string =>
  `${ERASED}${createHash('sha256').update(`erased ${clickKey}`).digest('hex').slice(0, 40)}`;

/** The key under which each click is known: its id, or what stands for it once it was erased. Uses erased_clicks_pkey. */
export async function keysOfClicks(db: Db, clickKeys: readonly string[]): Promise<Map<string, string>> {
  const erasedKeys = new Map(clickKeys.map((key) => [key, erasedKey(key)]));
  const found = await erased(db)
    .selectFrom('erased_clicks')
    .select('key')
    .where(sql<SqlBool>`key = any(${[...erasedKeys.values()]}::text[])`)
    .execute();
  const stored = new Set(found.map(({ key }) => key));
  return new Map(clickKeys.map((key) => [key, stored.has(erasedKeys.get(key)!) ? erasedKeys.get(key)! : key]));
}

/** Whoever names one of these clicks again speaks of nobody. */
export async function rememberErased(trx: Db, clickKeys: readonly string[], at: Date): Promise<void> {
  const keys = [...new Set(clickKeys)].filter((key) => !key.startsWith(ERASED)).map(erasedKey);
  if (keys.length === 0) return;
  await erased(trx)
    .insertInto('erased_clicks')
    .values(keys.toSorted().map((key) => ({ key, erased_at: at.toISOString() })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Refused messages that name an erased click. Uses postback_logs_uncounted_idx. */
export const listRefusedOfErased = (db: Db, limit: number): Promise<LogRow[]> =>
  db
    .withTables<{ postback_logs: LogRow }>()
    .selectFrom('postback_logs')
    .selectAll()
    .where('direction', '=', 'in')
    .where('conversion_id', 'is', null)
    .where(
      // the words of `erasedKey`
      sql<SqlBool>`${ERASED} || left(encode(sha256(convert_to('erased ' || click_id, 'UTF8')), 'hex'), 40)
        in (select key from erased_clicks)`,
    )
    .orderBy('id')
    .limit(limit)
    .execute();

/** Messages that named a parameter twice, and so perhaps two clicks, of which the log can name one. Uses postback_logs_uncounted_idx. */
export const listPolluted = (db: Db, after: bigint, limit: number): Promise<LogRow[]> =>
  db
    .withTables<{ postback_logs: LogRow }>()
    .selectFrom('postback_logs')
    .selectAll()
    .where('direction', '=', 'in')
    .where('conversion_id', 'is', null)
    .where('reason_code', '=', 'parameter_pollution')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Conversions of some clicks. Uses conversions_click_idx and conversions_key_idx. */
export const listOfClicks = (db: Db, clickIds: readonly string[]): Promise<ConversionRow[]> =>
  tables(db)
    .selectFrom('conversions')
    .selectAll()
    .where(sql<SqlBool>`(click_id = any(${clickIds}::text[]) or click_key = any(${clickIds}::text[]))`)
    .orderBy('id')
    .execute();

/** Logged messages about some clicks or conversions, both ways. */
export const listLogs = (db: Db, clickIds: readonly string[], conversionIds: readonly bigint[]): Promise<LogsTable[]> =>
  logs(db)
    .selectFrom('postback_logs')
    .selectAll()
    .where(
      sql<SqlBool>`(click_id = any(${clickIds}::text[]) or conversion_id = any(${conversionIds.map(String)}::bigint[]))`,
    )
    .orderBy('id')
    .execute();

export async function removeLogs(trx: Db, ids: readonly bigint[]): Promise<void> {
  await logs(trx)
    .deleteFrom('postback_logs')
    .where(sql<SqlBool>`id = any(${ids.map(String)}::bigint[])`)
    .execute();
}

const NO_TRACES = {
  visit_id: null,
  view_id: null,
  external_id: null,
  ad_ids: '{}',
  subs: '{}',
  referrer_host: null,
};

/** The money stays, its click does not. */
export async function eraseConversion(trx: Db, row: ConversionRow): Promise<void> {
  await tables(trx)
    .updateTable('conversions')
    .set({ ...NO_TRACES, click_id: null, click_key: erasedKey(row.click_key) })
    .where('id', '=', row.id)
    .execute();
}

/** What waits for the event store loses its traces too. */
export async function eraseOutbox(trx: Db, conversionIds: readonly bigint[]): Promise<void> {
  await sql`update event_outbox set payload = payload - '{visit_id,view_id,click_id,external_id,ad_ids,subs,referrer_host}'::text[]
    where payload ->> 'conversion_id' = any(${conversionIds.map(String)}::text[])`.execute(trx);
}

/** Retention: conversions of clicks of before an instant keep their money and their click id, which later messages name. @returns how many changed */
export const forgetTracesBefore = async (db: Db, before: Date, limit: number): Promise<number> => {
  const old = tables(db)
    .selectFrom('conversions')
    .select('id')
    .where(sql<SqlBool>`coalesce(click_at, received_at) < ${before.toISOString()}`)
    .where(
      sql<SqlBool>`(visit_id is not null or external_id is not null or view_id is not null or ad_ids <> '{}' or subs <> '{}')`,
    )
    .limit(limit);
  const { numUpdatedRows } = await tables(db)
    .updateTable('conversions')
    .set(NO_TRACES)
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
