import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run, runMigrations, type Runner, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { JobHandler, Jobs } from './jobs.ts';
import type { Log } from '../log.ts';

/** Jobs by graphile-worker, with the runner that works them off. */
export type JobRunner = Jobs & {
  /** Names what runs a job; before `start`. Jobs of a name that nobody registered wait. */
  register(name: string, handler: JobHandler): void;
  start(): Promise<void>;
  /** Takes in what was registered since it was started. */
  renew(): Promise<void>;
  /** Takes no further job, waits for the running ones up to 10 s, then puts them back. Before the database is stopped. */
  stop(): Promise<void>;
};

type Options = {
  /** The runner has a pool of its own, without the statement limits of the program's. */
  url: string;
  log: Log;
  /** Jobs that run at once. */
  concurrency?: number;
  /** Connections, of which the runner holds two for good; a job needs one only to be fetched and to be noted as done. */
  connections?: number;
  /** How often what a dead process left locked is looked for; default one minute. */
  sweepMs?: number;
};

const STOP_LIMIT_MS = 10_000;
const RESTART_MS = 1000;
const CONNECTIONS = 4;
const QUEUE_GAP_MS = 20;
const MAX_FAILURES = 8;
/** In batches the library waits for the database when it cannot note an outcome; one by one it would end the process. */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Creates or updates the library's own schema. Several processes may do so at once. */
export async function migrateJobs(url: string, log: Log): Promise<void> {
  await runMigrations({ connectionString: url, logger: loggerOf(log) });
}

/** The queue as callers see it: it needs no more than their transaction. */
export const jobQueue: Jobs = {
  async add(db, name, payload, options = {}) {
    // the caller's handle: the job exists if and only if his transaction commits
    const insert = () =>
      sql<{ id: bigint | null }>`select id from graphile_worker.add_job(
      identifier => ${name}::text, payload => ${JSON.stringify(payload)}::json, queue_name => ${options.queue ?? null}::text,
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz, max_attempts => ${options.maxAttempts ?? null}::integer,
      job_key => ${options.key ?? null}::text)`.execute(db);
    // the library adds nothing when a runner takes the job of the same key at this very moment; asked again, it sees it taken
    while ((await insert()).rows[0]?.id == null);
  },
};

/** Opens the queue and brings its schema up to date. @throws Error when the database does not answer. */
export async function openJobs({
  url,
  log,
  concurrency = 4,
  connections = CONNECTIONS,
  sweepMs = 60_000,
}: Options): Promise<JobRunner> {
  await migrateJobs(url, log);
  const handlers = new Map<string, JobHandler>();
  const onBroken = (error: Error): void => log.warn({ err: error }, 'a connection of the job runner broke');
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    application_name: 'guidepost-jobs',
  });
  pool.on('error', onBroken).on('connect', (client) => client.on('error', onBroken));
  const life = lifeSigns(pool, log);
  let runner: Runner | undefined;
  let sweeper: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function launch(): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => void life.claim(workerPool.id));
    const taskList = Object.fromEntries(
      [...handlers].map(([name, handler]) => [name, (payload: unknown) => handler(payload)]),
    );
    events.on('job:complete', ({ job, worker }) => {
      // the next job of a queue waits for this one; without a nudge, until the next poll
      if (job.job_queue_id === null) return;
      // a runner that has ended throws at a nudge, where nobody would catch it
      const nudge = (): unknown => !isStopping && runner === started && worker.workerPool.nudge(1);
      setTimeout(nudge, QUEUE_GAP_MS).unref();
    });
    const started = await run({
      preset: PRESET,
      pgPool: pool,
      logger: loggerOf(log),
      taskList,
      concurrency,
      events,
      parsedCronItems: [],
      noHandleSignals: true,
    });
    runner = started;
    // one whose place another has taken ends in silence
    const end = (error?: unknown): void => (runner === started ? again(error) : undefined);
    started.promise.then(end, end);
    // the library remembers a failed look-up of its task names for good: only a new runner asks again
    let failures = 0;
    events.on('worker:getJob:empty', () => void (failures = 0)).on('job:start', () => void (failures = 0));
    events.on('worker:getJob:error', () => {
      if (++failures === MAX_FAILURES) started.stop().catch(end);
    });
  }

  function again(error: unknown): void {
    if (isStopping) return;
    log.error({ err: error }, 'the job runner ended and is started again');
    void sleep(RESTART_MS).then(() => (isStopping ? undefined : launch().catch(again)));
  }

  return {
    register: (name, handler) => void handlers.set(name, handler),
    ...jobQueue,
    async start() {
      await life.releaseDead();
      await launch();
      sweeper = setInterval(() => void life.releaseDead(), sweepMs);
      sweeper.unref();
    },
    async renew() {
      const former = runner;
      await launch();
      await former?.stop();
    },
    async stop() {
      isStopping = true;
      clearInterval(sweeper);
      const late = new AbortController();
      const stopped = runner
        ?.stop()
        .catch((error: unknown) => log.warn({ err: error }, 'the job runner did not stop cleanly'));
      const limit = sleep(STOP_LIMIT_MS, 'late', { signal: late.signal }).catch(() => undefined);
      if ((await Promise.race([stopped, limit])) === 'late')
        await runner?.kill('The program ends.').catch(() => undefined);
      late.abort();
      await life.end();
      await pool.end();
    },
  };
}

