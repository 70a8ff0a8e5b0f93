import { Kysely, PostgresDialect, sql, type ColumnType, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { AppError } from '../../errors.ts';
import { cutOff, watchPulse, type Pulse } from './pulse.ts';

/** A handle on PostgreSQL: the pool, or a transaction. A feature's store sees its own tables by `db.withTables<...>()`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- Kysely wants an object type that names no table
export type Db = Kysely<{}>;
// oxlint-disable-next-line typescript/no-empty-object-type -- the same
export type Trx = Transaction<{}>;

/** A jsonb column: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** As PostgreSQL writes it where its sessions are in UTC: `2026-03-06 09:00:00.123+00`, without zeros at the end of a fraction. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** ISO 8601 in UTC with milliseconds, the rest cut off. `Date` takes four times as long for what PostgreSQL writes. */
function instantOf(value: string): string {
  const found = IN_UTC.exec(value);
  if (!found) return new Date(value).toISOString();
  return `${found[1]}T${found[2]}.${(found[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

/** bigint columns (money) come as `bigint`, timestamps as ISO strings in UTC, ids (int4) as numbers. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return (value: string) => BigInt(value);
    if (oid === TIMESTAMPTZ) return instantOf;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** They keep one slow statement from holding the rest. Whoever waits for a connection waits longer than any statement may take. */
const LIMITS = { max: 10, connectionTimeoutMillis: 6000, statement_timeout: 5000, lock_timeout: 4000 };

/** One that listens for changes, and the pulse. */
const STANDING = 2;

/** How the connections of a program are shared between statements of its own and its job runner, which holds two for good. */
export function shareConnections(most: number): { statements: number; jobs: number } {
  const jobs = Math.floor(most / 4);
  return { statements: most - STANDING - jobs, jobs };
}

/** What the peak of a burst took is given back soon: several instances share what PostgreSQL allows. */
const IDLE_MS = 5000;

/**
 * @param onError idle connections that broke
 * @param limits others than the usual ones, in milliseconds
 * @param onNew each connection before anything is asked on it
 */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  limits: Partial<typeof LIMITS> = {},
  onNew: (client: pg.ClientBase) => void = () => undefined,
): pg.Pool {
  const { statement_timeout: statementMs, lock_timeout: lockMs, ...most } = { ...LIMITS, ...limits };
  const pool = new pg.Pool({
    connectionString: url,
    types: types as never,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'guidepost',
    ...most,
    // not as parameters of the connection: poolers refuse those
    async onConnect(client) {
      onNew(client);
      await client.query(`set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}`);
    },
  });
  // sessions that are closing when PostgreSQL stops after us are no news
  const report = (error: Error): void => (pool.ending ? undefined : onError(error));
  pool.on('error', report);
  // one that breaks while it is lent out would end the process
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

/** A pool for a database that may come later. While it cannot be reached, every use fails at once with `unavailable`. */
export type LatePool = PostgresPool & {
  /** Tells where the database is; the first call counts. */
  open(url: string): void;
};

/** @param onError idle connections that broke @param max how many connections it has at most */
export function openLatePool(onError: (error: Error) => void, max = LIMITS.max): LatePool {
  let pool: pg.Pool | undefined;
  let pulse: Pulse | undefined;
  const clients = new Set<pg.ClientBase>();
  /** Ends the wait of each who has no connection yet. */
  const waiting = new Set<(error: AppError) => void>();

  function open(url: string): void {
    if (pool) return;
    pool = openPool(url, onError, { max }, (client) => {
      clients.add(client);
      client.once('end', () => clients.delete(client));
    });
    pulse = watchPulse(url, {
      onSilence() {
        onError(new Error('the database holds its connections and does not answer'));
        for (const client of clients) cutOff(client);
        for (const end of waiting) end(noDatabase());
        waiting.clear();
      },
    });
  }

  function takeTurn(from: pg.Pool): Promise<pg.PoolClient> {
    const turn = Promise.withResolvers<pg.PoolClient>();
    waiting.add(turn.reject);
    from.connect().then(
      (client) => (waiting.delete(turn.reject) ? turn.resolve(client) : client.release()),
      (error: Error) => {
        waiting.delete(turn.reject);
        turn.reject(error);
      },
    );
    return turn.promise;
  }

  return {
    options: {},
    open,
    async connect() {
      if (!pool || pulse?.isSilent()) throw noDatabase();
      try {
        return await takeTurn(pool);
      } catch (error) {
        if (error instanceof Error && error.message === NO_TURN) throw crowded(error);
        throw isUnreachable(error) ? noDatabase(error) : error;
      }
    },
    async end() {
      await pulse?.stop();
      await pool?.end();
    },
  };
}

const noDatabase = (cause?: unknown): AppError =>
  new AppError('unavailable', 'The database does not answer. Try again in a moment.', {
    ...(cause !== undefined && { cause }),
    details: { retry_after_s: 5 },
  });

/** What the driver's pool says to who waited too long for others to give a connection back. */
const NO_TURN = 'timeout exceeded when trying to connect';

const crowded = (cause: unknown): AppError =>
  new AppError('unavailable', 'All connections to the database are in use. Try again in a few seconds.', {
    cause,
    details: { retry_after_s: 2 },
  });

/** Of the system: nobody listens, the way is cut, the name is unknown. */
const CUT = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** Of PostgreSQL: broken connection, refused login, no such database, too many connections, shutting down or starting up. */
const REFUSED = /^(08|28|3D|53|57P)/;
/** The driver has no codes for these. */
const LOST = /^(Connection terminated|timeout e(xceeded|xpired)|Client has encountered a connection error)/;

/** Is the error, or what caused it, that the database does not answer, rather than what was asked of it? */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (error instanceof AppError) return error.code === 'unavailable';
  if (error instanceof pg.DatabaseError) return REFUSED.test(error.code ?? '');
  if (typeof code === 'string' && CUT.includes(code)) return true;
  if (error instanceof AggregateError) return error.errors.every(isUnreachable);
  return LOST.test(error.message) || isUnreachable(error.cause);
}

export const openDb = (pool: PostgresPool): Db => new Kysely({ dialect: new PostgresDialect({ pool }) });

/** Of PostgreSQL: a lock that did not come in time, a statement that took too long, a deadlock, an order that cannot be. */
const HELD_UP = ['55P03', '57014', '40P01', '40001'];

/** Is the error that others held what was asked for, or the machine was too slow for it, so that asking again may do? */
export const isHeldUp = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && HELD_UP.includes(error.code ?? '');

/** What the caller of a statement that was held up is told. */
export const heldUp = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'Others are writing here at this moment. Nothing was saved; try again in a few seconds.',
    {
      cause,
      details: { retry_after_s: 2 },
    },
  );

/**
 * Runs in the caller's transaction when there is one, else in a new one. A new one that is held up by others is tried once more, so
 * `work` may run twice: what it keeps outside of itself starts anew each time.
 * @throws AppError unavailable when it was held up twice; nothing is written then
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Trx);
  const attempt = async (): Promise<T> => {
    let after: Iterable<Step> = [];
    const done = await db.transaction().execute(async (trx) => {
      const result = await work(trx);
      for (const step of lastSteps.get(trx) ?? []) await step(trx);
      after = laterSteps.get(trx) ?? [];
      return result;
    });
    for (const step of after) await step(db);
    return done;
  };
  try {
    return await attempt();
  } catch (error) {
    if (!isHeldUp(error)) throw error;
  }
  try {
    return await attempt();
  } catch (error) {
    throw isHeldUp(error) ? heldUp(error) : error;
  }
}

type Step = (db: Db) => Promise<void>;

const lastSteps = new WeakMap<Db, Set<Step>>();

/**
 * Runs a step as the last of the caller's transaction, right before it commits, and once however often it is asked for: for a row that
 * all writers share, which is held from the step to the commit and no longer. Outside of a transaction it runs at once.
 */
export async function beforeCommit(db: Db, step: Step): Promise<void> {
  if (!db.isTransaction) return step(db);
  const steps = lastSteps.get(db) ?? new Set<Step>();
  lastSteps.set(db, steps.add(step));
}

const laterSteps = new WeakMap<Db, Set<Step>>();

/** Runs a step once after the caller's transaction has committed; outside of one at once. It must not fail: what was written stays. */
export async function afterCommit(db: Db, step: Step): Promise<void> {
  if (!db.isTransaction) return step(db);
  const steps = laterSteps.get(db) ?? new Set<Step>();
  laterSteps.set(db, steps.add(step));
}

/**
 * Makes a lookup that asks the database once for each key in a transaction, for what that transaction does not change. Outside of one
 * it asks every time. What follows the key must be the same at every call.
 */
export function oncePerTransaction<K, V, Rest extends unknown[]>(look: (db: Db, key: K, ...rest: Rest) => Promise<V>) {
  const known = new WeakMap<Db, Map<K, Promise<V>>>();
  return (db: Db, key: K, ...rest: Rest): Promise<V> => {
    if (!db.isTransaction) return look(db, key, ...rest);
    const answers = known.get(db) ?? new Map<K, Promise<V>>();
    known.set(db, answers);
    const answer = answers.get(key) ?? look(db, key, ...rest);
    answers.set(key, answer);
    return answer;
  };
}

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

/** Files wait for each other longer than a call that a reader waits for. Ends with the transaction. */
export const waitPatiently = async (trx: Db): Promise<void> => {
  await sql`select set_config('lock_timeout', '120s', true), set_config('statement_timeout', '120s', true)`.execute(
    trx,
  );
};
