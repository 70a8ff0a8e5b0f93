import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOnClickHouse, testEventStore } from '../../../../tests/support/event-store.ts';
import type { EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Metric } from '../../reports/contract.ts';
import type { Dimension } from '../dimensions-contract.ts';
import type { ReportQuery } from './report-query.ts';
import { runReport, runReportPage, runTotals, runUnconverted } from './store-report.ts';

let events: EventStore;
const MARCH = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };

const at = (time: string) => `2026-03-${time}`;
const view = (time: string, given: EventRow = {}): EventRow => ({
  type: 'view',
  ts: at(time),
  guide_id: 1,
  is_bot: false,
  is_internal: false,
  visitor: 1n,
  ...given,
});
const delta = (time: string, status: string, count: number, micros: bigint, given: EventRow = {}): EventRow => ({
  type: 'conversion',
  ts: at(time),
  guide_id: 1,
  status,
  delta_count: count,
  delta_micros: micros,
  currency: 'USD',
  event_kind: 'sale',
  is_bot: false,
  is_internal: false,
  ...given,
});

beforeAll(async () => {
  events = await testEventStore();
  await events.append({
    cursor: 'test',
    position: '1',
    table: 'events',
    rows: [
      {
        type: 'visit',
        ts: at('10 22:30:00'),
        link_id: 3,
        utm_source: 'taboola',
        visitor: 1n,
        is_bot: false,
        is_internal: false,
      },
      { type: 'visit', ts: at('10 22:31:00'), link_id: 3, is_bot: true, is_internal: false },
      { type: 'visit', ts: at('10 22:32:00'), link_id: 3, is_bot: false, is_internal: true },
      view('10 22:30:01', { utm_source: 'taboola' }),
      view('10 22:30:05', { visitor: 1n }),
      view('10 23:30:00', { visitor: 2n, guide_id: 2 }),
      view('10 23:31:00', { is_bot: true }),
      view('11 00:00:00', { is_internal: true }),
      { ...view('10 22:31:00'), type: 'click', item_id: 7, position: 2, offer_id: 9, click_id: 'c' },
      delta('20 12:00:00', 'pending', 1, 40_000_000n, { click_ts: at('10 22:31:00') }),
      delta('21 12:00:00', 'pending', -1, -40_000_000n, { click_ts: at('10 22:31:00') }),
      delta('21 12:00:00', 'approved', 1, 40_000_001n, { click_ts: at('10 22:31:00') }),
      delta('22 12:00:00', 'approved', 1, 9_000_000_000_000_000_000n, { click_ts: at('11 00:00:00') }),
      delta('22 12:00:00', 'approved', 1, 7_500_000n, { currency: 'EUR' }),
    ],
  });
});
afterAll(async () => {
  await events.close();
});

const ask = (dimensions: Dimension[], metrics: Metric[], given: Partial<ReportQuery> = {}) =>
  runReport(events, {
    dimensions,
    metrics,
    filters: [],
    range: MARCH,
    zone: 'UTC',
    timeBasis: 'conversion',
    currency: 'USD',
    ...given,
  });
const totals = async (metrics: Metric[], given: Partial<ReportQuery> = {}) => (await ask([], metrics, given))[0]!.sums;

test('people are counted, bots and own visits apart', async () => {
  expect(await totals(['visits', 'bot_visits', 'views', 'visitors', 'bot_views', 'clicks'])).toEqual({
    visits: 1n,
    bot_visits: 1n,
    views: 3n,
    visitors: 2n,
    bot_views: 1n,
    clicks: 1n,
  });
});

test('money is exact beyond what a float holds, and a status move leaves one place for the other', async () => {
  expect(
    await totals(['pending', 'approved', 'conversions', 'revenue_expected', 'revenue_confirmed', 'revenue_pending']),
  ).toEqual({
    pending: 0n,
    approved: 3n,
    conversions: 3n,
    revenue_expected: 9_000_000_000_040_000_001n,
    revenue_confirmed: 9_000_000_000_040_000_001n,
    revenue_pending: 0n,
  });
});

