import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../platform/errors.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Jobs } from '../../../platform/server/jobs/jobs.ts';
import { comparePositions } from '../../../platform/server/journal/position.ts';
import type { JournalRecord } from '../../../platform/server/journal/reader.ts';
import type { Journal } from '../../../platform/server/journal/journal.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';
import { fromWritten, type StoredEvent, type Written } from '../written-events.ts';
import { rushMeter } from './shipping/rush.ts';
import { eventStoreSink, noteStored, postgresSink, shipOutbox, type Sink } from './sinks.ts';
import * as store from './store-events.ts';

/** How far one store is behind. */
export type Lag = {
  name: 'postgres' | 'event_store' | 'outbox';
  /** Bytes of the journal, or rows of the outbox, that wait; undefined while the store does not answer. */
  waiting: number | undefined;
  /** Age of the oldest that waits; 0 when nothing does. */
  lagMs: number | undefined;
  /** Tries that failed since the last one that worked, and why. */
  failures: number;
  lastError: string | undefined;
  /** Records that the store will never take; each is in the log. */
  refused: number;
};

/**
 * The journal is not what a store was shipped from: `cut` ends before what the store has of it, `removed` begins behind it, `replaced` is
 * another one; what the store did not have yet is in no store. `stored` is a position, or when the former one was shipped last.
 */
export type JournalGap = { store: Lag['name']; kind: 'cut' | 'removed' | 'replaced'; stored: string; journal: string };

/** Moves journal and outbox into PostgreSQL and the event store, exactly once, each at its own pace. */
export type Shipper = {
  start(): void;
  /** Asks the stores anew where they are: one of them is not the one that it was. */
  again(): void;
  /** Ships what waits, for at most 8 s and only where the store answers, then stops. */
  stop(): Promise<void>;
  status(): Promise<{
    lags: Lag[];
    journal: ReturnType<Journal['depth']> & { damage: ReturnType<Journal['damage']>; gaps: readonly JournalGap[] };
  }>;
  /** For tests: resolves when everything recorded so far is in both stores. @throws Error after `timeoutMs` */
  drain(timeoutMs?: number): Promise<void>;
};

type Parts = {
  journal: Journal;
  db: Db;
  eventStore: EventStore;
  jobs: Jobs;
  log: Log;
  clock: Clock;
  /** False while the disk has no room for a store: what it is behind waits in the journal. Default always. */
  hasRoom?: (store: Sink<unknown>['name']) => boolean;
};

const MAX_RECORDS = 5000;
/** A batch of this size is followed by the next at once. */
const FULL_RECORDS = 1000;
const MAX_OUTBOX_ROWS = 1000;
/** Records turned into rows before other work of the process gets its turn. */
const SLICE = 50;
/** Lets a group gather behind the first event: each batch syncs two databases on the disk that redirects wait for. Reports may be 2 s behind. */
const LINGER_MS = 300;
const OUTBOX_POLL_MS = 300;
/** Shipping keeps to a tenth of the time in a rush, until so much waits. */
const RUSH_PAUSE = 9;
const MAX_PAUSE_MS = 2000;
const RUSH_BACKLOG_BYTES = 256 * 1024 * 1024;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
const STOP_LIMIT_MS = 8000;

type Worker = {
  name: Lag['name'];
  failures: number;
  lastError: string | undefined;
  refused: number;
  /** @returns true when there may be more at once */
  step(): Promise<boolean>;
  /** Resolves when there is something to do. */
  idle(signal: AbortSignal): Promise<unknown>;
  waiting(): Promise<{ waiting: number; lagMs: number }>;
};

