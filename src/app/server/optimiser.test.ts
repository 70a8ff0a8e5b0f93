import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkRoutes } from '../../../tests/support/link-routes.ts';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { testEventStore } from '../../../tests/support/event-store.ts';
import { buildDelta, buildRow, buildVisit, buildClick } from '../../features/events/server/testing.ts';
import { optimiserJobs, queueDueOptimisers } from '../../features/optimiser/server/run.ts';
import { buildDestination, buildLink } from '../../features/links/server/testing.ts';
import type { EventStore } from '../../platform/server/event-store/event-store.ts';
import { createLog } from '../../platform/server/log.ts';
import { openJobs, type JobRunner } from '../../platform/server/jobs/graphile-jobs.ts';
import { listNumbers } from './numbers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BASE = '/api/admin/tracking-links';
let t: TestApp;
let eventStore: EventStore;
let jobs: JobRunner;
let now: Date;
let batch = 0;
let made = 0;
const log = createLog('silent');

beforeAll(async () => {
  eventStore = await testEventStore();
  t = await testApp(
    (route, deps) => linkRoutes(route, deps, { goalNumbers: listNumbers({ eventStore, log: deps.log }).goalNumbers }),
    { clock: () => now, eventStore },
  );
  jobs = await openJobs({ url: t.databaseUrl, log, concurrency: 1 });
  const { goalNumbers } = listNumbers({ eventStore, log });
  for (const [name, handler] of Object.entries(optimiserJobs({ ...t.deps, goalNumbers, roll: Math.random })))
    jobs.register(name, handler);
  await jobs.start();
});
beforeEach(async () => {
  now = new Date('2026-03-30T12:00:00Z');
  // those of the tests before are not due any more
  await t.deps.db
    .withTables<{ links: { rotation: string } }>()
    .updateTable('links')
    .set({ rotation: 'weighted' })
    .execute();
});
afterAll(async () => {
  await jobs.stop();
  await t.close();
  await eventStore.close();
});

/** So many visits of a destination over the last two weeks, and what came of some of them a day later. */
async function traffic(
  linkId: number,
  destinationId: number,
  visits: number,
  { sales = 0, micros = '20000000', clicks = 0, status = 'approved' as 'approved' | 'rejected' } = {},
) {
  const place = { link_id: linkId, destination_id: destinationId };
  const at = (n: number, of: number, lateMs = 0) =>
    new Date(now.getTime() - 15 * DAY_MS + Math.floor((n / of) * 13 * DAY_MS) + lateMs).toISOString();
  const rows = [
    ...Array.from({ length: visits }, (_, n) => buildVisit({ ...place, ts: at(n, visits) })),
    ...Array.from({ length: clicks }, (_, n) => buildClick({ ...place, ts: at(n, clicks) })),
    ...Array.from({ length: sales }, (_, n) =>
      buildDelta({
        ...place,
        conversion_id: String((made += 1)),
        ts: at(n, sales, DAY_MS),
        click_ts: at(n, sales),
        delta_micros: micros,
        status,
      }),
    ),
  ];
  await eventStore.append({
    cursor: 'test',
    position: String((batch += 1)),
    table: 'events',
    rows: rows.map(buildRow),
  });
}

/** Two destinations, of which the second one earns twice as much. */
async function unequal() {
  const link = await buildLink(t.deps);
  const [poor, rich] = [
    await buildDestination(t.deps, link.id, { name: 'Poor' }),
    await buildDestination(t.deps, link.id, { name: 'Rich' }),
  ];
  await traffic(link.id, poor.id, 1000, { sales: 30, clicks: 500 });
  await traffic(link.id, rich.id, 1000, { sales: 70, clicks: 200 });
  return { link, poor, rich, path: `${BASE}/${link.id}/optimisation` };
}

type Weighted = { name: string; weight: number; share_now: number };
const weights = async (id: number) =>
  Object.fromEntries(
    ((await t.call('GET', `${BASE}/${id}/destinations`)).body.data as Weighted[]).map(({ name, weight }) => [
      name,
      weight,
    ]),
  );
const runs = async (path: string) => (await t.call('GET', `${path}/runs`)).body.data;
/** Queues what is due and waits until the queue is empty. */
async function turn() {
  const queued = await queueDueOptimisers({ ...t.deps, jobs });
  await expect
    .poll(
      async () =>
        (await t.deps.db.withTables<Queue>().selectFrom('graphile_worker.jobs').select('id').execute()).length,
      {
        timeout: 20_000,
      },
    )
    .toBe(0);
  return queued;
}
type Queue = { 'graphile_worker.jobs': { id: string } };

