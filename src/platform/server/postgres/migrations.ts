import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { isRewriting } from '../backup/rewriting.ts';
import type { Log } from '../log.ts';
import { isHeldUp } from './postgres.ts';

/** Any two installations of this program on one database agree on this number; nothing else uses it. */
const LOCK = 7_138_002_914;

type Checksums = { migration_checksums: { name: string; sha256: string } };
type File = { name: string; text: string; sha256: string };

/** The numbered .sql files of a folder in their order. Line ends of a checkout on another system do not count as a change. */
function readFiles(folder: string): File[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((file) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file))
      throw new Error(`The migration ${file} is not named like 0001_feature_what.sql.`);
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return { name: file.slice(0, -'.sql'.length), text, sha256: hash('sha256', text) };
  });
}

const NO_TABLE = '42P01';
/** A table that others hold for longer is asked for again, so that those who came meanwhile get their turn. */
const HELD_UP_LIMIT_MS = 300_000;
const HELD_UP_PAUSE_MS = 1000;

const unknownTo = (files: readonly File[], name: string): Error =>
  new Error(
    `The database holds the migration ${name}, which this release does not know (its newest is ${files.at(-1)?.name ?? 'none'}): start the newer release, or restore the backup of before it into an empty place.`,
  );

type Landed = { name: string; sha256: string };

/** What a database says of its migrations; undefined where none ever ran there. */
async function readLanded(url: string): Promise<Landed[] | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'guidepost-migrations',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Landed>('select name, sha256 from migration_checksums order by name')).rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_TABLE) return undefined;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * For commands that bring nothing up to date.
 * @throws Error with a sentence when a newer release has been at work on this database
 */
export async function refuseNewer(url: string, folder: string): Promise<void> {
  const files = readFiles(folder);
  const known = new Set(files.map(({ name }) => name));
  const unknown = (await readLanded(url))?.find(({ name }) => !known.has(name));
  if (unknown) throw unknownTo(files, unknown.name);
}

/** For commands that write by the tables of this release. @throws Error with a sentence when some files have not landed, or newer ones have */
export async function refuseOutdated(url: string, folder: string): Promise<void> {
  await refuseNewer(url, folder);
  if (!(await haveLanded(url, readFiles(folder))))
    throw new Error(
      'The database is that of an older release: start the program, which brings it up to date, then call this again.',
    );
}

/**
 * Whether every file has landed as it is: then nothing is to be done, as at nearly every start, and nobody's turn is waited for. A file
 * and its checksum land in one transaction.
 */
async function haveLanded(url: string, files: File[]): Promise<boolean> {
  const rows = await readLanded(url);
  const landed = new Map(rows?.map(({ name, sha256 }) => [name, sha256]));
  return landed.size === files.length && files.every(({ name, sha256 }) => landed.get(name) === sha256);
}

/** Somebody can sign in. */
async function hasSite(db: Kysely<Checksums>): Promise<boolean> {
  const table = await sql<{ has: boolean }>`select to_regclass('public.users') is not null as has`.execute(db);
  if (!table.rows[0]!.has) return false;
  const { rows } = await sql<{ has: boolean }>`select exists (select from users) as has`.execute(db);
  return rows[0]!.has;
}

/** @returns the names of what has landed */
async function checkLanded(db: Kysely<Checksums>, files: File[]): Promise<Set<string>> {
  const landed = await db.selectFrom('migration_checksums').select(['name', 'sha256']).orderBy('name').execute();
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, sha256 } of landed) {
    const file = byName.get(name);
    if (!file) throw unknownTo(files, name);
    if (file.sha256 !== sha256)
      throw new Error(`The migration ${name} was changed after it landed: restore its text and add a new file.`);
  }
  return new Set(landed.map(({ name }) => name));
}

/** Who is asked before rows of a site are rewritten. */
export type BeforeRewriting = {
  /** Whether another store has files to land that rewrite: they land later, and the same backup is of before them. */
  isDueElsewhere?(): Promise<boolean>;
  /** Called by who has the turn, before the first file lands. @throws Error: then nothing lands */
  take(): Promise<void>;
};

/**
 * Brings the database up to date with the .sql files of `folder`: each in its own transaction together with its checksum, so a
 * killed run goes on where it ended. Two processes at once take turns.
 * @param url of a role that owns the schema; no statement limit applies.
 * @param before undefined: nothing is lost here
 * @param onLanded after each file
 * @returns the names that landed in this run.
 * @throws Error with a sentence when a landed file was changed or is unknown, or the database refused one.
 */
export async function migrate(
  url: string,
  folder: string,
  log: Log,
  before?: BeforeRewriting,
  onLanded?: () => void,
): Promise<string[]> {
  const files = readFiles(folder);
  if ((await haveLanded(url, files)) && !(await before?.isDueElsewhere?.())) return [];
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 10_000,
    application_name: 'guidepost-migrations',
  });
  const onBroken = (error: Error): void => log.warn({ err: error }, 'a migration connection broke');
  // the pool listens to idle connections only; one that breaks in the middle of a file would end the process
  pool.on('error', onBroken).on('connect', (client) => client.on('error', onBroken));
  const db = new Kysely<Checksums>({ dialect: new PostgresDialect({ pool }) });
  try {
    // a lock of the session: PostgreSQL lets go of it when we are killed
    return await db.connection().execute(async (guard) => {
      await sql`select pg_advisory_lock(${LOCK}::bigint)`.execute(guard);
      try {
        return await bringUp(db, files, log, before, onLanded);
      } finally {
        await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(guard);
      }
    });
  } finally {
    await db.destroy();
  }
}

async function bringUp(
  db: Kysely<Checksums>,
  files: File[],
  log: Log,
  before: BeforeRewriting | undefined,
  onLanded: (() => void) | undefined,
): Promise<string[]> {
  await sql`create table if not exists migration_checksums (
    name text primary key, sha256 text not null, landed_at timestamptz not null default now())`.execute(db);
  const landed = await checkLanded(db, files);
  if (before && (await hasSite(db))) {
    const isDue = files.some((file) => !landed.has(file.name) && isRewriting(file.text));
    if (isDue || (await before.isDueElsewhere?.())) await before.take();
  }
  let running = 'run';
  const asMigration = (file: File): [string, Migration] => [
    file.name,
    {
      async up(trx: Kysely<Checksums>) {
        running = file.name;
        // while a file waits for a table, everybody who comes after it waits too
        await sql`set local lock_timeout = '1s'`.execute(trx);
        await sql.raw(file.text).execute(trx);
        await trx.insertInto('migration_checksums').values({ name: file.name, sha256: file.sha256 }).execute();
      },
    },
  ];
  const migrations = Object.fromEntries(files.map(asMigration));
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const done: string[] = [];
  // one call runs one file: all in a single transaction would start from nothing after a kill
  const until = performance.now() + HELD_UP_LIMIT_MS;
  for (;;) {
    const { error, results } = await migrator.migrateUp();
    const latest = results?.find((result) => result.status === 'Success');
    if (isHeldUp(error) && performance.now() < until) {
      log.info({ migration: running }, 'others hold what a migration changes; it is tried again');
      await sleep(HELD_UP_PAUSE_MS);
      continue;
    }
    if (error !== undefined) {
      const reason = error instanceof Error ? error.message : 'unknown';
      throw new Error(`The migration ${running} failed: ${reason}`, { cause: error });
    }
    if (!latest) return done;
    done.push(latest.migrationName);
    log.info({ migration: latest.migrationName }, 'migration landed');
    onLanded?.();
  }
}
