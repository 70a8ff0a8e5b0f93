import type { Db } from '../../../platform/server/postgres/postgres.ts';
import * as store from './store-events.ts';

/** How many visits of people came mended to some links since an instant. @returns 0 for none */
export async function mendedVisits(
  db: Db,
  linkIds: readonly number[],
  since: Date,
): Promise<(linkId: number, how: string) => number> {
  const rows = await store.countMended(db, linkIds, since);
  return (linkId, how) => rows.find((row) => row.link_id === linkId && row.word === how)?.visits ?? 0;
}

const CLEAN_BATCH = 5000;

/** Retention: removes clicks and visits of before an instant, a batch at a time. Conversions keep what they copied. @returns how many rows went */
export async function removeOldEvents(db: Db, before: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await store.removeBefore(db, before, CLEAN_BATCH);
    removed += batch;
    if (batch === 0) return removed;
  }
}
