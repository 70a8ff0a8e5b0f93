import type { Log } from '../../../platform/server/log.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { lastDays, type Clock, type Range } from '../../../platform/time.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { createPeriods } from './caps/periods.ts';
import { giveBackUnused, type CapJournal } from './caps/recovery.ts';
import type { CapCounted, CapKind } from './store-caps.ts';
import * as store from './store-caps.ts';

/** Whose cap each kind is, what it counts, and whether it begins anew each day. */
export const CAP_KINDS = {
  offer_day: { of: 'offer', counts: 'clicks', isDay: true },
  offer_total: { of: 'offer', counts: 'clicks', isDay: false },
  offer_conversions_day: { of: 'offer', counts: 'conversions', isDay: true },
  destination_day: { of: 'destination', counts: 'clicks', isDay: true },
  destination_conversions_day: { of: 'destination', counts: 'conversions', isDay: true },
  link_total: { of: 'link', counts: 'clicks', isDay: false },
} as const satisfies Record<
  CapKind,
  { of: 'offer' | 'destination' | 'link'; counts: 'clicks' | 'conversions'; isDay: boolean }
>;

/** @param zone whose midnight begins a new count; undefined for a count that never ends */
export type Cap = { kind: CapKind; id: number; limit: number; zone: string | undefined };

/** 0 and null: no cap. @param zone of its days; undefined for a cap on all time */
export const capOf = (kind: CapKind, id: number, limit: number | null, zone: string | undefined): Cap | undefined =>
  limit ? { kind, id, limit, zone } : undefined;

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
  /**
   * Gives back what a process that ended held and did not use, by its journal. Until then nothing is taken and every cap counts as
   * reached: what is taken before would be confused with what was held. Called again, it does nothing.
   */
  recover(counted: (payload: string) => CapCounted[]): Promise<void>;
  /**
   * Notes how much is used of what is held, up to the end of the journal: nothing before it is needed to give the rest back.
   * @returns false while what the run before held is not given back yet, for which the journal is needed as it is
   */
  note(): Promise<boolean>;
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
  const found = await store.listReached(
    db,
    caps.map((cap) => ({ ...keyOf(cap, now), limit: cap.limit })),
  );
  const names = new Set(found.map(nameOf));
  return caps.filter((cap) => names.has(nameOf(cap)));
}

/** How much of each cap is used up or given out in its period now, in the order of the caps. Clicks are given out in blocks ahead of use. */
export async function capUse(db: Db, caps: readonly Cap[], now: Date): Promise<number[]> {
  const found = await store.listCounts(
    db,
    caps.map((cap) => keyOf(cap, now)),
  );
  const used = new Map(found.map((one) => [nameOf(one), one.granted]));
  return caps.map((cap) => used.get(nameOf(cap)) ?? 0);
}

/** Those of these caps of which nobody was told in their period; from now on somebody was. */
export async function takeUntoldCaps(db: Db, caps: readonly Cap[], now: Date): Promise<Cap[]> {
  const found = await store.claimUntold(
    db,
    caps.map((cap) => keyOf(cap, now)),
    now,
  );
  const names = new Set(found.map(nameOf));
  return caps.filter((cap) => names.has(nameOf(cap)));
}