export function createShipper({ journal, db, eventStore, jobs, log, clock, hasRoom = () => true }: Parts): Shipper {
  const cursorName = `journal:${journal.id}`;
  const endAtStart = journal.end();
  /** Where each store is, once it is known. */
  const positions = new Map<Sink<unknown>['name'], string>();
  /** A position of an earlier round says nothing. */
  let round = 0;
  const stopping = new AbortController();
  let loops: Promise<unknown> | undefined;
  let growth = Promise.withResolvers<void>();
  const rush = rushMeter(journal, () => performance.now());
  const wake = (): void => {
    rush.note();
    growth.resolve();
    growth = Promise.withResolvers();
  };
  journal.onGrowth(wake);
  stopping.signal.addEventListener('abort', wake);

  const gaps = new Map<string, JournalGap>();
  async function load(sink: Pick<Sink<unknown>, 'cursor' | 'name'>): Promise<string> {
    const stored = await sink.cursor(cursorName);
    if (stored === undefined) {
      const former = sink.name === 'postgres' ? await store.findFormerJournal(db, cursorName) : undefined;
      if (former) noteGap(sink.name, 'replaced', former, journal.start());
      return journal.start();
    }
    // an older event store is seen to by its keeper
    if (sink.name === 'postgres' && comparePositions(stored, journal.start()) < 0)
      noteGap(sink.name, 'removed', stored, journal.start());
    if (comparePositions(stored, journal.end()) <= 0) return stored;
    noteGap(sink.name, 'cut', stored, endAtStart);
    return endAtStart; // never the stored one: what is recorded from now on would be skipped
  }

  if (journal.cutFrom !== undefined) noteGap('postgres', 'cut', journal.cutFrom, endAtStart);

  function noteGap(name: Lag['name'], kind: JournalGap['kind'], stored: string, at: string): void {
    if (gaps.has(name)) return;
    gaps.set(name, { store: name, kind, stored, journal: at });
    log.error(
      { store: name, kind, stored, journal: at },
      'events: the journal is not what this store was shipped from',
    );
  }

  function journalWorker<Row>(sink: Sink<Row>): Worker {
    let limit = MAX_RECORDS;
    let age = 0;
    const worker: Worker = {
      name: sink.name,
      failures: 0,
      lastError: undefined,
      refused: 0,
      async step() {
        if (!hasRoom(sink.name)) throw noRoom();
        // after a failure nobody knows whether the batch was stored: the store says
        const position = positions.get(sink.name) ?? (await load(sink));
        positions.delete(sink.name);
        const begun = round;
        const wanted = limit;
        const { records, next } = await journal.read(position, { maxRecords: wanted });
        age = records.length === 0 ? 0 : timeOf(records[0]!);
        const rows = await toRows(records, sink);
        try {
          if (records.length > 0) await sink.write(rows, cursorName, next);
          limit = Math.min(limit * 2, MAX_RECORDS);
        } catch (error) {
          if (!sink.isUnfit(error)) throw error;
          if (records.length > 1) {
            limit = Math.ceil(records.length / 2); // closes in on the one that does not fit
            return true;
          }
          worker.refused += 1;
          log.error(
            { err: error, sink: sink.name, payload: records[0]!.payload },
            'events: a record was refused for good',
          );
          await sink.write([], cursorName, next);
        }
        age = 0;
        if (begun !== round) return true;
        positions.set(sink.name, next);
        await trim();
        const isFull = records.length >= Math.min(wanted, FULL_RECORDS);
        return isFull || (stopping.signal.aborted && next !== position);
      },
      idle: async (signal) => {
        const grown = growth.promise;
        if (positions.get(sink.name) === journal.end()) await grown;
        await sleep(LINGER_MS, undefined, { signal }).catch(() => undefined);
      },
      async waiting() {
        const waiting = journal.depth(
          positions.get(sink.name) ?? (await load(sink).catch(() => journal.start())),
        ).unreadBytes;
        return { waiting, lagMs: waiting > 0 && age > 0 ? Math.max(0, clock().getTime() - age) : 0 };
      },
    };
    return worker;
  }

  function outboxWorker(): Worker {
    const refused = new Set<bigint>();
    let limit = MAX_OUTBOX_ROWS;
    const worker: Worker = {
      name: 'outbox',
      failures: 0,
      lastError: undefined,
      refused: 0,
      async step() {
        if (!hasRoom('event_store')) throw noRoom();
        try {
          const count = await shipOutbox(db, eventStore, limit, refused);
          if (refused.size > worker.refused)
            log.error({ ids: [...refused].map(String) }, 'events: an outbox row was refused for good');
          worker.refused = refused.size;
          limit = Math.min(limit * 2, MAX_OUTBOX_ROWS);
          return count > 0;
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'validation_failed')) throw error;
          limit = Math.ceil(limit / 2);
          return true;
        }
      },
      idle: (signal) => sleep(OUTBOX_POLL_MS, undefined, { signal }).catch(() => undefined),
      async waiting() {
        const { waiting, oldest_at: oldest } = await store.countOutbox(db);
        return { waiting, lagMs: oldest === null ? 0 : Math.max(0, clock().getTime() - Date.parse(oldest)) };
      },
    };
    return worker;
  }

  const workers = [journalWorker(postgresSink(db, jobs)), journalWorker(eventStoreSink(eventStore)), outboxWorker()];

  async function trim(): Promise<void> {
    const [one, other] = [...positions.values()];
    if (one === undefined || other === undefined) return;
    const both = comparePositions(one, other) < 0 ? one : other;
    if (segmentOf(both) === segmentOf(journal.start())) return;
    await noteStored(db, eventStore);
    await journal.trim(both);
  }

  async function giveWay(startedMs: number): Promise<void> {
    const isLate = [...positions.values()].some((one) => journal.depth(one).unreadBytes > RUSH_BACKLOG_BYTES);
    if (!rush.isOn() || isLate || stopping.signal.aborted) return;
    const pauseMs = Math.min(MAX_PAUSE_MS, RUSH_PAUSE * (performance.now() - startedMs));
    await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  async function run(worker: Worker): Promise<void> {
    for (;;) {
      const startedMs = performance.now();
      try {
        const hasMore = await worker.step();
        worker.failures = 0;
        worker.lastError = undefined;
        if (hasMore) {
          await giveWay(startedMs);
          continue;
        }
        if (stopping.signal.aborted) return;
        await worker.idle(stopping.signal);
      } catch (error) {
        worker.failures += 1;
        worker.lastError = error instanceof Error ? error.message : 'unknown';
        if (worker.failures === 1)
          log.warn({ err: error, sink: worker.name }, 'events: a batch could not be shipped; trying again');
        if (stopping.signal.aborted) return;
        const backoffMs =
          Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (worker.failures - 1)) * (0.5 + Math.random() / 2);
        await sleep(backoffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function isDrained(end: string): Promise<boolean> {
    const isBehind = (name: Sink<unknown>['name']) => comparePositions(positions.get(name) ?? '0:0', end) < 0;
    if (isBehind('postgres') || isBehind('event_store')) return false;
    return (await store.countOutbox(db)).waiting <= workers[2]!.refused;
  }

  return {
    start() {
      loops ??= Promise.all(workers.map(run));
    },
    again() {
      round += 1;
      positions.clear();
      wake();
    },
    async stop() {
      stopping.abort();
      await Promise.race([loops, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
    },
    async status() {
      const lags = workers.map(async ({ name, failures, lastError, refused, waiting }): Promise<Lag> => {
        const behind = await waiting().catch(() => ({ waiting: undefined, lagMs: undefined }));
        return { name, failures, lastError, refused, ...behind };
      });
      const journalNow = { ...journal.depth(), damage: journal.damage(), gaps: [...gaps.values()] };
      return { lags: await Promise.all(lags), journal: journalNow };
    },
    async drain(timeoutMs = 20_000) {
      const end = journal.end();
      const until = performance.now() + timeoutMs;
      while (!(await isDrained(end))) {
        if (performance.now() > until)
          throw new Error(`not drained: ${workers.map((one) => one.lastError).join('; ')}`);
        await sleep(10);
      }
    },
  };
}

const noRoom = (): AppError =>
  new AppError('disk_full', 'The disk is full. Make room; what waits in the journal follows by itself.');
const segmentOf = (position: string): string => position.split(':')[0]!;

const timeOf = ({ payload }: JournalRecord): number => {
  const [first] = JSON.parse(payload) as Written<StoredEvent>[];
  return first ? Date.parse(first.ts) : 0;
};

/** Turns records into rows, a few at a time: redirects come first. */
async function toRows<Row>(records: JournalRecord[], sink: Sink<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [n, { payload }] of records.entries()) {
    for (const event of JSON.parse(payload) as Written<StoredEvent>[]) {
      const row = sink.toRow(fromWritten(event));
      if (row !== undefined) rows.push(row);
    }
    if (n % SLICE === SLICE - 1) await nextTurn();
  }
  return rows;
}
