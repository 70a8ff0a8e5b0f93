import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { ERASED, erasedKey, erasedTables } from '../../events/server/store-erased.ts';
import { conversionTables, type ConversionRow } from '../../conversions/server/store-conversions.ts';

type LogsTable = { id: bigint; click_id: string | null; conversion_id: bigint | null; state: string };

const logs = (db: Db) => db.withTables<{ postback_logs: LogsTable }>();

/** What stands for some clicks from now on. */
export const erasedKeysOf = (clickKeys: readonly string[]): string[] =>
  [...new Set(clickKeys)].filter((key) => !key.startsWith(ERASED)).map(erasedKey);

/** Whoever names one of these clicks again speaks of nobody. @param keys what stands for them */
export async function rememberErased(trx: Db, keys: readonly string[], at: Date): Promise<void> {
  if (keys.length === 0) return;
  await erasedTables(trx)
    .insertInto('erased_clicks')
    .values(keys.toSorted().map((key) => ({ key, erased_at: at.toISOString() })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Conversions of some clicks. Uses conversions_click_idx and conversions_key_idx. */
export const listOfClicks = (db: Db, clickIds: readonly string[]): Promise<ConversionRow[]> =>
  conversionTables(db)
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
  params: null,
  referrer_host: null,
  city: null,
  os_version: null,
  browser_version: null,
};

/** The money stays, its click does not. */
export async function eraseConversion(trx: Db, row: ConversionRow): Promise<void> {
  await conversionTables(trx)
    .updateTable('conversions')
    .set({ ...NO_TRACES, click_id: null, click_key: erasedKey(row.click_key) })
    .where('id', '=', row.id)
    .execute();
}

/** What waits for the event store loses its traces too. */
export async function eraseOutbox(trx: Db, conversionIds: readonly bigint[]): Promise<void> {
  await sql`update event_outbox set payload = payload - '{visit_id,view_id,click_id,external_id,ad_ids,subs,params,referrer_host,city,os_version,browser_version}'::text[]
    where payload ->> 'conversion_id' = any(${conversionIds.map(String)}::text[])`.execute(trx);
}

/** Retention: conversions of clicks of before an instant keep their money and their click id, which later messages name. @returns how many changed */
export const forgetTracesBefore = async (db: Db, before: Date, limit: number): Promise<number> => {
  const old = conversionTables(db)
    .selectFrom('conversions')
    .select('id')
    .where(sql<SqlBool>`coalesce(click_at, received_at) < ${before.toISOString()}`)
    .where(
      sql<SqlBool>`(visit_id is not null or external_id is not null or view_id is not null or ad_ids <> '{}' or subs <> '{}' or params <> '{}'
        or city is not null or os_version is not null or browser_version is not null)`,
    )
    .limit(limit);
  const { numUpdatedRows } = await conversionTables(db)
    .updateTable('conversions')
    .set(NO_TRACES)
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Clicks of which something is held, by what would stand for them. Reads each table once. */
export async function listHeldOf(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select click_id as id from clicks union select click_id from conversions union select click_key from conversions
      union select click_id from postback_logs) held
     where id is not null and ${ERASED} || left(encode(sha256(convert_to('erased ' || id, 'UTF8')), 'hex'), 40) = any(${keys}::text[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