test('a link is off by default, and nothing moves', async () => {
  const { link, path } = await unequal();
  expect((await t.call('GET', path)).body.data).toEqual({
    is_enabled: false,
    goal: 'revenue_expected',
    floor_percent: 5,
    step_points: 10,
    undo_objection: 'There is no step to undo.',
    is_frozen: false,
    next_run_at: null,
    version: 1,
  });
  expect(await turn()).toBe(0);
  expect(await weights(link.id)).toEqual({ Poor: 100, Rich: 100 });
});

test('switched on, it moves the weights step by step, says why, and stops at the floor', async () => {
  const { link, path } = await unequal();
  const on = await t.call('PUT', path, { is_enabled: true, floor_percent: 25, version: 1 });
  expect(on.body.data).toMatchObject({ is_enabled: true, next_run_at: now.toISOString(), version: 2 });
  expect((await t.call('GET', `${BASE}/${link.id}`)).body.data.rotation).toBe('auto');

  expect(await turn()).toBe(1);
  expect(await weights(link.id)).toEqual({ Poor: 40, Rich: 60 });
  const [run] = await runs(path);
  expect(run).toMatchObject({
    status: 'moved',
    goal: 'revenue_expected',
    moves: [
      { name: 'Poor', before: 100, after: 40 },
      { name: 'Rich', before: 100, after: 60 },
    ],
    undone_at: null,
  });
  expect(run.words).toMatch(/Rich \+10 pts: expected revenue per visit 1\.\d\d vs 0\.\d\d, \d+ % likely best, n=9\d\d/);
  // not before its time, whatever else is changed
  const next = new Date(now.getTime() + 6 * HOUR_MS).toISOString();
  expect((await t.call('PUT', path, { floor_percent: 25 })).body.data.next_run_at).toBe(next);
  expect(await turn()).toBe(0);
  for (let n = 0; n < 4; n += 1) {
    now = new Date(now.getTime() + 6 * HOUR_MS);
    expect(await turn()).toBe(1);
  }
  expect(await weights(link.id)).toEqual({ Poor: 25, Rich: 75 });
  // looks that change nothing are one line
  expect((await runs(path)).map(({ status, count }: { status: string; count: number }) => [status, count])).toEqual([
    ['kept', 2],
    ['moved', 1],
    ['moved', 1],
    ['moved', 1],
  ]);
  const audit = await t.deps.db
    .withTables<{ audit: { action: string; entity_id: string; actor_name: string; after: unknown } }>()
    .selectFrom('audit')
    .select(['actor_name', 'after'])
    .where('action', '=', 'optimise')
    .where('entity_id', '=', String(link.id))
    .execute();
  expect(audit[0]).toMatchObject({ actor_name: 'system', after: { why: expect.stringContaining('Rich +10 pts') } });
});

test('the goal decides who is best', async () => {
  const { link, path } = await unequal();
  await t.call('PUT', path, { is_enabled: true, goal: 'click_out_rate' });
  await turn();
  expect(await weights(link.id)).toEqual({ Poor: 60, Rich: 40 });
});

test('what was rejected earns nothing, and too little is said with what is missing', async () => {
  const link = await buildLink(t.deps);
  const one = await buildDestination(t.deps, link.id, { name: 'One' });
  await buildDestination(t.deps, link.id, { name: 'Two' });
  const path = `${BASE}/${link.id}/optimisation`;
  // nothing is believed before the first conversion
  expect((await t.call('GET', `${path}/beliefs`)).body.data).toMatchObject([
    { status: 'not_enough_data', arms: [{ value: null, low: null, high: null, p_best: null }, {}] },
  ]);
  await traffic(link.id, one.id, 120, { sales: 50, status: 'rejected' });
  await traffic(link.id, one.id, 0, { sales: 4 });
  await t.call('PUT', path, { is_enabled: true });
  await turn();
  expect(await weights(link.id)).toEqual({ One: 100, Two: 100 });
  expect((await t.call('GET', `${path}/beliefs`)).body.data).toMatchObject([
    { status: 'not_enough_data', conversions: 4, missing_conversions: 6, arms: [{ visits: 120, p_best: null }, {}] },
  ]);
  expect((await runs(path))[0]).toMatchObject({ status: 'not_enough_data', moves: [] });
  expect((await runs(path))[0].words).toContain('4 of 10 conversions');
});

test('the destinations of each rule are judged among themselves, after those of the link', async () => {
  const link = await buildLink(t.deps);
  const rule = async (name: string, country: string) => {
    const conditions = [{ type: 'country', values: [country] }];
    const { body } = await t.call('POST', `${BASE}/${link.id}/rules`, { name, conditions });
    return body.data.at(-1).id as number;
  };
  const [german, french] = [await rule('Germany', 'DE'), await rule('France', 'FR')];
  for (const rule_id of [german, null, french, german]) await buildDestination(t.deps, link.id, { rule_id });
  type PoolSeen = { rule_name: string | null; arms: object[] };
  const { data } = (await t.call('GET', `${BASE}/${link.id}/optimisation/beliefs`)).body;
  expect(data.map(({ rule_name, arms }: PoolSeen) => [rule_name, arms.length])).toEqual([
    [null, 1],
    ['Germany', 2],
    ['France', 1],
  ]);
});

