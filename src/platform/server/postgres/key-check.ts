import { sql } from 'kysely';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { inTransaction, type Db } from './postgres.ts';

/** Sealed by the key of the installation; the name of its row among the shared keys. */
const CHECK = 'key-check';
const PLAIN = 'sealed by the key of this installation';
/** Two instances that start at once do it one after the other. */
const LOCK = 7_261_844;

const OTHER_KEY =
  'The secrets in the database were sealed by another key than that of this installation. Put the secret.key of before back into the data folder (or into SECRET_KEY), or name it in SECRET_KEY_OLD to have all of them sealed by the new one.';

type Sealed = { table: string; column: string };

/** Every column of sealed texts, by its name; and the one that holds one where it is no plain address of before. */
async function sealedColumns(db: Db): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and (column_name like '%\\_sealed' or (table_name, column_name) = ('settings', 'alert_webhook_url'))
      and (select table_type from information_schema.tables t
        where t.table_schema = 'public' and t.table_name = columns.table_name) = 'BASE TABLE'
    order by 1, 2`.execute(db);
  return rows;
}

async function textsIn(db: Db, { table, column }: Sealed, most?: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select ${sql.ref(column)} as text from ${sql.table(table)}
    where ${sql.ref(column)} <> '' and ${sql.ref(column)} !~ '^https?:' limit ${most ?? null}`.execute(db);
  return rows.map(({ text }) => text);
}

/**
 * Sees that what the database holds sealed opens by the key of this installation, and seals anew what was sealed by the key of before. A
 * database that was not checked yet is taken on once some of each column has been opened.
 * @throws Error with what to do
 */
export const checkKey = (db: Db, secrets: Secrets, log: Log): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const { rows } = await sql<{
      text: string;
    }>`select value_sealed as text from app_keys where name = ${CHECK}`.execute(trx);
    const kept = rows[0]?.text;
    if (kept === undefined) {
      for (const column of await sealedColumns(trx))
        for (const text of await textsIn(trx, column, 1)) opened(() => secrets.open(text));
      await sql`insert into app_keys (name, value_sealed) values (${CHECK}, ${secrets.seal(PLAIN)})`.execute(trx);
      return;
    }
    const fresh = opened(() => secrets.sealAnew(kept));
    if (fresh === undefined) return;
    let count = 0;
    for (const column of await sealedColumns(trx)) count += await sealColumnAnew(trx, column, secrets, log);
    log.warn(
      { count },
      'what was sealed by the key of before is sealed by the new one: SECRET_KEY_OLD is needed no more',
    );
  });

function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new Error(OTHER_KEY, { cause: error });
  }
}

async function sealColumnAnew(db: Db, { table, column }: Sealed, secrets: Secrets, log: Log): Promise<number> {
  let count = 0;
  for (const text of await textsIn(db, { table, column })) {
    let fresh: string | undefined;
    try {
      fresh = secrets.sealAnew(text);
    } catch (error) {
      // of a key that was lost long ago: it is typed in anew
      log.warn({ err: error, table, column }, 'a sealed text opens by neither key, and stays as it is');
    }
    if (fresh === undefined) continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh} where ${sql.ref(column)} = ${text}`.execute(
      db,
    );
    count += 1;
  }
  return count;
}
