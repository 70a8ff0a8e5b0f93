import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildDelta, buildRow, buildVisit } from '../../../events/server/testing.ts';
import { frameOf } from '../../../reports/server/service.ts';
import { statsRoutes } from '../routes.ts';
import { runPayouts } from '../store-lags.ts';

let app: TestApp;
const NOW = new Date('2026-03-20T12:00:00Z');
const COST = { cost_micros: '100000', cost_currency: 'USD' };
const DAY_MS = 86_400_000;

/** Visits at noon of a day, and a sale of 20 for each of the given days later. */
function clicksOf(day: string, visits: number, sales: readonly number[], more: object = {}) {
  const at = Date.parse(`${day}T12:00:00Z`);
  return [
    ...Array.from({ length: visits }, () => buildVisit({ ts: new Date(at).toISOString(), ...COST, ...more })),
    ...sales.map((age) =>
      buildDelta({
        ts: new Date(at + age * DAY_MS + 3_600_000).toISOString(),
        click_ts: new Date(at).toISOString(),
        delta_micros: '20000000',
        ...more,
      }),
    ),
  ];
}

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
  const source = { source_id: 7 };
  await eventStore.append({
    cursor: 't',
    position: '1',
    table: 'events',
    rows: [
      ...clicksOf('2026-01-05', 100, [0, 1, 6, 20], source),
      ...clicksOf('2026-01-06', 100, [0, 0, 3], source),
      ...clicksOf('2026-03-16', 100, [0, 2], source),
      ...clicksOf('2026-03-19', 200, [0], source),
      // came today: of a day that is not over
      ...clicksOf('2026-03-18', 50, [0, 2], source),
      // a network whose clock is behind, and one whose click nobody knows
      buildDelta({ ...source, ts: '2026-03-16T11:00:00Z', click_ts: '2026-03-16T12:00:00Z', delta_micros: '1000000' }),
      buildDelta({ ...source, ts: '2026-03-17T12:00:00Z', delta_micros: '500000000' }),
      // another source, and money without a rate
      ...clicksOf('2026-03-16', 10, [0], { source_id: 8 }),
      buildDelta({ ...source, ts: '2026-03-16T13:00:00Z', click_ts: '2026-03-16T12:00:00Z', currency: 'EUR' }),
    ].map(buildRow),
  });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const ask = async (query: string) => (await app.call('GET', `/api/admin/stats/cohorts?${query}`)).body;

test('each line tells what its clicks brought within so many days, however much later it came', async () => {
  const { data } = await ask('by=week&days=91&source_id=7');
  const january = data.find((line: { from: string }) => line.from === '2026-01-05');
  expect(january).toMatchObject({
    to: '2026-01-11',
    visits: 200,
    conversions: 7,
    cost: '20.00',
    after_1: '80.00',
    after_7: '120.00',
    after_30: '140.00',
    revenue: '140.00',
    profit_at_last: expect.any(String),
  });
  // long over: hardly anything can come
  expect(Number(january.to_come)).toBeLessThan(1);
  expect(data[0]).toMatchObject({ from: '2026-03-16', to: '2026-03-19', visits: 350 });
});

test('what is not old enough is not told, and what is still to come stands in its place with how sure that is', async () => {
  const { data, unconverted } = await ask('by=day&days=8&source_id=7');
  const of = (day: string) => data.find((line: { from: string }) => line.from === day);
  expect(data.map((line: { from: string }) => line.from)).toEqual([
    '2026-03-19',
    '2026-03-18',
    '2026-03-17',
    '2026-03-16',
    '2026-03-15',
    '2026-03-14',
    '2026-03-13',
  ]);
  expect(of('2026-03-16')).toMatchObject({
    conversions: 4,
    after_1: '21.00',
    after_7: null,
    revenue: '41.00',
  });
  expect(of('2026-03-18')).toMatchObject({ conversions: 1, after_1: '20.00', revenue: '20.00' });
  const young = of('2026-03-19');
  expect(young).toMatchObject({ visits: 200, after_1: null, after_30: null, revenue: '20.00', cost: '20.00' });
  expect(Number(young.to_come_low)).toBeLessThanOrEqual(Number(young.to_come));
  expect(Number(young.to_come_high)).toBeGreaterThan(Number(young.to_come));
  expect(Number(young.to_come)).toBeGreaterThan(10);
  expect(Number(young.at_last)).toBeCloseTo(20 + Number(young.to_come), 4);
  expect(Number(young.profit_at_last)).toBeCloseTo(Number(young.to_come), 4);
  expect(of('2026-03-17')).toMatchObject({ visits: 0, revenue: '0.00', to_come: '0.00', cost: null });
  expect(unconverted).toMatchObject([{ currency: 'EUR', revenue_expected: '12.50' }]);
  // the same question is answered alike
  expect((await ask('by=day&days=8&source_id=7')).data).toEqual(data);
});

test('all lines add up to the totals, and come as a file too', async () => {
  const { data, totals } = await ask('by=month&days=91&source_id=7');
  const sum = (key: string) =>
    data.reduce((total: number, line: Record<string, string>) => total + Number(line[key]), 0);
  expect(data.map((line: { from: string }) => line.from)).toEqual([
    '2026-03-01',
    '2026-02-01',
    '2026-01-01',
    '2025-12-20',
  ]);
  expect(totals).toMatchObject({
    from: '2025-12-20',
    to: '2026-03-19',
    visits: sum('visits'),
    conversions: sum('conversions'),
  });
  expect(Number(totals.revenue)).toBeCloseTo(sum('revenue'), 6);
  expect(Number(totals.to_come)).toBeCloseTo(sum('to_come'), 0);
  // chance evens out over many
  expect(Number(totals.to_come_high)).toBeLessThanOrEqual(sum('to_come_high'));
  const file = await app.call('GET', '/api/admin/stats/cohorts?by=month&days=91&source_id=7&format=csv');
  expect(String(file.headers['content-disposition'])).toContain('cohorts-2025-12-20-to-2026-03-19.csv');
});

test('days are those of the zone that is asked for, and one that is none is refused', async () => {
  // noon in UTC is the next day in Kiribati
  const { data } = await ask('by=day&days=8&source_id=7&tz=Pacific/Kiritimati');
  expect(data.find((line: { from: string }) => line.from === '2026-03-17')).toMatchObject({ visits: 100 });
  expect((await app.call('GET', '/api/admin/stats/cohorts?tz=Mars/Base')).body.errors).toHaveProperty('tz');
  expect((await app.call('GET', '/api/admin/stats/cohorts?by=year')).body.errors).toHaveProperty('by');
});

test('what conversions paid is told the least first: draws by the same dice are the same', async () => {
  const { frame } = await frameOf(app.deps, { days: 91 }, 'click');
  const paid = (await runPayouts(app.deps.eventStore, frame)).map(({ micros }) => micros);
  expect(paid).toEqual([1_000_000, 20_000_000, 500_000_000]);
});
