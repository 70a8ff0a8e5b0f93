import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { printFigures, sampleSize } from '../../../../tests/support/figures.ts';
import { newEventId } from '../../../platform/ids.ts';
import { createDuckDbStore } from '../../../platform/server/event-store/duckdb/store.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { openJournal } from '../../../platform/server/journal/journal.ts';
import { createLimiter } from '../../../platform/server/http/limiter.ts';
import { createSecrets } from '../../../platform/server/secrets.ts';
import { steadyClock, type Anchor } from '../../../platform/server/steady-clock.ts';
import { createRecorder } from './recorder.ts';
import { createShipper } from './shipper.ts';
import { createTokens } from '../../visitors/server/tokens.ts';
import { createVisitors } from '../../visitors/server/visitors.ts';
import { buildClick, buildVisit } from './testing.ts';

/** P26 for what is recorded. Seen red: events that are left out when their time lies before that of the one before. */

const PER_JUMP = sampleSize('PROVE_CLICKS_PER_JUMP', 20);
const log = pino({ level: 'silent' });
const migrationsDir = join(import.meta.dirname, '../../../../migrations/columnar');
const [SECOND, HOUR] = [1000, 3_600_000];
const START = '2026-03-07T12:00:00.000Z';

const STEPS: [name: string, move: (nowMs: number) => number][] = [
  ['a second forward', (now) => now + SECOND],
  ['a second back', (now) => now - SECOND],
  ['an hour forward', (now) => now + HOUR],
  ['an hour back', (now) => now - HOUR],
  ['25 hours forward', (now) => now + 25 * HOUR],
  ['25 hours back', (now) => now - 25 * HOUR],
  ['before a leap second', () => Date.parse('2026-12-31T23:59:59.999Z')],
  ['a leap second, told twice', () => Date.parse('2026-12-31T23:59:59.000Z')],
  ['summer time in America begins', () => Date.parse('2026-03-08T07:00:00.000Z')],
  ['summer time in America ends', () => Date.parse('2026-11-01T06:00:00.000Z')],
  ['the last second of 32 bits', () => Date.parse('2038-01-19T03:14:07.000Z')],
  ['the second after', () => Date.parse('2038-01-19T03:14:08.000Z')],
  ['back to where it was', () => Date.parse(START)],
];

let dir: string;
let database: TestDb;
let eventStore: EventStore;

beforeEach(async () => {
  dir = fs.mkdtempSync(join(tmpdir(), 'clock-'));
  database = await testDb();
  eventStore = createDuckDbStore({ path: join(dir, 'events.duckdb'), migrationsDir, log });
  await eventStore.migrate();
});
afterEach(async () => {
  await eventStore.close();
  await database.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('however the clock jumps, each click is in both stores once, and a restart in between changes nothing', async () => {
  let nowMs = Date.parse(START);
  const clock = () => new Date(nowMs);
  const jobs = { add: () => Promise.resolve() };
  const open = async () => {
    const journal = await openJournal({ dir: join(dir, 'journal'), log });
    const shipper = createShipper({ journal, db: database.db, eventStore, jobs, log, clock });
    shipper.start();
    return { journal, shipper, recorder: createRecorder({ journal }) };
  };
  const secrets = createSecrets(randomBytes(32));
  const visitors = createVisitors({ db: database.db, secrets, dataDir: dir, clock, log });
  await visitors.refresh();
  const recorded: string[] = [];
  let parts = await open();
  for (const [step, [, move]] of STEPS.entries()) {
    nowMs = move(nowMs);
    for (let n = 0; n < PER_JUMP; n += 1) {
      const [ts, click_id] = [clock().toISOString(), newEventId(nowMs)];
      // a day without a salt has no visitor hash, and loses nothing else
      const visitor = visitors.hash('192.0.2.1', 'Browser', clock());
      await parts.recorder.record([buildVisit({ ts, visitor }), buildClick({ ts, click_id, visitor })]);
      recorded.push(click_id);
    }
    await visitors.refresh();
    if (step % 4 !== 3) continue;
    await parts.shipper.stop();
    await parts.journal.close();
    parts = await open();
  }
  await parts.shipper.drain();
  const { rows } = await database.pool.query<{ click_id: string }>('select click_id from clicks');
  const [sums] = await eventStore.query<{ n: number; ids: number }>(
    "select count(*) as n, count(distinct click_id) as ids from events where type = 'click'",
  );
  await parts.shipper.stop();
  await parts.journal.close();
  const stored = rows.map((row) => row.click_id);
  printFigures('P26', {
    jumps: STEPS.length,
    clicks: recorded.length,
    lost: recorded.filter((id) => !stored.includes(id)).length,
    twice: stored.length - new Set(stored).size,
  });
  expect(stored.toSorted()).toEqual(recorded.toSorted());
  expect({ n: Number(sums!.n), ids: Number(sums!.ids) }).toEqual({ n: recorded.length, ids: recorded.length });
});

test('no token outlives real time by a minute, however the clock jumps, also over a restart', () => {
  const key = randomBytes(32);
  const day = 24 * HOUR;
  const outlived: string[] = [];
  const early: string[] = [];
  for (const [name, move] of STEPS) {
    for (const restarts of [false, true]) {
      let [wall, ran] = [Date.parse(START), 0];
      let kept: Anchor | undefined;
      const start = () => {
        const clock = steadyClock(() => new Date(wall), { runMs: () => ran, from: kept, keep: (at) => (kept = at) });
        return createTokens(key, clock);
      };
      let tokens = start();
      const token = tokens.seal({ visit_id: newEventId(wall), paid: '0.25 EUR' });
      const pass = (ms: number): void => {
        wall += ms;
        ran += ms;
      };
      pass(HOUR);
      wall = move(wall);
      if (restarts) tokens = start();
      const opensNow = tokens.open(token, day) !== undefined;
      const jumpsBack = move(Date.parse(START)) < Date.parse(START);
      if (!opensNow && jumpsBack && !restarts) early.push(name);
      pass(day - HOUR + 60_000);
      if (tokens.open(token, day) !== undefined) outlived.push(`${name}${restarts ? ', restarted' : ''}`);
      // what is sealed after the jump lives its whole day
      const fresh = tokens.seal({ visit_id: newEventId(wall), paid: '0.25 EUR' });
      pass(day - 1);
      expect(tokens.open(fresh, day)).toMatchObject({ paid: '0.25 EUR' });
    }
  }
  printFigures('P26', { jumps: STEPS.length, 'tokens that outlive real time by a minute': outlived.length });
  expect(outlived).toEqual([]);
  // nobody's visit is forgotten because the clock was set back
  expect(early).toEqual([]);
});

test('a clock that is set back locks nobody out and opens no flood', () => {
  const limiter = createLimiter(1, 5);
  const spend = (nowMs: number): number =>
    Array.from({ length: 20 }, () => limiter.allows('a', nowMs)).filter(Boolean).length;
  let nowMs = Date.parse(START);
  expect(spend(nowMs)).toBe(5);
  nowMs -= 25 * HOUR;
  expect(spend(nowMs)).toBe(0);
  expect(spend(nowMs + 2 * SECOND)).toBe(2);
  expect(spend(nowMs + 25 * HOUR)).toBe(5);
});
