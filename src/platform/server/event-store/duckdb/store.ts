import { hash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from './child.ts';
import { calledOff } from '../failures.ts';
import { filesOf } from './database-files.ts';
import type { DescribedColumn, MomentStep } from './moments.ts';
import { holdDuckDb } from './process.ts';
import { toRows, type Answered } from './rows.ts';
import { duckDbDialect } from './dialect.ts';
import type { StreamStep } from './streams.ts';
import { createTurns } from '../turns.ts';
import { toColumns } from '../columns.ts';
import type { Cell, EventStore, StoreMark, Work } from '../event-store.ts';
import { isNoted, within } from '../dialect.ts';
import type { Log } from '../../log.ts';

type Options = {
  /** Of the database file; its folder is made when absent. */
  path: string;
  migrationsDir: string;
  /** Default 2. */
  threads?: number;
  log: Log;
};

const COLUMNS_OF =
  "select column_name as name from duckdb_columns() where schema_name = 'main' and table_name = $1 order by column_index";
const RUNNING_QUERIES = 2;
const WAITING_QUERIES = 64;
const DEFAULT_TIMEOUT_MS = 5000;
/** How much later than its time limit a report may answer before its process counts as hung. */
const LATE_MS = 30_000;
/** How long a single piece of a long answer may take: the first comes when the whole is sorted. */
const STREAM_MS = 600_000;

/**
 * The event store of one machine: a DuckDB file, held by a child process so that no report ever stands in the way of a redirect.
 * Timestamps go in and come out as ISO text in UTC.
 */
export function createDuckDbStore({ path, migrationsDir, threads = 2, log }: Options): EventStore {
  /** Undefined until the first migration: a test may want to see a store without tables. */
  let migration: Call | undefined;
  let writes = 0;
  const holder = holdDuckDb({ path, threads, first: () => migration, ended: () => (writes += 1), log });
  const { ask } = holder;
  async function write<T>(call: Call, hungMs?: number): Promise<T> {
    writes += 1;
    try {
      return await ask<T>(call, hungMs);
    } finally {
      writes += 1;
    }
  }
  const files = filesOf(path);
  let lastStream = 0;
  const turns = createTurns({ running: RUNNING_QUERIES, waiting: WAITING_QUERIES });

  async function query<T extends Record<string, unknown>>(
    sql: string,
    params: Cell[] = [],
    { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<T[]> {
    const until = performance.now() + timeoutMs;
    if (signal?.aborted) throw calledOff();
    await turns.take(until, signal);
    try {
      const call: Call = { kind: 'query', sql, params, timeoutMs: until - performance.now() };
      return toRows(await ask<Answered>(call, timeoutMs + LATE_MS, signal)) as T[];
    } catch (error) {
      throw signal?.aborted ? calledOff() : error;
    } finally {
      turns.end();
    }
  }

  return {
    dialect: duckDbDialect,
    async migrate() {
      migration = { kind: 'migrate', files: readMigrations(migrationsDir) };
      await write(migration);
    },
    append: async ({ cursor, position, after, table, rows, ownIds = {}, mayRepeat: repeats = false }) => {
      const mayRepeat = typeof repeats === 'function' ? await repeats() : repeats;
      const columns = Array.isArray(rows) ? toColumns(rows) : rows;
      return write({ kind: 'append', batch: { cursor, position, after, table, ownIds, mayRepeat, ...columns } });
    },
    cursor: (name) => ask({ kind: 'cursor', name }),
    begun: () => Promise.resolve(undefined),
    doubled: () => Promise.resolve(undefined),
    columns: async (table) => (await query<{ name: string }>(COLUMNS_OF, [table])).map((row) => row.name),
    query,
    async *stream<T extends Record<string, unknown>>(sql: string, params: Cell[], signal: AbortSignal) {
      const stream = (lastStream += 1);
      const say = <A>(step: StreamStep, given: Cell[] = []) =>
        ask<A>({ kind: 'stream', stream, params: given, ...step }, STREAM_MS);
      const end = () => void say({ step: 'close' }).catch(() => undefined);
      if (signal.aborted) throw calledOff();
      signal.addEventListener('abort', end);
      try {
        await say({ step: 'open', sql }, params);
        for (;;) {
          const piece = await say<Answered | undefined>({ step: 'next' });
          if (!piece) return;
          yield toRows(piece) as T[];
        }
      } catch (error) {
        throw signal.aborted ? calledOff() : error;
      } finally {
        signal.removeEventListener('abort', end);
        end();
      }
    },
    files,
    async openMoment(table, signal) {
      const moment = (lastStream += 1);
      const say = <A>(step: MomentStep) => ask<A>({ kind: 'moment', moment, ...step }, STREAM_MS);
      const close = (): void => void say({ step: 'close' }).catch(() => undefined);
      if (signal.aborted) throw calledOff();
      const columns = await say<DescribedColumn[]>({ step: 'open', table });
      signal.addEventListener('abort', close);
      if (signal.aborted) close();
      return {
        dialect: duckDbDialect,
        table,
        columns,
        query: async <T extends Record<string, unknown>>(sql: string) =>
          toRows(await say<Answered>({ step: 'query', sql })) as T[],
        async write(names, where) {
          const path = join(files, `${randomUUID()}.parquet`);
          // rows stay in the order in which they came
          await say({ step: 'write', sql: `select ${names.join(', ')} from ${table} where ${where}`, path });
          return path;
        },
        async close() {
          signal.removeEventListener('abort', close);
          await say({ step: 'close' }).catch(() => undefined);
        },
      };
    },
    load: (files) => write({ kind: 'load', files }, STREAM_MS),
    forget: ({ table, columns, recode = [], where }) =>
      write({
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
    transact: (work, moved) =>
      write({
        kind: 'transact',
        statements: work.flatMap(statementsOf),
        ...(moved && { moved }),
      }),
    wholeSpan: (span) => span,
    async stats() {
      const rows = await ask<number>({ kind: 'stats' });
      const files = [path, `${path}.wal`].filter((file) => existsSync(file));
      return { rows, bytes: files.reduce((total, file) => total + statSync(file).size, 0) };
    },
    async mark() {
      holder.leaveLostFile();
      const row = await ask<{ id: string; token: number; is_filling: boolean }>({ kind: 'mark' });
      return { id: row.id, token: row.token, isFilling: row.is_filling } satisfies StoreMark;
    },
    fill: (isFilling) => write({ kind: 'fill', isFilling }),
    condition: () => holder.condition(),
    writes: () => writes,
    close: () => holder.close(),
  };
}

function statementsOf(work: Work): { sql: string; params: Cell[] }[] {
  if ('sql' in work) return [{ sql: work.sql, params: work.params ?? [] }];
  const all =
    'replace' in work
      ? [
          `delete from ${work.replace} where ${within(duckDbDialect, work.time, work.span)}`,
          `insert into ${work.replace} (${work.columns.join(', ')}) ${work.by}`,
        ]
      : [`delete from ${work.takeNotes} where ${isNoted(duckDbDialect, work)}`];
  return all.map((sql) => ({ sql, params: [] }));
}

function readMigrations(dir: string): { name: string; text: string; sha256: string }[] {
  const names = readdirSync(dir).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.toSorted().map((name) => {
    const text = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, sha256: hash('sha256', text) };
  });
}
