import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import type { Answer, Batch, Call, Failure } from './duckdb-child.ts';
import { toRows, type Answered } from './duckdb-rows.ts';
import type { Cell, EventRow, EventStore } from './event-store.ts';
import type { Log } from './log.ts';

type Options = {
  /** Of the database file; its folder is made when absent. */
  path: string;
  migrationsDir: string;
  /** Default 2. */
  threads?: number;
  log: Log;
};

const RUNNING_QUERIES = 2;
const WAITING_QUERIES = 64;
const DEFAULT_TIMEOUT_MS = 5000;
/** A child that answers nothing for so long is hung: it is killed, which the file survives. */
const HUNG_MS = 120_000;
const CLOSE_MS = 15_000;

type Pending = { resolve(value: unknown): void; reject(error: AppError): void; watch: NodeJS.Timeout };

/**
 * The event store of one machine: a DuckDB file, held by a child process so that no report ever stands in the way of a redirect.
 * The child starts with the first call and again after a crash. Timestamps go in and come out as ISO text in UTC.
 */
export function createDuckDbStore({ path, migrationsDir, threads = 2, log }: Options): EventStore {
  let child: ChildProcess | undefined;
  let isClosed = false;
  let lastId = 0;
  let running = 0;
  const waiting: (() => void)[] = [];
  const pending = new Map<number, Pending>();

  function start(): ChildProcess {
    mkdirSync(dirname(path), { recursive: true });
    const script = fileURLToPath(new URL('./duckdb-child.ts', import.meta.url));
    const started = fork(script, [path, `${path}.tmp`, String(threads)], {
      execPath: process.execPath,
      execArgv: [],
      env: { TZ: 'UTC' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (answer: Answer) => settle(answer));
    started.on('error', (error) => log.error({ err: error }, 'event store: its process could not be reached'));
    started.on('exit', (code, signal) => {
      if (child !== started) return;
      child = undefined;
      if (!isClosed) log.warn({ code, signal }, 'event store: its process ended; the next call starts it again');
      for (const id of pending.keys())
        settle({ id, failure: 'unavailable', message: 'The process of the event store ended.' });
    });
    return started;
  }

  function settle(answer: Answer): void {
    const call = pending.get(answer.id);
    if (!call) return;
    pending.delete(answer.id);
    clearTimeout(call.watch);
    if ('value' in answer) call.resolve(answer.value);
    else call.reject(toError(answer.failure, answer.message));
  }

  function ask<T>(call: Call, hungMs = HUNG_MS, signal?: AbortSignal): Promise<T> {
    if (isClosed && call.kind !== 'close') return Promise.reject(toError('unavailable', 'The event store is closed.'));
    child ??= start();
    const asked = child;
    const id = (lastId += 1);
    return new Promise<T>((resolve, reject) => {
      const watch = setTimeout(() => asked.kill('SIGKILL'), hungMs);
      pending.set(id, { resolve: resolve as (value: unknown) => void, reject, watch });
      asked.send({ id, call }, (error) => {
        if (error) settle({ id, failure: 'unavailable', message: error.message });
      });
      signal?.addEventListener('abort', () => {
        if (!pending.has(id)) return;
        if (asked.connected) asked.send({ id: 0, call: { kind: 'cancel', of: id } satisfies Call }, () => undefined);
      });
    });
  }

  async function takeTurn(until: number, signal?: AbortSignal): Promise<void> {
    if (running < RUNNING_QUERIES) {
      running += 1;
      return;
    }
    if (waiting.length >= WAITING_QUERIES) throw toError('unavailable', 'Too many reports wait.');
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        clearTimeout(late);
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const leave = (why: AppError): void => {
        clearTimeout(late);
        waiting.splice(waiting.indexOf(turn), 1);
        reject(why);
      };
      const giveUp = (): void => leave(calledOff());
      const late = setTimeout(
        () => leave(toError('interrupted', 'The report waited too long.')),
        until - performance.now(),
      );
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.push(turn);
    });
  }

  function endTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    migrate: () => ask({ kind: 'migrate', files: readMigrations(migrationsDir) }),
    append: ({ cursor, position, table, rows }) =>
      ask({ kind: 'append', batch: { cursor, position, table, rowCount: rows.length, ...toColumns(rows) } }),
    cursor: (name) => ask({ kind: 'cursor', name }),
    async query<T extends Record<string, unknown>>(
      sql: string,
      params: Cell[] = [],
      { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
    ): Promise<T[]> {
      const until = performance.now() + timeoutMs;
      if (signal?.aborted) throw calledOff();
      await takeTurn(until, signal);
      try {
        const call: Call = { kind: 'query', sql, params, timeoutMs: until - performance.now() };
        return toRows(await ask<Answered>(call, timeoutMs + HUNG_MS / 4, signal)) as T[];
      } catch (error) {
        throw signal?.aborted ? calledOff() : error;
      } finally {
        endTurn();
      }
    },
    forget: ({ table, columns, recode = [], where }) =>
      ask({
        kind: 'forget',
        what: {
          table,
          columns,
          recode,
          where:
            'before' in where
              ? { column: where.column, before: where.before.toISOString().replace('T', ' ').replace('Z', '') }
              : where,
        },
      }),
    transact: (statements) =>
      ask({ kind: 'transact', statements: statements.map(({ sql, params = [] }) => ({ sql, params })) }),
    async stats() {
      const rows = await ask<number>({ kind: 'stats' });
      const files = [path, `${path}.wal`].filter((file) => existsSync(file));
      return { rows, bytes: files.reduce((total, file) => total + statSync(file).size, 0) };
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      const closing = child;
      if (!closing) return;
      const gone = new Promise((resolve) => closing.once('exit', resolve));
      await ask({ kind: 'close' }, CLOSE_MS).catch((error: unknown) =>
        log.warn({ err: error }, 'event store: no clean end'),
      );
      closing.kill('SIGKILL');
      await gone;
    },
  };
}

/** One array per column; columns that only some rows have are null in the others. */
function toColumns(rows: EventRow[]): Pick<Batch, 'columns' | 'values'> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns, values: columns.map((column) => rows.map((row) => row[column] ?? null)) };
}

const calledOff = (): AppError => new AppError('bad_request', 'The report was called off.');

function toError(failure: Failure, detail: string): AppError {
  const cause = new Error(detail);
  if (failure === 'unfit') return new AppError('validation_failed', 'A value does not fit its column.', { cause });
  if (failure === 'invalid') return new AppError('internal_error', 'The event store refused the request.', { cause });
  if (failure === 'interrupted') return new AppError('unavailable', 'The report took too long.', { cause });
  return new AppError('unavailable', 'The event store is not available.', { cause });
}

function readMigrations(dir: string): { name: string; text: string; sha256: string }[] {
  const names = readdirSync(dir).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.toSorted().map((name) => {
    const text = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}
