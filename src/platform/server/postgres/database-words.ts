import { join } from 'node:path';
import pg from 'pg';

/** What is wrong, and what to do, as one sentence: nothing that trying again alone will mend. */
export class DatabaseTrouble extends Error {}

const BY_CODE: Record<string, (where: string) => string> = {
  ECONNREFUSED: (where) => `Nobody listens at ${where}: start PostgreSQL there, or correct DATABASE_URL.`,
  ENOENT: (where) => `There is no PostgreSQL socket at ${where}: start PostgreSQL there, or correct DATABASE_URL.`,
  ENOTFOUND: (where) => `The host of ${where} is not known: correct DATABASE_URL, or see to the name server.`,
  EAI_AGAIN: (where) => `The name server does not answer for ${where}: see to it, or name an address in DATABASE_URL.`,
  ETIMEDOUT: (where) => `${where} does not answer: see whether a firewall lies between, or correct DATABASE_URL.`,
  EHOSTUNREACH: (where) => `There is no way to ${where}: see to the network, or correct DATABASE_URL.`,
  '28P01': (where) => `PostgreSQL at ${where} refused the password: correct DATABASE_URL.`,
  '28000': (where) => `PostgreSQL at ${where} refused the user: correct DATABASE_URL, or let the user in there.`,
  '3D000': (where) => `PostgreSQL at ${where} has no such database: make it, or correct DATABASE_URL.`,
  '53300': (where) => `PostgreSQL at ${where} has no connection left: let it have more, or end other programs.`,
  '57P03': (where) => `PostgreSQL at ${where} is still starting or recovering: it is tried again by itself.`,
};

/** One sentence with the next step, for the log and whoever started the program. @param url of the database; undefined: our own */
export function describeDatabaseTrouble(error: unknown, url: string | undefined): string {
  if (error instanceof DatabaseTrouble) return error.message;
  const where = url === undefined ? 'the data folder' : placeOf(url);
  for (const code of errorCodes(error)) {
    const words = BY_CODE[code];
    if (words) return words(where);
  }
  if (error instanceof Error && /timeout|timed out/i.test(error.message)) return BY_CODE['ETIMEDOUT']!(where);
  return error instanceof Error ? error.message : String(error);
}

/**
 * The same of a database that neither failed nor is done.
 * @param step `server`: it is being started, or waited for; `tables`: it answered, and is brought up to date
 * @param dataDir where our own one lives
 */
export function describeSlowDatabase(step: 'server' | 'tables', url: string | undefined, dataDir: string): string {
  if (step === 'server')
    return `The PostgreSQL of the data folder does not answer yet. One that was killed recovers first; one that hangs is ended after two minutes and started anew. What it says itself is in ${join(dataDir, 'postgres', 'postgres.log')}.`;
  const where = url === undefined ? 'the data folder' : placeOf(url);
  return `PostgreSQL at ${where} answered, but its tables are not up to date yet: another Guidepost may be at it, somebody holds locks there (pg_stat_activity shows who), or it hangs. It goes on by itself once it is let.`;
}

/** The codes of an error and of what caused it, the outermost first. */
function errorCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: unknown };
  const own = typeof code === 'string' ? [code] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(errorCodes) : [];
  return [...own, ...inner, ...errorCodes(error.cause)];
}

/** Host, port and database: never user or password. */
function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
  } catch {
    return 'the address in DATABASE_URL';
  }
}

const OLDEST_MAJOR = 15;

/** @throws DatabaseTrouble when it is older than what the tables need */
export async function checkVersion(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (major < OLDEST_MAJOR)
      throw new DatabaseTrouble(
        `PostgreSQL at ${placeOf(url)} is version ${major}; ${OLDEST_MAJOR} or later is needed: upgrade it, or name another one in DATABASE_URL.`,
      );
  } finally {
    await client.end().catch(() => undefined);
  }
}

const LOOKS = 3;

/**
 * A pooler may give each transaction another session of the database: then locks that are held for a session, and messages to who
 * listens, get lost without an error. Two connections that have the same session at once, or one whose session changes, are the proof of
 * that; a pooler that happens to give neither is not noticed.
 * @throws DatabaseTrouble with the mend
 */
export async function checkSessions(url: string): Promise<void> {
  const [one, other] = [await connect(url), await connect(url)];
  try {
    const first = await sessionOf(one);
    for (let look = 0; look < LOOKS; look += 1) {
      await other.query('begin');
      const isShared = (await sessionOf(other)) === first || (await sessionOf(one)) !== first;
      await other.query('rollback');
      if (isShared)
        throw new DatabaseTrouble(
          `${placeOf(url)} is a pooler that gives each transaction another session, so locks and messages get lost there: set pool_mode = session in it (pgbouncer), or name PostgreSQL itself in DATABASE_URL.`,
        );
    }
  } finally {
    for (const client of [one, other]) await client.end().catch(() => undefined);
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
