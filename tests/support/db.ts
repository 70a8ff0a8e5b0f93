import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { migrateJobs } from '../../src/platform/server/jobs/graphile-jobs.ts';
import { migrate } from '../../src/platform/server/postgres/migrations.ts';
import { openDb, openPool, type Db } from '../../src/platform/server/postgres/postgres.ts';
import { oncePerRun } from './once-per-run.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations/postgres');
const TEMPLATE = 'guidepost_template';
/** Nothing here outlives the run, so nothing waits for the disk. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** A busy machine is none of a test's business: it waits where the product would say that it is busy. */
const PATIENT = { max: 4, connectionTimeoutMillis: 60_000, statement_timeout: 60_000, lock_timeout: 60_000 };

/** A database of its own, with every migration and the job queue in it and no rows. */
export type TestDb = {
  db: Db;
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
  /** Leaves it in place for the whole run, to be copied. @returns its name */
  keep(): Promise<string>;
};

async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const withDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/**
 * PostgreSQL waits some seconds for connections that are on their way out; a test that keeps one open loses it. Ended at once, a
 * connection of something that has just stopped would break where nobody listens any more.
 */
async function drop(server: string, name: string): Promise<void> {
  try {
    await onServer(server, `drop database if exists ${name}`);
  } catch {
    await onServer(server, `drop database if exists ${name} with (force)`);
  }
}

/** Starts the run's PostgreSQL when no other worker has. @returns the URL of its first database. */
const serverUrl = (): Promise<string> =>
  oncePerRun('postgres', async (dataDir) => {
    const log = pino({ level: 'silent' });
    mkdirSync(dataDir);
    // the database user must be able to pass
    chmodSync(dataDir, 0o711);
    const { url } = await startPostgres({ dataDir, log, settings: SETTINGS });
    await onServer(url, `create database ${TEMPLATE}`);
    await migrate(withDatabase(url, TEMPLATE), MIGRATIONS, log);
    await migrateJobs(withDatabase(url, TEMPLATE), log);
    return url;
  });

/** As many connections as the product has; a lock is waited for as it does, in less time. */
export const IMPATIENT = { max: 10, lock_timeout: 500 };

/**
 * Copies the migrated template, or another. Close it when the test is over; what is not closed goes with the run.
 * @param given `limits` for tests of what is refused because it took too long
 */
export async function testDb(given: { template?: string; limits?: typeof IMPATIENT } = {}): Promise<TestDb> {
  const { template = TEMPLATE, limits } = given;
  const server = await serverUrl();
  const name = `t_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const url = withDatabase(server, name);
  // a dropped database ends its idle connections, which is no news here
  const pool = openPool(url, () => undefined, { ...PATIENT, ...limits });
  const db = openDb(pool);
  return {
    db,
    pool,
    url,
    async close() {
      await db.destroy();
      await drop(server, name);
    },
    async keep() {
      await db.destroy();
      return name;
    },
  };
}

/** An empty database without any table, for tests of the migrations themselves. */
export async function emptyDb(): Promise<{ url: string; close(): Promise<void> }> {
  const server = await serverUrl();
  const name = `e_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  return {
    url: withDatabase(server, name),
    close: () => drop(server, name),
  };
}
