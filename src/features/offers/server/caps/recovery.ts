import type { Journal } from '../../../../platform/server/journal/journal.ts';
import { comparePositions } from '../../../../platform/server/journal/position.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { CapCounted, Lease } from '../store-caps.ts';
import * as store from '../store-caps.ts';

export type CapJournal = Pick<Journal, 'id' | 'start' | 'end' | 'read'>;

/** Gives back what a process that ended held and did not use, by its journal. @returns what is held now, all of it used */
export async function giveBackUnused(
  db: Db,
  journal: CapJournal,
  counted: (payload: string) => CapCounted[],
): Promise<Lease[]> {
  const leases = (await store.listLeases(db, journal.id)).filter((lease) => lease.granted > lease.used);
  const end = journal.end();
  const usedSince = await countUsed(journal, leases, counted);
  for (const lease of leases) {
    // what was trimmed away cannot be counted: then nothing is given back
    const isWhole = !isBefore(lease.position, journal.start());
    const used = isWhole ? Math.min(lease.granted, lease.used + usedSince.get(lease)!) : lease.granted;
    await store.giveBack(db, lease, journal.id, lease.granted - used);
    await store.updateUsed(db, lease, journal.id, { used, position: end });
  }
  return store.listLeases(db, journal.id);
}

/** How many clicks and visits the journal has for each of these, from where what is used was noted last. */
async function countUsed(
  journal: CapJournal,
  leases: readonly Lease[],
  counted: (payload: string) => CapCounted[],
): Promise<Map<Lease, number>> {
  const end = journal.end();
  const byCap = Map.groupBy(leases, ({ kind, id }) => `${kind}:${id}`);
  const used = new Map(leases.map((lease) => [lease, 0]));
  let at = journal.start();
  while (leases.length > 0 && isBefore(at, end)) {
    const { records, next } = await journal.read(at);
    for (const { position, payload } of records)
      for (const { kind, id, ts } of counted(payload))
        for (const lease of byCap.get(`${kind}:${id}`) ?? [])
          if (isBefore(lease.position, position) && ts >= lease.period) used.set(lease, used.get(lease)! + 1);
    if (next === at) break;
    at = next;
  }
  return used;
}

const isBefore = (a: string, b: string): boolean => comparePositions(a, b) < 0;
