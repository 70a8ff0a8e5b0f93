import type { Log } from '../../../platform/server/log.ts';
import { comparePositions } from '../../../platform/server/journal/position.ts';
import type { Journal } from '../../../platform/server/journal/journal.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { lastDays, type Clock, type Range } from '../../../platform/time.ts';
import { contentChanged } from '../../settings/server/service.ts';
import type { CapKind } from './store-caps.ts';
import * as store from './store-caps.ts';

/** @param zone whose midnight begins a new count; undefined for a count that never ends */
export type Cap = { kind: CapKind; id: number; limit: number; zone: string | undefined };

/** 0 and null: no cap. @param zone of its days; undefined for a cap on all time */
export const capOf = (kind: CapKind, id: number, limit: number | null, zone: string | undefined): Cap | undefined =>
  limit ? { kind, id, limit, zone } : undefined;

/** A click or visit that counted, as the journal has it. */
export type CapCounted = { kind: CapKind; id: number; ts: string };

/**
 * Caps on clicks that are never exceeded, however many instances redirect: each takes blocks from PostgreSQL ahead of use and never
 * waits for it. While a block is on its way, or the database is away, a cap counts as reached, so that too few go rather than too many.
 */
export type Caps = {
  isReached(cap: Cap, nowMs: number): boolean;
  /** Call once for each click that `isReached` allowed, in the same turn of the loop. */
  take(cap: Cap, nowMs: number): void;
  /** Takes first blocks, for now and for the minute to come, so that the first click need not wait. */
  prepare(caps: readonly Cap[]): Promise<void>;
  /** Gives back what a process that ended held and did not use, by its journal. Once, before the first click. */
  recover(counted: (payload: string) => CapCounted[]): Promise<void>;
};

/** The day of a cap, in its zone; for one that never ends, all of time. */
export const capPeriod = ({ zone }: Pick<Cap, 'zone'>, now: Date): Range =>
  zone === undefined ? { from: new Date(0), to: new Date(8.64e15) } : lastDays(1, zone, now);

const keyOf = (cap: Cap, now: Date): store.CapKey => ({
  kind: cap.kind,
  id: cap.id,
  period: cap.zone === undefined ? '' : capPeriod(cap, now).from.toISOString(),
});
const nameOf = ({ kind, id }: { kind: CapKind; id: number }): string => `${kind}:${id}`;

/** Those of these caps whose room is used up or given out. */
export async function reachedCaps(db: Db, caps: readonly Cap[], now: Date): Promise<Cap[]> {
  const found = await store.reached(
    db,
    caps.map((cap) => ({ ...keyOf(cap, now), limit: cap.limit })),
  );
  const names = new Set(found.map(nameOf));
  return caps.filter((cap) => names.has(nameOf(cap)));
}

/** How much of each cap is used up or given out in its period now, in the order of the caps. Clicks are given out in blocks ahead of use. */
export async function capUse(db: Db, caps: readonly Cap[], now: Date): Promise<number[]> {
  const found = await store.counts(
    db,
    caps.map((cap) => keyOf(cap, now)),
  );
  const used = new Map(found.map((one) => [nameOf(one), one.granted]));
  return caps.map((cap) => used.get(nameOf(cap)) ?? 0);
}

/** Those of these caps of which nobody was told in their period; from now on somebody was. */
export async function takeUntoldCaps(db: Db, caps: readonly Cap[], now: Date): Promise<Cap[]> {
  const found = await store.takeUntold(
    db,
    caps.map((cap) => keyOf(cap, now)),
    now,
  );
  const names = new Set(found.map(nameOf));
  return caps.filter((cap) => names.has(nameOf(cap)));
}

/**
 * Notes of which offers nobody takes the visitors, so that pages offer nothing that leads nowhere. An instance that still has some of a
 * cap left does not open again what another one found full. @param givenOut those of which every part of their caps is given out
 */
export async function noteFullOffers(
  db: Db,
  now: { full: readonly number[]; givenOut: readonly number[] },
): Promise<void> {
  const known = await store.listFull(db);
  const ids = new Set([...now.full, ...known.filter((id) => now.givenOut.includes(id))]);
  if (ids.size === known.length && known.every((id) => ids.has(id))) return;
  await inTransaction(db, async (trx) => {
    await store.setFull(trx, [...ids]);
    await contentChanged(trx);
  });
}

type Held = {
  key: store.CapKey;
  limit: number;
  left: number;
  used: number;
  asking: Promise<void> | undefined;
  /** Not asked again before this moment. */
  restsUntilMs: number;
};

type Parts = { db: Db; journal: Pick<Journal, 'id' | 'start' | 'end' | 'read'>; clock: Clock; log: Log };

const MAX_BLOCK = 500;
const BLOCKS_PER_CAP = 10;
const REST_MS = 1000;
const AHEAD_MS = 60_000;
const KEEP_MS = 3 * 86_400_000;

