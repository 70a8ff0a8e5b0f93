import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { openJournal, type Journal } from '../../../platform/server/journal/journal.ts';
import { createLog } from '../../../platform/server/log.ts';
import type { BehaviourEvent } from '../../events/contract.ts';
import { createCaps } from '../../offers/server/caps.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { capsOf, countedIn } from './click-caps.ts';
import { createRedirects } from './redirect.ts';
import { openSnapshot } from './snapshot.ts';
import { buildDestination, buildLink } from '../../links/server/testing.ts';

let database: TestDb;
let folder: string;
let now: Date;
const clock = () => now;
const log = createLog('silent');
const opened: Journal[] = [];

beforeAll(async () => {
  database = await testDb();
  folder = mkdtempSync(join(tmpdir(), 'guidepost-caps-'));
});
beforeEach(() => {
  now = new Date('2026-03-02T10:00:00Z');
});
afterAll(async () => {
  await Promise.all(opened.map((journal) => journal.close()));
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * An instance: router, counters and a journal of its own. Opened again under its name it goes on after a crash.
 * @param hasDatabase else it is to recover once the database answers
 */
async function start(name: string, hasDatabase = true) {
  // a few visits fill a segment
  const journal = await openJournal({ dir: join(folder, name), log, segmentBytes: 1024 });
  opened.push(journal);
  const caps = createCaps({ db: database.db, journal, clock, log });
  const snapshot = openSnapshot({ db: database.db, dataDir: mkdtempSync(join(folder, 'd-')), log });
  await snapshot.refresh();
  const prepare = () => caps.prepare(capsOf(snapshot.current()));
  const recover = async () => {
    await caps.recover(countedIn);
    await prepare();
  };
  if (hasDatabase) await recover();
  const visits: BehaviourEvent[] = [];
  const redirects = createRedirects({
    routing: snapshot.current,
    record: async (events) => {
      await journal.append(JSON.stringify(events));
      visits.push(...events);
    },
    seal: () => 'token',
    open: () => undefined,
    caps: { ...caps, isFull: () => false },
    clock,
    roll: Math.random,
    log,
  });
  return {
    redirects,
    visits,
    snapshot,
    prepare,
    recover,
    /** As the shipper does with what both stores have. */
    async trim() {
      if (await caps.note()) await journal.trim(journal.end());
    },
    go: (slug: string, isBot = false) =>
      redirects.go(slug, {
        query: new URLSearchParams(),
        facts: { is_bot: isBot, is_internal: false },
        hasPrivacySignal: false,
      }),
  };
}
const countOf = (events: BehaviourEvent[], type: string, key: 'offer_id' | 'destination_id', id: number) =>
  events.filter((event) => event.type === type && (event as Record<string, unknown>)[key] === id).length;

/** Comes until the cap is reached on both, in waves of requests at once. */
async function burst(instances: Awaited<ReturnType<typeof start>>[], slug: string, waves: number) {
  for (let wave = 0; wave < waves; wave += 1) {
    await Promise.all(instances.flatMap((one) => Array.from({ length: 10 }, () => one.go(slug))));
    // at once, so that they ask for the same room
    await Promise.all(instances.map((one) => one.prepare()));
  }
}

/** Seen red: room that forgets what others hold (`store-caps.ts`); a click that takes nothing (`caps.ts`). */
test('two instances under a burst never exceed the caps of offer, destination and link, and overflow takes the rest', async () => {
  const scope = { ...database, clock };
  const overflow = await buildOffer(scope, { url: 'https://overflow.example/?s={click_id}' });
  const capped = await buildOffer(scope, {
    url: 'https://capped.example/?s={click_id}',
    cap_clicks_daily: 137,
    overflow_offer_id: overflow.id,
  });
  const toOffer = await buildLink(scope, { slug: 'to-capped' });
  await buildDestination(scope, toOffer.id, { type: 'offer', target_id: capped.id });
  const spread = await buildLink(scope, { slug: 'spread' });
  const [small, rest] = [
    await buildDestination(scope, spread.id, { caps: { daily_clicks: 61 }, weight: 900 }),
    await buildDestination(scope, spread.id, { weight: 100 }),
  ];
  const limited = await buildLink(scope, { slug: 'limited', click_limit: 53, expired_url: '/over' });
  await buildDestination(scope, limited.id);
  const both = [await start('one'), await start('two')];
  for (const slug of ['to-capped', 'spread', 'limited']) await burst(both, slug, 20);
  const events = both.flatMap((one) => one.visits);

  const [first, second] = [
    countOf(events, 'click', 'offer_id', capped.id),
    countOf(events, 'click', 'offer_id', overflow.id),
  ];
  expect(first).toBeLessThanOrEqual(137);
  expect(first).toBeGreaterThan(137 - 2 * 14);
  expect(first + second).toBe(400);
  const [few, many] = [small, rest].map((one) => countOf(events, 'visit', 'destination_id', one.id)) as [
    number,
    number,
  ];
  expect(few).toBeLessThanOrEqual(61);
  expect(few).toBeGreaterThan(61 - 2 * 7);
  expect(few + many).toBe(400);
  const reasons = events
    .filter((event) => event.link_id === limited.id)
    .map((event) => (event as { route_reason?: string }).route_reason);
  const taken = reasons.filter((reason) => reason !== 'click_limit').length;
  expect(taken).toBeLessThanOrEqual(53);
  expect(taken).toBeGreaterThan(53 - 2 * 6);
  expect((await both[0]!.go('limited'))!.location).toMatch(/^\/over/);
});

test('a crash loses no room and gives none twice: the journal says what was used', async () => {
  const scope = { ...database, clock };
  const link = await buildLink(scope, { slug: 'crashing', click_limit: 40 });
  await buildDestination(scope, link.id);
  let counted = 0;
  for (let life = 0; life < 6; life += 1) {
    const instance = await start('mortal');
    for (let n = 0; n < 5; n += 1) {
      await instance.go('crashing');
      await instance.prepare();
    }
    counted += instance.visits.filter(
      (event) => (event as { route_reason?: string }).route_reason !== 'click_limit',
    ).length;
  }
  expect(counted).toBe(30);
  const last = await start('mortal');
  for (let wave = 0; wave < 10; wave += 1) {
    for (let n = 0; n < 5; n += 1) await last.go('crashing');
    await last.prepare();
  }
  counted += last.visits.filter((event) => (event as { route_reason?: string }).route_reason !== 'click_limit').length;
  expect(counted).toBe(40);
});

const reachedBy = (events: readonly BehaviourEvent[]): number =>
  events.filter((event) => (event as { route_reason?: string }).route_reason === 'click_limit').length;

/** Seen red: a start that never recovers (nothing of 8 comes back), and one that takes a part before it does (15 of 10 go). */
test('a start without a database takes no part of a cap until it has given back what the run before held', async () => {
  const scope = { ...database, clock };
  const link = await buildLink(scope, { slug: 'late', click_limit: 10 });
  await buildDestination(scope, link.id);
  const first = await start('late');
  for (let n = 0; n < 5; n += 1) {
    await first.go('late');
    await first.prepare();
  }
  const second = await start('late', false);
  await second.go('late');
  await second.prepare();
  expect(reachedBy(second.visits)).toBe(1);
  await second.recover();
  // a second call, as after a database that was lost meanwhile, gives nothing back twice
  await second.recover();
  await second.go('late');
  const third = await start('late');
  for (let n = 0; n < 9; n += 1) {
    await third.go('late');
    await third.prepare();
  }
  const went = [first, second, third].map(({ visits }) => visits.length - reachedBy(visits));
  expect(went).toEqual([5, 1, 4]);
});

/** Seen red: a journal that is trimmed without a note (all that the first one held stays given out). */
test('what is held is given back though the journal of when it was taken is trimmed', async () => {
  const scope = { ...database, clock };
  const link = await buildLink(scope, { slug: 'trimmed', click_limit: 100 });
  await buildDestination(scope, link.id);
  await buildLink(scope, { slug: 'any' });
  const first = await start('trimmed');
  await first.go('trimmed');
  await first.prepare();
  for (let n = 0; n < 10; n += 1) await first.go('any');
  await first.go('trimmed');
  await first.trim();
  await first.go('trimmed');
  const late = await start('trimmed', false);
  for (let n = 0; n < 10; n += 1) await late.go('any');
  // what the first one held is not known yet: nothing is taken away
  await late.trim();
  await late.recover();
  const { rows } = await database.pool.query<{ granted: number }>(
    `select granted from cap_counters where kind = 'link_total' and subject_id = ${link.id}`,
  );
  const [used, takenAnew] = [3, 10];
  expect(rows).toEqual([{ granted: used + takenAnew }]);
});

test('whom a limit turned away used up nothing of it', () => {
  const visit = { type: 'visit', ts: now.toISOString(), link_id: 7, is_bot: false, is_internal: false };
  const limit = [{ kind: 'link_total', id: 7, ts: visit.ts }];
  expect(countedIn(JSON.stringify([visit]))).toEqual(limit);
  expect(countedIn(JSON.stringify([{ ...visit, route_reason: 'fallback' }]))).toEqual(limit);
  expect(countedIn(JSON.stringify([{ ...visit, route_reason: 'click_limit' }]))).toEqual([]);
});

test('a day of a cap ends at midnight of its zone, and bots use nothing up', async () => {
  const scope = { ...database, clock };
  const overflow = await buildOffer(scope, { url: 'https://overflow.example/' });
  const capped = await buildOffer(scope, {
    url: 'https://capped.example/',
    cap_clicks_daily: 3,
    cap_timezone: 'America/New_York',
    overflow_offer_id: overflow.id,
  });
  const link = await buildLink(scope, { slug: 'daily' });
  await buildDestination(scope, link.id, { type: 'offer', target_id: capped.id });
  now = new Date('2026-03-03T04:59:30Z'); // half a minute before midnight in New York
  const instance = await start('zoned');
  const come = async (times: number, isBot = false) => {
    const hosts: string[] = [];
    for (let n = 0; n < times; n += 1) {
      hosts.push(new URL((await instance.go('daily', isBot))!.location).host.split('.')[0]!);
      await instance.prepare();
    }
    return hosts;
  };
  expect(await come(5, true)).toEqual(Array(5).fill('capped'));
  expect(await come(5)).toEqual(['capped', 'capped', 'capped', 'overflow', 'overflow']);
  now = new Date('2026-03-03T05:00:00Z');
  expect(await come(4)).toEqual(['capped', 'capped', 'capped', 'overflow']);
});

test('without a database a cap counts as reached once the part at hand is used, and redirects go on', async () => {
  const scope = { ...database, clock };
  const link = await buildLink(scope, { slug: 'alone', click_limit: 100, fallback_url: '/later' });
  await buildDestination(scope, link.id);
  const instance = await start('alone');
  const broken = createCaps({
    db: { isTransaction: false, transaction: () => ({ execute: () => Promise.reject(new Error('gone')) }) } as never,
    journal: opened.at(-1)!,
    clock,
    log,
  });
  const cap = capsOf(instance.snapshot.current()).find((one) => one.kind === 'link_total' && one.id === link.id)!;
  await broken.prepare([cap]);
  expect(broken.isReached(cap, now.getTime())).toBe(true);
});
