import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../../platform/errors.ts';
import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import type { Log } from '../../../../platform/server/log.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../../platform/time.ts';
import type { StoreName } from './packing.ts';
import { shipOutbox } from './sinks.ts';
import * as store from '../store-events.ts';
import { noRoom, type Worker } from './worker.ts';

type Parts = {
  db: Db;
  eventStore: EventStore;
  hasRoom(store: StoreName): boolean;
  log: Log;
  clock: Clock;
};

const MAX_OUTBOX_ROWS = 1000;
const OUTBOX_POLL_MS = 300;

/** Moves the outbox into the event store. */
export function outboxWorker({ db, eventStore, hasRoom, log, clock }: Parts): Worker {
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