test('another currency is shown apart, never added', async () => {
  expect(
    await runUnconverted(events, { range: MARCH, filters: [], timeBasis: 'conversion', currency: 'USD', zone: 'UTC' }),
  ).toEqual([{ currency: 'EUR', revenue_expected: '7.50', revenue_confirmed: '7.50', cost: '0.00' }]);
});

test('what has a worth in the currency by the rate of its day is added, and not shown apart', async () => {
  const april = { from: new Date('2026-04-01T00:00:00Z'), to: new Date('2026-05-01T00:00:00Z') };
  const euro = { ts: '2026-04-02', currency: 'EUR', guide_id: 78 };
  const worth = (micros: bigint) => ({ ...euro, base_micros: micros, base_currency: 'USD' });
  await events.append({
    cursor: 'base',
    position: '1',
    table: 'events',
    rows: [
      delta('', 'approved', 1, 10_000_000n, worth(10_800_000n)),
      // its rate came later
      delta('', 'approved', 1, 20_000_000n, euro),
      delta('', 'approved', -1, -20_000_000n, euro),
      delta('', 'approved', 1, 20_000_000n, worth(21_600_000n)),
      // it has none yet
      delta('', 'pending', 1, 5_000_000n, euro),
    ],
  });
  const of = { filters: [{ dimension: 'listicle' as const, values: [78] }], range: april };
  const [row] = await ask([], ['revenue_expected', 'revenue_confirmed'], of);
  expect(row!.sums).toMatchObject({ revenue_expected: 32_400_000n, revenue_confirmed: 32_400_000n });
  expect(await runUnconverted(events, { ...of, timeBasis: 'conversion', currency: 'USD', zone: 'UTC' })).toEqual([
    { currency: 'EUR', revenue_expected: '5.00', revenue_confirmed: '0.00', cost: '0.00' },
  ]);
});

test('totals tell what lacks a rate, of money that they do not show and of amounts that come to 0 together', async () => {
  const may = { from: new Date('2026-05-01T00:00:00Z'), to: new Date('2026-06-01T00:00:00Z') };
  const of = (currency: string, micros: bigint) => delta('', 'pending', 1, micros, { ts: '2026-05-02', currency });
  const bill = { type: 'cost', ts: '2026-05-02', is_bot: false, is_internal: false, cost_currency: 'GBP' };
  await events.append({
    cursor: 'foreign',
    position: '1',
    table: 'events',
    rows: [
      of('EUR', 5_000_000n),
      of('JPY', -5_000_000n),
      { ...bill, event_id: 'a', cost_micros: '2000000' },
      { ...bill, event_id: 'b', cost_micros: '-2000000', cost_currency: 'SEK' },
    ],
  });
  const frame = { range: may, filters: [], timeBasis: 'conversion', currency: 'USD', zone: 'UTC' } as const;
  const { sums, unconverted } = await runTotals(events, { ...frame, metrics: ['conversions'] });
  expect(sums).toEqual({ conversions: 2n });
  expect(unconverted.map((one) => [one.currency, one.revenue_expected, one.cost])).toEqual([
    ['EUR', '5.00', '0.00'],
    ['GBP', '0.00', '2.00'],
    ['JPY', '-5.00', '0.00'],
    ['SEK', '0.00', '-2.00'],
  ]);
});

test('days are those of the zone, and the sum over them is the same in each', async () => {
  const days = async (zone: string) =>
    Object.fromEntries(
      (await ask(['day'], ['views'], { zone }))
        .filter((row) => row.sums.views > 0n)
        .map((row) => [row.dims.day, row.sums.views]),
    );
  expect(await days('UTC')).toEqual({ '2026-03-10': 3n });
  expect(await days('Europe/Berlin')).toEqual({ '2026-03-10': 2n, '2026-03-11': 1n });
  expect(await days('America/New_York')).toEqual({ '2026-03-10': 3n });
});

