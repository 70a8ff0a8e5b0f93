import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../../platform/errors.ts';
import type { Log } from '../../../../platform/server/log.ts';
import type { Gate } from '../../../../platform/server/event-store/gate.ts';

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

/** Ships to one store, batch after batch. */
export type Worker = Pick<Lag, 'name' | 'failures' | 'lastError' | 'refused'> & {
  /** @returns true when there may be more at once */
  step(): Promise<boolean>;
  /** Resolves when there is something to do. */
  idle(signal: AbortSignal): Promise<unknown>;
  waiting(): Promise<{ waiting: number; lagMs: number }>;
};

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;

type Parts = {
  /** Stops it, once nothing waits or the store does not answer. */
  signal: AbortSignal;
  /** Between two batches. @param startedMs when the first began */
  giveWay(startedMs: number): Promise<void>;
  gate: Pick<Gate, 'pass'>;
  log: Log;
};

/** Ships until it is stopped; after a failure again, at growing intervals. */
export async function runWorker(worker: Worker, { signal, giveWay, gate, log }: Parts): Promise<void> {
  for (;;) {
    const startedMs = performance.now();
    try {
      const hasMore = await gate.pass(() => worker.step());
      worker.failures = 0;
      worker.lastError = undefined;
      await giveWay(startedMs);
      if (hasMore) continue;
      if (signal.aborted) return;
      await worker.idle(signal);
    } catch (error) {
      worker.failures += 1;
      worker.lastError = error instanceof Error ? error.message : 'unknown';
      if (worker.failures === 1)
        log.warn({ err: error, sink: worker.name }, 'events: a batch could not be shipped; trying again');
      if (signal.aborted) return;
      const backoffMs =
        Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (worker.failures - 1)) * (0.5 + Math.random() / 2);
      await sleep(backoffMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** What a store is behind waits in the journal. */
export const noRoom = (): AppError =>
  new AppError('disk_full', 'The disk is full. Make room; what waits in the journal follows by itself.');