/** Those of these caps of which somebody was told in their period. */
export async function toldCaps(db: Db, caps: readonly Cap[], now: Date): Promise<Cap[]> {
  const names = new Set(
    (
      await store.listTold(
        db,
        caps.map((cap) => keyOf(cap, now)),
      )
    ).map(nameOf),
  );
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

/** What this process holds of a cap in one period. */
type Block = {
  key: store.CapKey;
  limit: number;
  left: number;
  used: number;
  asking: Promise<void> | undefined;
  /** Not asked again before this moment. */
  restsUntilMs: number;
};

type Parts = { db: Db; journal: CapJournal; clock: Clock; log: Log };

const MAX_BLOCK = 500;
const BLOCKS_PER_CAP = 10;
const REST_MS = 1000;
const AHEAD_MS = 60_000;
const KEEP_MS = 3 * 86_400_000;

export function createCaps({ db, journal, clock, log }: Parts): Caps {
  const blocks = new Map<string, Block>();
  let isRecovered = false;
  const periodOf = createPeriods((nowMs) => {
    // counts of the days before are never asked for again
    for (const [name, { key }] of blocks)
      if (key.period !== '' && Date.parse(key.period) < nowMs - KEEP_MS) blocks.delete(name);
  });

  function blockOf(cap: Cap, nowMs: number): Block {
    const key = { kind: cap.kind, id: cap.id, period: periodOf(cap.zone, nowMs) };
    const block = blocks.get(blockName(key)) ?? hold(key, cap.limit, 0);
    if (block.limit !== cap.limit) {
      if (cap.limit < block.limit) release(block);
      block.limit = cap.limit;
      block.restsUntilMs = 0;
    }
    return block;
  }

  function hold(key: store.CapKey, limit: number, used: number): Block {
    const block = { key, limit, left: 0, used, asking: undefined, restsUntilMs: 0 };
    blocks.set(blockName(key), block);
    return block;
  }

  function release(block: Block): void {
    const count = block.left;
    block.left = 0;
    if (count > 0)
      store
        .giveBack(db, block.key, journal.id, count)
        .catch((error: unknown) =>
          log.warn({ err: error, cap: block.key }, 'what was left of a cap could not be given back'),
        );
  }

  function ask(block: Block, nowMs: number): Promise<void> {
    if (block.asking) return block.asking;
    if (!isRecovered || nowMs < block.restsUntilMs) return Promise.resolve();
    const { limit, used } = block;
    // clicks that are decided and not yet synced are counted on both sides of the position: too many, never too few
    const asked = { limit, wanted: blockSize(limit), used, position: journal.end() };
    block.asking = store
      .claimLease(db, block.key, journal.id, asked)
      .then((given) => {
        block.left += given;
        if (given === 0) block.restsUntilMs = clock().getTime() + REST_MS;
        if (block.limit < limit) release(block);
      })
      .catch((error: unknown) => {
        block.restsUntilMs = clock().getTime() + REST_MS;
        log.warn({ err: error, cap: block.key }, 'no part of a cap could be taken; it counts as reached');
      })
      .finally(() => {
        block.asking = undefined;
      });
    return block.asking;
  }

  return {
    isReached(cap, nowMs) {
      const block = blockOf(cap, nowMs);
      if (block.left * 2 <= blockSize(block.limit)) void ask(block, nowMs);
      return block.left <= 0;
    },
    take(cap, nowMs) {
      const block = blockOf(cap, nowMs);
      block.left -= 1;
      block.used += 1;
    },
    async prepare(caps) {
      const nowMs = clock().getTime();
      const all = caps.flatMap((cap) =>
        cap.zone === undefined ? [blockOf(cap, nowMs)] : [blockOf(cap, nowMs), blockOf(cap, nowMs + AHEAD_MS)],
      );
      for (const block of new Set(all)) if (block.left === 0) await ask(block, nowMs);
    },
    async recover(counted) {
      if (isRecovered) return;
      for (const { kind, id, period, used } of await giveBackUnused(db, journal, counted))
        hold({ kind, id, period }, 0, used);
      isRecovered = true;
      await store.removeOld(db, new Date(clock().getTime() - KEEP_MS));
    },
    async note() {
      if (!isRecovered) return false;
      // an ask that is under way notes the same, of an earlier position
      for (const { asking } of blocks.values()) await asking;
      const held = [...blocks.values()].filter(({ left }) => left > 0).map(({ key, used }) => ({ ...key, used }));
      await store.noteUsed(db, journal.id, held, journal.end());
      return true;
    },
  };
}

const blockName = ({ kind, id, period }: store.CapKey): string => `${kind}:${id}:${period}`;

/** How much of a cap is taken at once. */
const blockSize = (limit: number): number => Math.max(1, Math.min(MAX_BLOCK, Math.ceil(limit / BLOCKS_PER_CAP)));