test('a report by click time puts the money on the day of the click', async () => {
  const rows = await ask(['day'], ['conversions'], { timeBasis: 'click' });
  expect(
    Object.fromEntries(
      rows.filter((row) => row.sums.conversions > 0n).map((row) => [row.dims.day, row.sums.conversions]),
    ),
  ).toEqual({
    '2026-03-10': 1n,
    '2026-03-11': 1n,
    '2026-03-22': 1n,
  });
});

test('filters keep to their value, none means without one, any means with one', async () => {
  const views = async (values: (string | null)[] | 'any') =>
    (await totals(['views'], { filters: [{ dimension: 'utm_source', values }] })).views;
  expect(await views(['taboola'])).toBe(1n);
  expect(await views([null])).toBe(2n);
  expect(await views('any')).toBe(1n);
  expect(await views(["' or 1=1 --"])).toBe(0n);
});

test('the range is half-open', async () => {
  const range = { from: new Date('2026-03-10T22:30:01Z'), to: new Date('2026-03-10T23:30:00Z') };
  expect((await totals(['views'], { range })).views).toBe(2n);
});

test('local days and hours are those of the engine and its zones, at any time and over any change of clocks', async () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'UTC',
  ];
  const times = fc.sample(fc.date({ min: new Date('2023-12-31'), max: new Date('2026-01-31'), noInvalidDate: true }), {
    numRuns: 400,
    seed: 11,
  });
  await events.append({
    cursor: 'zones',
    position: '1',
    table: 'events',
    rows: times.map((time) => view('01 00:00:00', { ts: time.toISOString(), guide_id: 77 })),
  });
  for (const zone of zones) {
    // by the engine's own zones
    const local = !isOnClickHouse
      ? `strftime(timezone('${zone}', timezone('UTC', ts)), '%Y-%m-%d %H:00')`
      : `formatDateTime(ts, '%Y-%m-%d %H:00', '${zone}')`;
    const named = await events.query<{ hour: string; n: number }>(
      `select ${local} as hour, count(*) as n from events where guide_id = 77 group by 1 order by 1`,
    );
    const range = { from: new Date('2023-12-01T00:00:00Z'), to: new Date('2028-02-01T00:00:00Z') };
    const filters = [{ dimension: 'listicle' as const, values: [77] }];
    const own = await ask(['day', 'hour'], ['views'], { zone, range, filters });
    expect(own.map((row) => ({ hour: row.dims.hour, n: Number(row.sums.views) }))).toEqual(named);
    expect(own.every((row) => String(row.dims.hour).startsWith(String(row.dims.day)))).toBe(true);
  }
});

test('one stretch of time has one sum, by the days of whatever zone and over the changes of its clocks', async () => {
  // clocks change on 2025-10-05 (Lord Howe), 2025-10-26 (Berlin) and 2025-11-02 (New York); events of each quarter of an hour
  const first = Date.parse('2025-10-04T00:00:00Z');
  const times = Array.from({ length: 31 * 96 }, (_, n) => new Date(first + n * 900_000).toISOString());
  await events.append({
    cursor: 'clocks',
    position: '1',
    table: 'events',
    rows: times.map((ts) => view('01 00:00:00', { ts, guide_id: 79 })),
  });
  const frame = {
    range: { from: new Date('2025-10-04T14:30:00Z'), to: new Date('2025-11-03T12:15:00Z') },
    filters: [{ dimension: 'listicle' as const, values: [79] }],
  };
  const told = BigInt(times.filter((ts) => ts >= '2025-10-04T14:30' && ts < '2025-11-03T12:15').length);
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    for (const by of ['day', 'hour'] as const) {
      const lines = await ask([by], ['views'], { ...frame, zone });
      expect(
        lines.reduce((sum, line) => sum + line.sums.views, 0n),
        `${zone} ${by}`,
      ).toBe(told);
    }
    const longest = await ask(['day'], ['views'], {
      ...frame,
      zone,
      sort: { metric: 'views', order: 'desc' },
      limit: 1,
    });
    const day = { UTC: 96n, 'Australia/Lord_Howe': 96n, 'Europe/Berlin': 100n, 'America/New_York': 100n }[zone];
    expect(longest[0]!.sums.views, zone).toBe(day);
  }
});

