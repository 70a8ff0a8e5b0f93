import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Jobs } from '../../../platform/server/jobs/jobs.ts';
import { comparePositions, segmentOf } from '../../../platform/server/journal/position.ts';
import type { Journal } from '../../../platform/server/journal/journal.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';
import { journalWorker } from './shipping/journal-worker.ts';
import { outboxWorker } from './shipping/outbox-worker.ts';
import { createPositions, type JournalGap } from './shipping/positions.ts';
import { createBurstMeter } from './shipping/burst-meter.ts';
import { createGate } from '../../../platform/server/event-store/gate.ts';
import { runWorker, type Lag } from './shipping/worker.ts';
import { createPacker } from './shipping/packer.ts';
import type { StoreName } from './shipping/packing.ts';
import { eventStoreSink, noteStored, postgresSink } from './shipping/sinks.ts';
import * as store from './store-events.ts';

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
  /** Bytes of the journal that one of the stores does not have, as far as is known: those that said nothing yet have none of it. */
  behindBytes(): number;
  /** From where on one of the stores does not have the journal, as far as is known. */
  behindFrom(): string;
  /** From now on nothing of the journal is taken away. @returns ends that; calling it again does nothing */
  keepAll(): () => void;
  /** Runs `work` while nothing is shipped. */
  standStill<T>(work: () => Promise<T>): Promise<T>;
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
  hasRoom?: (store: StoreName) => boolean;
  /** Asked before a segment that both stores have is taken away. Default always. */
  mayTrim?: () => Promise<boolean>;
  /** The journal is that of another instance, of which the event store may hold some. */
  isForeign?: boolean;
};

/** Shipping keeps to a twentieth of the time in a burst, until so much waits. */
const BURST_PAUSE = 19;
const MAX_PAUSE_MS = 10_000;
/** When it is over, shipping goes on so soon. */
const BURST_LOOK_MS = 250;
const BURST_BACKLOG_BYTES = 256 * 1024 * 1024;
const STOP_LIMIT_MS = 8000;
const STORES = ['postgres', 'event_store'] as const;

export function createShipper(given: Parts): Shipper {
  const { journal, db, eventStore, jobs, log, clock, hasRoom = () => true, isForeign = false } = given;
  const { mayTrim = () => Promise.resolve(true) } = given;
  const stopping = new AbortController();
  let loops: Promise<unknown> | undefined;
  let growth = Promise.withResolvers<void>();
  const burstMeter = createBurstMeter(journal, () => performance.now());
  const wake = (): void => {
    burstMeter.note();
    growth.resolve();
    growth = Promise.withResolvers();
  };
  journal.onGrowth(wake);
  stopping.signal.addEventListener('abort', wake);

  const positions = createPositions({ journal, db, log, isForeign });
  const packer = createPacker(log);
  const gate = createGate();
  let keepers = 0;
  const parts = {
    journal,
    positions,
    packer,
    hasRoom,
    growth: () => growth.promise,
    isStopping: () => stopping.signal.aborted,
    trim,
    log,
    clock,
  };
  const outbox = outboxWorker({ db, eventStore, hasRoom, log, clock });
  const workers = [
    journalWorker(postgresSink(db, jobs), parts),
    journalWorker(eventStoreSink(eventStore, db, isForeign ? 'all' : 'filled'), parts),
    // it is everybody's: one's own shipper sees to it
    ...(isForeign ? [] : [outbox]),
  ];

  async function trim(): Promise<void> {
    const [one, other] = positions.list();
    if (keepers > 0 || one === undefined || other === undefined) return;
    const both = comparePositions(one, other) < 0 ? one : other;
    if (segmentOf(both) === segmentOf(journal.start())) return;
    if (!(await mayTrim())) return;
    await noteStored(db, eventStore);
    await journal.trim(both);
  }

  function behindFrom(): string {
    const [one, other] = STORES.map((name) => positions.reached(name) ?? journal.start()) as [string, string];
    return comparePositions(one, other) < 0 ? one : other;
  }

  async function giveWay(startedMs: number): Promise<void> {
    if (!burstMeter.isOn() || stopping.signal.aborted) return;
    if (positions.list().some((one) => journal.depth(one).unreadBytes > BURST_BACKLOG_BYTES)) return;
    const now = performance.now();
    const untilMs = now + Math.min(MAX_PAUSE_MS, BURST_PAUSE * (now - startedMs));
    for (let leftMs = untilMs - now; leftMs > 0 && burstMeter.isOn(); leftMs = untilMs - performance.now()) {
      await sleep(Math.min(leftMs, BURST_LOOK_MS), undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
    }
  }

  async function isDrained(end: string): Promise<boolean> {
    const isBehind = (name: StoreName) => comparePositions(positions.find(name) ?? '0:0', end) < 0;
    if (isBehind('postgres') || isBehind('event_store')) return false;
    return (await store.countOutbox(db)).waiting <= outbox.refused;
  }

  return {
    start() {
      loops ??= Promise.all(
        workers.map((worker) => runWorker(worker, { signal: stopping.signal, giveWay, gate, log })),
      );
    },
    again() {
      positions.forgetAll();
      wake();
    },
    async stop() {
      stopping.abort();
      await Promise.race([loops, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
      await packer.close();
    },
    async status() {
      const lags = workers.map(async ({ name, failures, lastError, refused, waiting }): Promise<Lag> => {
        const behind = await waiting().catch(() => ({ waiting: undefined, lagMs: undefined }));
        return { name, failures, lastError, refused, ...behind };
      });
      const journalNow = { ...journal.depth(), damage: journal.damage(), gaps: positions.gaps() };
      return { lags: await Promise.all(lags), journal: journalNow };
    },
    behindBytes: () => journal.depth(behindFrom()).unreadBytes,
    behindFrom,
    keepAll() {
      keepers += 1;
      let isOver = false;
      return () => {
        if (!isOver) keepers -= 1;
        isOver = true;
      };
    },
    standStill: gate.standStill,
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