test('a new destination leaves the others what they have shown, and is believed to be like them until it shows more', async () => {
  const { link, path, rich } = await unequal();
  const beliefs = async () => (await t.call('GET', `${path}/beliefs`)).body.data[0].arms;
  const before = await beliefs();
  await buildDestination(t.deps, link.id, { name: 'New' });
  const after = await beliefs();
  expect(after.map(({ name, visits }: { name: string; visits: number }) => [name, visits])).toEqual([
    ['Poor', 1000],
    ['Rich', 1000],
    ['New', 0],
  ]);
  expect(Number(after[1].value)).toBeCloseTo(Number(before[1].value), 2);
  expect(Number(after[1].low)).toBeLessThan(Number(after[1].value));
  expect(Number(after[1].high)).toBeGreaterThan(Number(after[1].value));
  const width = ({ low, high }: { low: string; high: string }) => Number(high) - Number(low);
  expect(width(after[2])).toBeGreaterThan(2 * width(after[1]));
  // paused and back again
  await t.call('PUT', `${BASE}/destinations/${rich.id}`, { status: 'paused' });
  expect((await beliefs()).length).toBe(2);
  await t.call('PUT', `${BASE}/destinations/${rich.id}`, { status: 'active' });
  expect((await beliefs()).find(({ name }: { name: string }) => name === 'Rich').visits).toBe(1000);
});

test('frozen, nothing moves; undone, the weights are those of before; a later change by hand stands', async () => {
  const { link, path, rich } = await unequal();
  await t.call('PUT', path, { is_enabled: true });
  const objection = async () => (await t.call('GET', path)).body.data.undo_objection;
  expect((await t.call('POST', `${path}/undo`)).status).toBe(409);
  expect(await objection()).toBe('There is no step to undo.');
  await turn();
  expect(await weights(link.id)).toEqual({ Poor: 40, Rich: 60 });
  expect(await objection()).toBeNull();

  const frozen = await t.call('PUT', path, { is_frozen: true });
  expect(frozen.body.data).toMatchObject({ is_enabled: true, is_frozen: true, next_run_at: null });
  now = new Date(now.getTime() + DAY_MS);
  expect(await turn()).toBe(0);

  const undone = await t.call('POST', `${path}/undo`);
  expect(undone.status).toBe(200);
  expect(await weights(link.id)).toEqual({ Poor: 100, Rich: 100 });
  expect((await runs(path))[0]).toMatchObject({
    status: 'moved',
    undone_at: now.toISOString(),
    undone_by: expect.any(String),
  });
  expect((await t.call('POST', `${path}/undo`)).status).toBe(409);

  await t.call('PUT', path, { is_frozen: false });
  await turn();
  await t.call('PUT', `${BASE}/${link.id}/destinations/weights`, { weights: { [rich.id]: 90 } });
  const late = await t.call('POST', `${path}/undo`);
  expect(late.status).toBe(409);
  expect(late.body.message).toContain('Rich');
  expect(await objection()).toBe(late.body.message);
  expect(await weights(link.id)).toEqual({ Poor: 40, Rich: 90 });
});

test('a change that comes while the numbers are read is not lost', async () => {
  const { link, path, poor } = await unequal();
  await t.call('PUT', path, { is_enabled: true });
  let reads = 0;
  const { goalNumbers } = listNumbers({ eventStore, log: t.deps.log });
  const { optimise_link: look } = optimiserJobs({
    ...t.deps,
    roll: Math.random,
    async goalNumbers(ask) {
      reads += 1;
      if (reads === 1) await t.call('PUT', `${BASE}/destinations/${poor.id}`, { weight: 300 });
      return goalNumbers(ask);
    },
  });
  await look({ link_id: link.id });
  expect(reads).toBe(2);
  expect(await weights(link.id)).toEqual({ Poor: 65, Rich: 35 });
});

test('an edit of a version that is not there any more is refused with what is there now', async () => {
  const { path } = await unequal();
  await t.call('PUT', path, { is_enabled: true, version: 1 });
  const stale = await t.call('PUT', path, { goal: 'conversion_rate', version: 1 });
  expect(stale.status).toBe(409);
  expect(stale.body.details.current).toMatchObject({ is_enabled: true, version: 2 });
  const wrong = await t.call('PUT', path, { floor_percent: 0, speed: 3 });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors).toHaveProperty('floor_percent');
});
