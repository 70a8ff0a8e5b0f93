import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { buildRow, buildVisit } from '../../events/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { budgetRoutes } from './routes.ts';
import { watchBudgets } from './service.ts';

let app: TestApp;
let native: number;
let bare: number;
/** The twentieth day of a month of 31; noon in the zone of the site. */
let now = new Date('2026-03-20T12:00:00Z');
const BASE = '/api/admin/budgets';
const COST = { cost_micros: '1000000', cost_currency: 'USD' };
const PAGE = { page: 1, itemsPerPage: 20, sortBy: 'last_at', order: 'desc' } as const;

/** Visits that cost a dollar each. */
const visits = (sourceId: number, day: string, n: number) =>
  Array.from({ length: n }, () => buildVisit({ ts: `${day}T09:00:00Z`, source_id: sourceId, ...COST }));
const march = (day: number) => `2026-03-${String(day).padStart(2, '0')}`;

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(budgetRoutes, { eventStore, clock: () => now });
  native = (await buildSource(app.deps, { name: 'Big Native' })).id;
  bare = (await buildSource(app.deps, { name: 'Says nothing' })).id;
  await eventStore.append({
    cursor: 't',
    position: '1',
    table: 'events',
    rows: [
      // 100 in February, 12 days of 4 and 7 of 6 in March, 3 today
      ...visits(native, '2026-02-10', 100),
      ...Array.from({ length: 12 }, (_, i) => visits(native, march(i + 1), 4)).flat(),
      ...Array.from({ length: 7 }, (_, i) => visits(native, march(i + 13), 6)).flat(),
      ...visits(native, march(20), 3),
      buildVisit({ ts: '2026-03-05T09:00:00Z', source_id: bare }),
    ].map(buildRow),
  });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const ask = async (query = '') => (await app.call('GET', `${BASE}${query}`)).body;
const lineOf = async (id: number, query = '') =>
  (await ask(query)).data.find((line: { source_id: number }) => line.source_id === id);
const set = (sourceId: number, amount: string | null, month = '2026-03') =>
  app.call('PUT', BASE, { source_id: sourceId, month, amount });
const alerts = async () =>
  (await listAlerts(app.deps, { ...PAGE, kind: 'budget', state: 'open' })).data.map(
    ({ subject_name, severity, message }) => [subject_name, severity, message],
  );

test('what a source cost stands there without a budget, day by day, and one that says nothing is not there', async () => {
  const { data, month, days, currency } = await ask();
  expect([month, days, currency]).toEqual(['2026-03', 31, 'USD']);
  expect(data.map((line: { source: string }) => line.source)).toEqual(['Big Native']);
  expect(data[0]).toMatchObject({ amount: null, state: 'none', share: null, spent: '93.00' });
  // seven days of 6 come to be twelve; today counts as one of them
  expect(data[0].at_this_pace).toBe('162.00');
  expect(data[0].course).toHaveLength(20);
  expect(data[0].course.slice(-2)).toEqual(['90.00', '93.00']);
});

test('a budget holds from its month on until another is set, and is gone where it is set to none', async () => {
  expect((await set(native, '120', '2026-01')).status).toBe(200);
  expect((await set(native, '300')).body.data[0]).toMatchObject({ amount: '300.00', since: '2026-03' });
  expect(await lineOf(native, '?month=2026-02')).toMatchObject({
    amount: '120.00',
    since: '2026-01',
    spent: '100.00',
    at_this_pace: '100.00',
    state: 'near',
  });
  expect(await lineOf(native)).toMatchObject({ amount: '300.00', share: 0.31, state: 'within' });
  await set(native, null);
  expect(await lineOf(native)).toMatchObject({ amount: null, since: null, state: 'none' });
  // one with a budget and without costs is told, too
  await set(bare, '50');
  expect(await lineOf(bare)).toMatchObject({ amount: '50.00', spent: null, share: null, state: 'within', course: [] });
  await set(bare, null);
});

test('what is wrong is refused by name', async () => {
  expect((await set(999_999, '5')).status).toBe(404);
  for (const [body, field] of [
    [{ source_id: native, month: '2026-13', amount: '5' }, 'month'],
    [{ source_id: native, month: '2026-03', amount: '-5' }, 'amount'],
    [{ source_id: native, month: '2026-03' }, 'amount'],
  ] as const)
    expect(Object.keys((await app.call('PUT', BASE, body)).body.errors)).toEqual([field]);
  expect((await app.call('GET', `${BASE}?month=March`)).status).toBe(400);
});

test('an alert comes before a budget is gone and when it is, and closes when it lasts', async () => {
  await set(native, '150');
  await watchBudgets(app.deps);
  expect(await alerts()).toEqual([
    ['Big Native', 'warning', 'The budget of this month will not last: 162.00 USD at this pace, of 150.00 USD.'],
  ]);
  await set(native, '100');
  await watchBudgets(app.deps);
  expect(await alerts()).toEqual([
    ['Big Native', 'warning', 'Most of the budget of this month is spent: 93.00 of 100.00 USD.'],
  ]);
  await set(native, '89.995');
  await watchBudgets(app.deps);
  expect(await alerts()).toEqual([
    ['Big Native', 'critical', 'The budget of this month is spent: 93.00 of 90.00 USD.'],
  ]);
  await set(native, '900');
  await watchBudgets(app.deps);
  expect(await alerts()).toEqual([]);
  // a new month begins with nothing spent
  await set(native, '90');
  await watchBudgets(app.deps);
  now = new Date('2026-04-01T08:00:00Z');
  await watchBudgets(app.deps);
  expect(await alerts()).toEqual([]);
});

test('budgets are put in order by every figure, none at the end, and are a file named after the month', async () => {
  now = new Date('2026-03-20T12:00:00Z');
  await set(native, '90');
  await set(bare, '500');
  const names = async (query: string) =>
    (await ask(`?month=2026-03&${query}`)).data.map((line: { source: string }) => line.source);
  expect(await names('')).toEqual(['Big Native', 'Says nothing']);
  expect(await names('sortBy=amount&order=desc')).toEqual(['Says nothing', 'Big Native']);
  // the other says nothing of what was spent
  for (const order of ['asc', 'desc'])
    expect(await names(`sortBy=spent&order=${order}`)).toEqual(['Big Native', 'Says nothing']);
  expect(await names('sortBy=state&order=asc')).toEqual(['Says nothing', 'Big Native']);
  const file = await app.call('GET', `${BASE}?month=2026-03&sortBy=amount&order=desc&format=csv`);
  expect(file.headers['content-disposition']).toContain('"budgets-2026-03-01-to-2026-03-31.csv"');
  const [head, ...lines] = String(file.body).trim().split('\r\n');
  expect(head).toMatch(/^source_id,source,state,amount,since,set_in,spent,/);
  expect(lines.map((line) => line.split(',').slice(1, 4))).toEqual([
    ['Says nothing', 'within', '500.00'],
    ['Big Native', 'over', '90.00'],
  ]);
  expect((await app.call('GET', `${BASE}?limit=5`)).status).toBe(400);
});
