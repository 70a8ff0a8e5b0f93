import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Clock } from '../../../platform/time.ts';
import * as store from './store-hours.ts';

const HOUR_MS = 3_600_000;
/** An hour is summed up when what it shipped late has come too. */
const GRACE_MS = 60_000;
/** Hours of one transaction: while it runs nothing is shipped, and reports shall be fresh within two seconds. */
const AT_ONCE = 24;
/** Old hours that wait, as after a long import, are taken in turns with shipping. */
const MAX_STEPS = 400;

/**
 * Makes anew what the event store sums up, of hours that are over. Reports are right before and after: they read the rows of an hour until
 * it is done.
 * @returns how many transactions it took
 */
export async function sumUpHours({ eventStore, clock }: { eventStore: EventStore; clock: Clock }): Promise<number> {
  const over = new Date(Math.floor((clock().getTime() - GRACE_MS) / HOUR_MS) * HOUR_MS);
  const atOnce = (from: Date) => ({ from, to: new Date(Math.min(from.getTime() + AT_ONCE * HOUR_MS, over.getTime())) });
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const touched = await store.firstTouched(eventStore, over);
    const older = touched ?? (await store.firstOlder(eventStore, over));
    if (!older) return steps;
    await (touched ? store.sumHours : store.addSums)(eventStore, atOnce(older));
  }
  return MAX_STEPS;
}

type Told = { at: number | undefined; hours: Promise<store.TouchedHour[]> };
const told = new WeakMap<EventStore, Told>();

/** The hours to be answered from rows. The questions of one screen, asked in one go, share one answer, and all until something is written. */
export function touchedHours(events: EventStore): Promise<store.TouchedHour[]> {
  const at = events.writes();
  const known = told.get(events);
  if (known && known.at === at) return known.hours;
  const hours = nextTurn().then(() => {
    // others write too: whoever asks from now on may know of rows that this answer does not
    if (at === undefined) told.delete(events);
    return store.listTouched(events);
  });
  told.set(events, { at, hours });
  hours.catch(() => {
    if (told.get(events)?.hours === hours) told.delete(events);
  });
  return hours;
}
