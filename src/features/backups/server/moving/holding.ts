import type { MovableStore } from '../../../recovery/server/movable-store.ts';
import { listJournals } from '../../../events/server/store-events.ts';
import type { MovedTo } from '../../../events/server/store-mark.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { openEventMoment, type EventMoment } from '../together/event-moment.ts';

type Parts = {
  eventStore: MovableStore;
  db: Db;
  journal: { id: string; end(): string };
  /** Nothing is shipped while it runs. */
  standStill<T>(work: () => Promise<T>): Promise<T>;
};

/** A command that hangs keeps nobody longer. */
const LIMIT_MS = 30 * 60_000;

/** Keeps an event store as it is while the last of it is copied, and moves events out of it. Held by one at a time. */
export function createHolding({ eventStore, db, journal, standStill }: Parts) {
  let held: { move: Promise<void> } | undefined;

  async function keep(over: AbortSignal, tell: (moment: EventMoment) => void): Promise<void> {
    over.throwIfAborted();
    const others = await listJournals(db);
    tell(await openEventMoment({ eventStore, journal, standStill: (work) => work(), others, signal: over }));
    const mine = { move: Promise.resolve() };
    held = mine;
    if (!over.aborted) await new Promise((done) => over.addEventListener('abort', done, { once: true }));
    held = undefined;
    // what was begun is known before anything is written again
    await mine.move.catch(() => undefined);
  }

  return {
    /** From now on nothing is written to the store. @param signal ends that, as half an hour does */
    hold(signal: AbortSignal): Promise<EventMoment> {
      const over = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      return new Promise((done, fail) => {
        standStill(() => eventStore.standStill(() => keep(over, done))).catch(fail);
      });
    },
    /** Events are elsewhere from now on, and the store is not written to any more. @throws Error when it is not held */
    move(to: MovedTo): Promise<void> {
      if (!held) throw new Error('Shipping stood still for half an hour and went on: nothing was moved. Try again.');
      held.move = eventStore.move(to);
      return held.move;
    },
  };
}
