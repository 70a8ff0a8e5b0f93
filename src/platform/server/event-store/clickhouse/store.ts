import { randomUUID } from 'node:crypto';
import type { Db } from '../../postgres/postgres.ts';
import type { Log } from '../../log.ts';
import { toColumns } from '../columns.ts';
import type { Batch } from '../batch.ts';
import type { Cell, EventStore, StoreMark } from '../event-store.ts';
import { calledOff } from '../failures.ts';
import { createTurns } from '../turns.ts';
import { createAppender } from './appender.ts';
import { clickHouseDialect } from './dialect.ts';
import { createEngine } from './engine.ts';
import { migrate } from './migrate.ts';
import { createMoments } from './moments.ts';
import { createShipped, nameOfFilling } from './shipped.ts';
import { createBatches } from './store-batches.ts';
import { createWorker, wholeDays } from './worker.ts';

type Options = {
  /** http(s) address with user, password and, as its path, the database. */
  url: string;
  /** The same for reports alone, of a user who may only read. Default `url`. */
  reportsUrl?: string | undefined;
  migrationsDir: string;
  /** The folder of files that rows are written to and loaded from; made when absent. */
  files: string;
  /** Where batches are written down before they are sent. */
  db: Db;
  log: Log;
};

const RUNNING_QUERIES = 8;
const WAITING_QUERIES = 64;
const DEFAULT_TIMEOUT_MS = 5000;
const LOOKED_BACK_MS = 2 * 86_400_000;

/** Behaviour in ClickHouse, which as many programs as wanted share. */
export function createClickHouseStore({ url, reportsUrl = url, migrationsDir, files, db, log }: Options): EventStore {
  const engine = createEngine({ url, reportsUrl, running: RUNNING_QUERIES, log });
  /** Reports and shippers wait for the tables. */
  let migrating: Promise<unknown> = Promise.resolve();
  const turns = createTurns({ running: RUNNING_QUERIES, waiting: WAITING_QUERIES });
  const batches = createBatches(db);
  const shipped = createShipped(engine);
  const worker = createWorker(engine, batches);
  const moments = createMoments(engine, files);
  const appender = createAppender({ engine, batches, shipped });

  return {
    dialect: clickHouseDialect,
    async migrate() {
      engine.forgetColumns();
      const done = batches.alone(async () => {
        await migrate(engine, migrationsDir);
        await shipped.begin();
      });
      migrating = done.catch(() => undefined);
      await done;
    },
    append: ({ rows, ownIds = {}, mayRepeat = false, ...rest }) => {
      const given = Array.isArray(rows) ? toColumns(rows) : { ...rows, values: JSON.parse(rows.values) as Cell[][] };
      return engine.told(() => appender.append({ ...rest, ...given, ownIds, mayRepeat } satisfies Batch));
    },
    async cursor(name) {
      await migrating;
      return (await shipped.look(name)).position;
    },
    async begun(name) {
      const { id, position } = await shipped.look(name);
      const begun = await batches.findBegun(id, name);
      return begun && begun.position !== position ? begun.position : undefined;
    },
    columns: async (table) => (await engine.columnsOf(table)).map(({ name }) => name),
    async query<T extends Record<string, unknown>>(
      sql: string,
      params: Cell[] = [],
      { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
    ): Promise<T[]> {
      const until = performance.now() + timeoutMs;
      await migrating;
      if (signal?.aborted) throw calledOff();
      await turns.take(until, signal);
      try {
        const left = Math.max(1, until - performance.now());
        return await engine.read<T>(sql, params, { timeoutMs: left, signal, isReport: true });
      } finally {
        turns.end();
      }
    },
    async *stream<T extends Record<string, unknown>>(...asked: Parameters<EventStore['stream']>) {
      await migrating;
      yield* engine.stream<T>(...asked);
    },
    files,
    async openMoment(table, signal) {
      await migrating;
      return moments(table, signal);
    },
    async load({ paths, ...into }) {
      for (const path of paths) await engine.load({ ...into, path });
      await shipped.note();
    },
    async forget({ table, columns: lost, recode = [], where }) {
      // a secret of this call alone: the codes of two calls have nothing in common
      const salt = randomUUID();
      const params: Cell[] = [];
      const bind = (value: Cell): string => `$${params.push(value)}`;
      const chosen =
        'before' in where
          ? `${where.column} < ${clickHouseDialect.instant(where.before)}`
          : `toString(${where.column}) in (${where.values.map(bind).join(', ')})`;
      const sets = [
        ...lost.map((column) => `${column} = null`),
        ...recode.map((column) => `${column} = toInt64(bitShiftRight(sipHash64(${column}, '${salt}'), 12))`),
      ];
      const rows = `${chosen} and (${lost.map((column) => `${column} is not null`).join(' or ')})`;
      await batches.alone(async () => {
        const noted = (await engine.columnsOf(`touched.${table}`)).map(({ name }) => name);
        const keys = [clickHouseDialect.hourOf('ts'), ...noted.filter((name) => name !== 'hour' && name !== 'batch')];
        if (noted.length > 0)
          await engine.run(
            `insert into touched.${table} select distinct ${keys.join(', ')} from ${table} where ${rows}`,
            params,
          );
        await engine.run(`alter table ${table} update ${sets.join(', ')} where ${rows}`, params);
      });
      await shipped.note();
    },
    async transact(work, moved) {
      const { id } = await shipped.look('');
      await batches.alone(() => worker.run(work, id));
      engine.forgetColumns();
      await shipped.note(moved);
    },
    wholeSpan: wholeDays,
    async mark() {
      await migrating;
      const { id, token, isFilling } = await shipped.look('');
      return { id, token, isFilling } satisfies StoreMark;
    },
    fill: (isFilling) => shipped.note({ cursor: nameOfFilling, position: String(isFilling) }),
    condition: () => ({ trouble: engine.trouble(), setAside: [] }),
    writes: () => undefined,
    async doubled() {
      const { id } = await shipped.look('');
      const since = new Date(Date.now() - LOOKED_BACK_MS);
      const meant = await batches.listMeant(id, since);
      // late events are older; they can only be fewer here than they were meant to be
      const held = await engine.read<{ batch: string | number; n: number }>(
        `select batch, count() as n from events where ts >= ${clickHouseDialect.instant(since)} and batch <> 0 group by batch`,
      );
      return held.filter(({ batch, n }) => n > (meant.get(BigInt(batch)) ?? Number.POSITIVE_INFINITY)).length;
    },
    async stats() {
      const [sizes] = await engine.read<{ bytes: number; rows: number }>(
        `select sum(bytes_on_disk) as bytes, sumIf(rows, not match(table, '^(shipped|landed|hours[.].*|touched[.].*)$')) as rows
           from system.parts where database = currentDatabase() and active`,
      );
      return { bytes: Number(sizes!.bytes), rows: Number(sizes!.rows) };
    },
    close: () => engine.close(),
  };
}
