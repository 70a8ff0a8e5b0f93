import type { EventStore, StoreMark } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';
import * as marks from '../../events/server/store-mark.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOTE_MS = 60_000;

/** Notes in the database how many events of each day the store holds: once a minute those since yesterday, once an hour all. */
export function dayNotes({
  db,
  eventStore,
  clock,
}: {
  db: Db;
  eventStore: EventStore;
  clock: Clock;
}): (mark: StoreMark) => Promise<void> {
  // by the monotonic clock
  let [notedAt, countedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return async (mark) => {
    if (mark.isFilling) await eventStore.fill(false); // the process ended right before that
    const now = performance.now();
    if (now - notedAt < NOTE_MS) return;
    const isWhole = now - countedAt > HOUR_MS;
    const from = new Date((Math.floor(clock().getTime() / DAY_MS) - 1) * DAY_MS);
    await marks.noteDays(db, await marks.countDays(eventStore, isWhole ? {} : { from }));
    await marks.noteToken(db, mark.id, mark.token);
    notedAt = now;
    if (isWhole) countedAt = now;
  };
}