test.each([
  ['before', '2026-05-03T12:00:00Z', '2026-05-04T00:00:00Z'],
  ['after', '2026-05-03T00:00:00Z', '2026-05-03T08:00:00Z'],
])('a part of a day is known by what its source said it cost %s that part', async (_, from, to) => {
  const store = await testEventStore();
  try {
    const visit = { type: 'visit', source_id: 4, link_id: 3, is_bot: false, is_internal: false };
    const cost = { cost_micros: '2000000', cost_currency: 'USD' };
    const sale = { ...delta('01 00:00:00', 'approved', 1, 5_000_000n), source_id: 4 };
    const rows: EventRow[] = [
      { ...visit, ts: '2026-05-03 10:00:00', ...cost },
      { ...sale, ts: '2026-05-03 07:00:00' },
      { ...sale, ts: '2026-05-03 13:00:00' },
    ];
    await store.append({ cursor: 'test', position: '1', table: 'events', rows });
    const [line] = await runReport(store, {
      dimensions: [],
      metrics: ['known_expected', 'revenue_expected', 'unknown_days'],
      filters: [],
      range: { from: new Date(from), to: new Date(to) },
      zone: 'UTC',
      timeBasis: 'conversion',
      currency: 'USD',
    });
    expect(line!.sums).toEqual({ known_expected: 5_000_000n, revenue_expected: 5_000_000n, unknown_days: 0n });
  } finally {
    await store.close();
  }
});

test('lines come sorted by a share, those without a base last, page by page', async () => {
  const sort = { part: 'clicks', whole: ['views'], order: 'desc' } as const;
  const range = { from: new Date('2026-03-10T00:00:00Z'), to: new Date('2026-03-12T00:00:00Z') };
  const lines = (given: Partial<ReportQuery>) =>
    ask(['listicle'], ['views', 'clicks'], { sort, range, ...given }).then((rows) =>
      rows.map((row) => row.dims.listicle),
    );
  expect(await lines({})).toEqual([1, 2]);
  expect(await lines({ limit: 1, offset: 1 })).toEqual([2]);
  const frame = { filters: [], range, zone: 'UTC', timeBasis: 'conversion', currency: 'USD' } as const;
  const page = (offset: number) =>
    runReportPage(events, {
      dimensions: ['listicle'],
      metrics: ['views', 'clicks'],
      ...frame,
      sort,
      limit: 1,
      offset,
    }).then(({ rows, total }) => [rows.map((row) => row.dims.listicle), total]);
  expect([await page(0), await page(1), await page(2)]).toEqual([
    [[1], 2],
    [[2], 2],
    [[], 2],
  ]);
});

test('a question without a limit has every line, however many there are', async () => {
  const rows = Array.from({ length: 100_100 }, (_, i) => view('', { ts: '2024-03-01 10:00:00', guide_id: i + 1 }));
  await events.append({ cursor: 'many', position: '1', table: 'events', rows });
  const range = { from: new Date('2024-03-01T00:00:00Z'), to: new Date('2024-03-02T00:00:00Z') };
  const lines = await ask(['listicle'], ['views'], { range });
  expect([lines.length, lines.at(-1)]).toEqual([100_100, { dims: { listicle: 100_100 }, sums: { views: 1n } }]);
  expect(await ask(['listicle'], ['views'], { range, limit: 2, offset: 100_099 })).toEqual([lines.at(-1)]);
});

test('a figure that lines with a name have puts them in order', async () => {
  const sort = { metric: 'views', order: 'asc', isOfNamed: true } as const;
  const range = { from: new Date('2026-03-10T00:00:00Z'), to: new Date('2026-03-12T00:00:00Z') };
  const lines = await ask(['listicle'], ['views'], { sort, range });
  expect(lines.map((row) => row.dims.listicle)).toEqual([2, 1]);
});
