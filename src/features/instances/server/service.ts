import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAlert, closeOtherAlerts, raiseAlert } from '../../alerts/server/service.ts';
import { loadId } from '../../../platform/server/journal/files.ts';
import type { Log } from '../../../platform/server/log.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { readRelease } from '../../../platform/server/release.ts';
import type { Clock } from '../../../platform/time.ts';
import {
  describeAdopted,
  describeClock,
  describeRefusal,
  describeSilent,
  describeTogether,
  type Instance,
} from '../words.ts';
import * as store from './store.ts';

/** This program among those that run on the database. */
export type OwnInstance = {
  /** How others know it. */
  identity: store.Identity;
  /**
   * Enters it, and gives signs of life from then on. An other one that gave a sign lately is waited for: it is gone when no further one
   * comes. @throws Error with what to do when another one runs, or this journal was adopted
   */
  join(): Promise<void>;
  /** @param unshipped bytes of the journal that one of the stores does not have */
  watch(unshipped: () => number): void;
  /** Who runs now, with this one, and who is missed. */
  standing(): Promise<Standing>;
  /** How many ran at the last sign, with this one. Asks nobody. */
  living(): number;
  /** Its number, once it has joined. */
  number(): number | undefined;
  /**
   * Whether the work of the whole site is this one's: of all on the database one has it at a time, and another one once that gave no sign
   * for as long as signs may be missed. Asks nobody.
   */
  leads(): boolean;
  /** Notes the end and how much is left, and gives no more signs. */
  end(): Promise<void>;
};

export type Standing = { living: readonly Instance[]; silent: readonly Instance[] };

type Parts = {
  db: Db;
  clock: Clock;
  log: Log;
  /** How others know it. */
  identity: store.Identity;
  /** Several may run; so far only in tests of what they share. */
  allowsSeveral: boolean;
  /** How often a sign is given; who gave none for three times as long does not run. */
  signMs?: number;
};

/** How this process is known to others. The journal of a new data folder gets its name. */
export function identify(dataDir: string): store.Identity {
  const dir = join(dataDir, 'journal');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return { id: loadId(dir), host: hostname(), pid: process.pid, version: readRelease().version };
}

const SIGN_MS = 5000;
const SIGNS_MISSED = 3;
const LIVE_MS = SIGNS_MISSED * SIGN_MS;
/** Somebody who starts anew within a minute needs no letter. */
export const SILENT_MS = 60_000;
/** Matching compares times of different clocks. */
const CLOCK_LIMIT_MS = 2000;
const LOOK_MS = 250;

export function createInstance({ db, clock, log, identity, allowsSeveral, signMs = SIGN_MS }: Parts): OwnInstance {
  const { id } = identity;
  const liveMs = SIGNS_MISSED * signMs;
  let unshipped: () => number = () => 0;
  let clockAheadMs = 0;
  let signs: NodeJS.Timeout | undefined;
  let signing: Promise<void> = Promise.resolve();
  let heard: store.Heard | undefined;
  let leadsUntilMs = Number.NEGATIVE_INFINITY;

  async function sign(): Promise<void> {
    const said = { unshippedBytes: unshipped(), clockAheadMs };
    const beginMs = clock().getTime();
    const answer = await store.beat(db, id, said, liveMs);
    // an older state of the database was put in its place
    if (!answer) return void (await store.begin(db, identity));
    heard = answer;
    // half of the way there and back
    clockAheadMs = Math.round((beginMs + clock().getTime()) / 2 - heard.nowMs);
    await lead();
  }

  async function lead(): Promise<void> {
    // counted from before it was asked: the database lets it go no sooner
    const untilMs = performance.now() + liveMs;
    leadsUntilMs = (await store.lead(db, id, liveMs)) ? untilMs : Number.NEGATIVE_INFINITY;
  }

  const listOthers = (): Promise<Instance[]> => (allowsSeveral ? Promise.resolve([]) : store.listLive(db, liveMs, id));

  /** @param still those that do not run, by their last signs @returns false when another one joined meanwhile */
  const enter = (still: ReadonlyMap<string, string>): Promise<boolean> =>
    inTransaction(db, async (trx) => {
      await store.lockJoining(trx);
      const live = allowsSeveral ? [] : await store.listLive(trx, liveMs, id);
      if (live.some((one) => still.get(one.id) !== one.seen_at)) return false;
      const known = await store.find(trx, id);
      if (known?.adopted_at) throw new Error(describeAdopted(known));
      const { number } = await store.begin(trx, identity);
      await closeAlert({ db: trx, clock }, SILENT, { kind: 'instance', id: number });
      return true;
    });

  return {
    identity,
    async join() {
      for (let isIn = false; !isIn;) {
        const { running, still } = await watchSigns(listOthers, liveMs);
        if (running) throw new Error(describeRefusal(running));
        isIn = await enter(still);
      }
      await sign();
      signs ??= setInterval(() => {
        // a database that does not answer is told elsewhere
        signing = sign().catch((error: unknown) => log.debug({ err: error }, 'no sign of life could be given'));
      }, signMs).unref();
    },
    watch(read) {
      unshipped = read;
    },
    async standing() {
      const [others, own] = [await store.listLive(db, liveMs, id), await store.find(db, id)];
      const silent = await store.listSilent(db, SILENT_MS);
      // whoever asks runs, whatever its last sign was
      const living = [...others, ...(own ? [own] : [])].toSorted((a, b) => a.number - b.number);
      return { living, silent: silent.filter((one) => one.id !== id) };
    },
    living: () => heard?.living ?? 1,
    number: () => heard?.number,
    leads: () => performance.now() < leadsUntilMs,
    async end() {
      clearInterval(signs);
      await signing;
      leadsUntilMs = Number.NEGATIVE_INFINITY;
      if (!signs) return;
      await store.leaveLead(db, id);
      await store.end(db, id, unshipped());
    },
  };
}