/**
 * The library keeps a job locked for four hours after its process was killed. Each runner therefore holds an advisory lock under
 * its id for as long as its session lives; whoever can take that lock knows the runner dead and frees its jobs.
 */
function lifeSigns(pool: pg.Pool, log: Log) {
  const own = new Set<string>();
  let holder: Promise<pg.PoolClient> | undefined;
  let held: pg.PoolClient | undefined;

  const hold = (): Promise<pg.PoolClient> => {
    holder ??= take();
    return holder;
  };

  async function take(): Promise<pg.PoolClient> {
    try {
      const client = await pool.connect();
      client.once('error', () => drop(client));
      held = client;
      for (const id of own) await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [id]);
      return client;
    } catch (error) {
      drop(held);
      throw error;
    }
  }

  /** The locks end with the session; the next call takes a new one. */
  function drop(client: pg.PoolClient | undefined): void {
    holder = undefined;
    if (client === undefined || client !== held) return;
    held = undefined;
    client.release(true);
  }

  async function sweep(): Promise<void> {
    const client = await hold();
    const { rows } = await client.query<{ id: string }>(
      'select distinct locked_by as id from graphile_worker.jobs where locked_by is not null',
    );
    for (const { id } of rows.filter((row) => !own.has(row.id))) {
      const { rows: got } = await client.query<{ ok: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as ok',
        [id],
      );
      if (got[0]?.ok !== true) continue;
      await client.query('select graphile_worker.force_unlock_workers(array[$1])', [id]);
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id]);
      log.warn({ runner: id }, 'jobs of a dead runner were freed');
    }
  }

  return {
    async claim(id: string): Promise<void> {
      own.add(id);
      try {
        const client = await hold();
        await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [id]);
      } catch (error) {
        log.warn({ err: error }, 'the job runner could not show that it lives');
      }
    },
    releaseDead: () =>
      sweep().catch((error: unknown) => log.warn({ err: error }, 'jobs of dead runners could not be looked for')),
    async end(): Promise<void> {
      await holder?.catch(() => undefined);
      drop(held);
    },
  };
}

/** Jobs wait for receivers, hardly ever for the database: a few connections do for many of them. */
const MEANT = /^WARNING: having maxPoolSize/;

const loggerOf = (log: Log): Logger =>
  new Logger((scope) => (level, message, meta) => {
    const error = meta?.['error'];
    const [first = '', ...trace] = message.split('\n');
    const told =
      error instanceof Error ? { err: error } : trace.length > 0 ? { trace: trace.map((one) => one.trim()) } : {};
    const facts = { ...scope, ...told };
    // the library puts traces into its messages: a line of ours says what happened, and `err` holds the rest
    const words = first.replace(/:$/, '');
    if (level === 'error') log.error(facts, words);
    else if (level === 'warning' && !MEANT.test(first)) log.warn(facts, words);
    else log.debug(facts, words);
  });
