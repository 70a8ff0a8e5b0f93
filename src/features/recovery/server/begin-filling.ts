import type { EventStore, StoreMark } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';
import * as marks from '../../events/server/store-mark.ts';
import { getSettings } from '../../settings/server/service.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Writes down what the store is to be filled with, and from which hour on. A filling that was under way begins again.
 * @returns the file that was set aside as unreadable last, null when there is none
 */
export async function beginFilling(
  { db, eventStore, clock }: { db: Db; eventStore: EventStore; clock: Clock },
  { id, token }: StoreMark,
  found: 'another' | 'older',
): Promise<string | null> {
  await eventStore.fill(true);
  const now = clock();
  const { click_retention_days: days } = await getSettings(db);
  const first = await marks.firstKept(db);
  // whole hours: what is paid for an arrival stands at the quarter of an hour before it
  const kept = Math.max(
    Math.ceil((now.getTime() - days * DAY_MS) / HOUR_MS),
    first === null ? 0 : Math.floor(Date.parse(first) / HOUR_MS),
  );
  const keptFrom = new Date(kept * HOUR_MS).toISOString();
  const [known, setAside] = [await marks.readMark(db), eventStore.condition().setAside.at(-1) ?? null];
  await marks.changeMark(db, {
    store_id: id,
    token: BigInt(token),
    found,
    found_at: now.toISOString(),
    set_aside: setAside === known?.set_aside ? null : setAside,
    kept_from: keptFrom,
    stage: 'conversions',
    done: 0n,
    total: await marks.countKept(db, keptFrom),
  });
  return setAside;
}