/**
 * Waits until it is sure which of these run: by the clock here, since the database's may have been set back.
 * @returns the first that gives a further sign; or how those that gave none stood all the while
 */
async function watchSigns(
  list: () => Promise<Instance[]>,
  liveMs: number,
): Promise<{ running?: Instance; still: Map<string, string> }> {
  const still = new Map<string, string>();
  const until = performance.now() + liveMs;
  for (;;) {
    const live = await list();
    const running = live.find(({ id, seen_at }) => (still.get(id) ?? seen_at) !== seen_at);
    if (running) return { running, still };
    if (live.length === 0 || performance.now() > until) return { still };
    for (const one of live) still.set(one.id, one.seen_at);
    await sleep(LOOK_MS);
  }
}

/** Waits until it is sure whether any instance runs, or this one does. @returns it, when it does */
export const findRunning = async (db: Db, id?: string): Promise<Instance | undefined> => {
  const asked = async () => (await store.listLive(db, LIVE_MS)).filter((one) => id === undefined || one.id === id);
  return (await watchSigns(asked, LIVE_MS)).running;
};

const SILENT = 'instance_silent';
const TOGETHER = 'instances_together';
const CLOCK = 'clock_apart';
const DATABASE = { kind: 'server', id: 0, name: 'Database' } as const;

/**
 * Tells of instances whose clicks may lie in their folders alone, each once; of several where there should be one; and of clocks that are
 * not the database's. What was told of one that is silent ends when it starts again, or its journal is adopted.
 */
export async function tellInstances(
  { db, clock }: { db: Db; clock: Clock },
  { id, allowsSeveral }: { id: string; allowsSeveral: boolean },
): Promise<void> {
  for (const one of await store.listSilent(db, SILENT_MS))
    await inTransaction(db, async (trx) => {
      if (one.id === id || !(await store.claimTelling(trx, one.id))) return;
      const subject = { kind: 'instance', id: one.number, name: `Instance ${one.number}` };
      const raised = { kind: SILENT, severity: 'critical', subject, message: describeSilent(one) } as const;
      await raiseAlert({ db: trx, clock }, raised);
    });
  const others = allowsSeveral ? [] : await store.listLive(db, LIVE_MS, id);
  if (others.length === 0) await closeAlert({ db, clock }, TOGETHER, DATABASE);
  else {
    const message = describeTogether(others);
    const raised = { kind: TOGETHER, severity: 'critical', subject: DATABASE, message, countsRepeats: false } as const;
    await raiseAlert({ db, clock }, raised);
  }
  const apart = (await store.listLive(db, LIVE_MS)).filter((one) => Math.abs(one.clock_ahead_ms) > CLOCK_LIMIT_MS);
  for (const { number, clock_ahead_ms: aheadMs } of apart) {
    const subject = { kind: 'instance', id: number, name: `Instance ${number}` };
    const message = describeClock(number, aheadMs);
    await raiseAlert({ db, clock }, { kind: CLOCK, severity: 'warning', subject, message, countsRepeats: false });
  }
  // of one that is right again, or does not run any more
  await closeOtherAlerts(
    { db, clock },
    CLOCK,
    apart.map(({ number }) => number),
  );
}

/** The journal of an instance that is gone is in both stores. */
export const settle = (db: Db, clock: Clock, id: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await store.settle(trx, id);
    const one = await store.find(trx, id);
    if (one) await closeAlert({ db: trx, clock }, SILENT, { kind: 'instance', id: one.number });
  });