export function createCaps({ db, journal, clock, log }: Parts): Caps {
  const held = new Map<string, Held>();
  const days = new Map<string, { fromMs: number; toMs: number; period: string }>();

  function periodOf(zone: string | undefined, nowMs: number): string {
    if (zone === undefined) return '';
    let day = days.get(zone);
    if (!day || nowMs < day.fromMs || nowMs >= day.toMs) {
      const { from, to } = lastDays(1, zone, new Date(nowMs));
      day = { fromMs: from.getTime(), toMs: to.getTime(), period: from.toISOString() };
      days.set(zone, day);
      // counts of the days before are never asked for again
      for (const [name, one] of held)
        if (one.key.period !== '' && Date.parse(one.key.period) < nowMs - KEEP_MS) held.delete(name);
    }
    return day.period;
  }

  function heldOf(cap: Cap, nowMs: number): Held {
    const period = periodOf(cap.zone, nowMs);
    const name = `${cap.kind}:${cap.id}:${period}`;
    let one = held.get(name);
    if (!one) {
      const key = { kind: cap.kind, id: cap.id, period };
      one = { key, limit: cap.limit, left: 0, used: 0, asking: undefined, restsUntilMs: 0 };
      held.set(name, one);
    }
    if (one.limit !== cap.limit) {
      if (cap.limit < one.limit) release(one);
      one.limit = cap.limit;
      one.restsUntilMs = 0;
    }
    return one;
  }

  const blockOf = (limit: number): number => Math.max(1, Math.min(MAX_BLOCK, Math.ceil(limit / BLOCKS_PER_CAP)));

  function release(one: Held): void {
    const count = one.left;
    one.left = 0;
    if (count > 0)
      store
        .giveBack(db, one.key, journal.id, count)
        .catch((error: unknown) =>
          log.warn({ err: error, cap: one.key }, 'what was left of a cap could not be given back'),
        );
  }

  function ask(one: Held, nowMs: number): Promise<void> {
    if (one.asking) return one.asking;
    if (nowMs < one.restsUntilMs) return Promise.resolve();
    const { limit, used } = one;
    // clicks that are decided and not yet synced are counted on both sides of the position: too many, never too few
    const asked = { limit, wanted: blockOf(limit), used, position: journal.end() };
    one.asking = store
      .grant(db, one.key, journal.id, asked)
      .then((given) => {
        one.left += given;
        if (given === 0) one.restsUntilMs = clock().getTime() + REST_MS;
        if (one.limit < limit) release(one);
      })
      .catch((error: unknown) => {
        one.restsUntilMs = clock().getTime() + REST_MS;
        log.warn({ err: error, cap: one.key }, 'no part of a cap could be taken; it counts as reached');
      })
      .finally(() => {
        one.asking = undefined;
      });
    return one.asking;
  }

  return {
    isReached(cap, nowMs) {
      const one = heldOf(cap, nowMs);
      if (one.left * 2 <= blockOf(one.limit)) void ask(one, nowMs);
      return one.left <= 0;
    },
    take(cap, nowMs) {
      const one = heldOf(cap, nowMs);
      one.left -= 1;
      one.used += 1;
    },
    async prepare(caps) {
      const nowMs = clock().getTime();
      const all = caps.flatMap((cap) =>
        cap.zone === undefined ? [heldOf(cap, nowMs)] : [heldOf(cap, nowMs), heldOf(cap, nowMs + AHEAD_MS)],
      );
      for (const one of new Set(all)) if (one.left === 0) await ask(one, nowMs);
    },
    async recover(counted) {
      const leases = (await store.leasesOf(db, journal.id)).filter((lease) => lease.granted > lease.used);
      const end = journal.end();
      const byKey = Map.groupBy(leases, ({ kind, id }) => `${kind}:${id}`);
      const found = new Map(leases.map((lease) => [lease, 0]));
      let at = journal.start();
      while (leases.length > 0 && isBefore(at, end)) {
        const { records, next } = await journal.read(at);
        for (const { position, payload } of records)
          for (const { kind, id, ts } of counted(payload))
            for (const lease of byKey.get(`${kind}:${id}`) ?? [])
              if (isBefore(lease.position, position) && ts >= lease.period) found.set(lease, found.get(lease)! + 1);
        if (next === at) break;
        at = next;
      }
      for (const lease of leases) {
        // what was trimmed away cannot be counted: then nothing is given back
        const isWhole = !isBefore(lease.position, journal.start());
        const used = isWhole ? Math.min(lease.granted, lease.used + found.get(lease)!) : lease.granted;
        await store.giveBack(db, lease, journal.id, lease.granted - used);
        await store.settle(db, lease, journal.id, { used, position: end });
      }
      for (const { used, ...lease } of await store.leasesOf(db, journal.id))
        held.set(`${lease.kind}:${lease.id}:${lease.period}`, {
          key: { kind: lease.kind, id: lease.id, period: lease.period },
          limit: 0,
          left: 0,
          used,
          asking: undefined,
          restsUntilMs: 0,
        });
      await store.removeOld(db, new Date(clock().getTime() - KEEP_MS));
    },
  };
}

const isBefore = (a: string, b: string): boolean => comparePositions(a, b) < 0;
