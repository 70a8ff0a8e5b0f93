import { Kysely, PostgresDialect, sql, type ColumnType, type Transaction } from 'kysely';
import pg from 'pg';

/** A handle on PostgreSQL: the pool, or a transaction. A feature's store sees its own tables by `db.withTables<...>()`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- Kysely wants an object type that names no table
export type Db = Kysely<{}>;
// oxlint-disable-next-line typescript/no-empty-object-type -- the same
export type Trx = Transaction<{}>;

/** A jsonb column: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** bigint columns (money) come as `bigint`, timestamps as ISO strings in UTC, ids (int4) as numbers. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return (value: string) => BigInt(value);
    if (oid === TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** Opens a pool with the limits that keep one slow statement from holding the rest. @param onError idle connections that broke */
export function openPool(url: string, onError: (error: Error) => void, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: types as never,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5000,
    lock_timeout: 2000,
    application_name: 'guidepost',
  });
  // sessions that are closing when PostgreSQL stops after us are no news
  const report = (error: Error): void => (pool.ending ? undefined : onError(error));
  pool.on('error', report);
  // one that breaks while it is lent out would end the process
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

export const openDb = (pool: pg.Pool): Db => new Kysely({ dialect: new PostgresDialect({ pool }) });

/** Runs in the caller's transaction when there is one, else in a new one. */
export const inTransaction = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Trx) : db.transaction().execute(work);

/** Unique, foreign key, and a foreign key that restricts, which PostgreSQL 18 tells apart. */
const BROKEN = ['23505', '23503', '23001'];

/** The name of the unique or foreign key constraint that refused a write, if one did. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && BROKEN.includes(error.code ?? '') ? error.constraint : undefined;
}

/** Resolves when the database answers. @throws the driver's error when it does not */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
