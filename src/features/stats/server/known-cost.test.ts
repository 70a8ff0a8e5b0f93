import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { buildDelta, buildRow, buildVisit } from '../../events/server/testing.ts';
import { buildLink } from '../../links/server/testing.ts';
import { statsRoutes } from './routes.ts';

/**
 * Two sources. One says on the 19th what a visit from the US cost, but neither what one from Germany did nor anything on the 18th; the
 * other never says anything.
 */
let app: TestApp;
let link: number;
const NOW = new Date('2026-03-20T12:00:00Z');

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
  link = (await buildLink(app.deps)).id;
  const visit = (day: string, source_id: number | undefined, country: string, cost?: string) =>
    buildVisit({
      ts: `2026-03-${day}T10:00:00Z`,
      source_id,
      link_id: source_id && link,
      destination_id: country === 'US' ? 1 : 2,
      country,
      ...(cost !== undefined && { cost_micros: cost, cost_currency: 'USD' }),
    });
  const sale = (day: string, source_id: number | undefined, country: string, micros: string) =>
    buildDelta({
      ts: `2026-03-${day}T11:00:00Z`,
      click_ts: `2026-03-${day}T10:30:00Z`,
      source_id,
      link_id: source_id && link,
      destination_id: country === 'US' ? 1 : 2,
      country,
      offer_id: 7,
      status: 'approved',
      delta_micros: micros,
    });
  const events: Parameters<typeof buildRow>[0][] = [
    visit('19', 1, 'US', '2000000'),
    visit('19', 1, 'DE'),
    sale('19', 1, 'US', '10000000'),
    sale('19', 1, 'DE', '5000000'),
    visit('18', 1, 'US'),
    sale('18', 1, 'US', '40000000'),
    visit('19', 2, 'US'),
    sale('19', 2, 'US', '100000000'),
    sale('19', undefined, 'US', '1000000'),
  ];
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: events.map(buildRow) });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const FIGURES = 'revenue_expected,cost,profit,roi,cpc,cpa';
const ask = async (query: string) =>
  (await app.call('GET', `/api/admin/stats/report?tz=UTC&days=5&metrics=${FIGURES}&${query}`)).body;
type Line = { dims: Record<string, { value: unknown }>; values: Record<string, string | number | null> };

const TOTAL = {
  revenue_expected: '156.00',
  cost: '2.00',
  profit: '13.00',
  roi: 6.5,
  cpc: '1.00',
  cpa: '1.00',
  unknown_days: 3,
};

test('profit and ROI are those of source-days whose cost is known, and the others are counted', async () => {
  expect((await ask('')).totals.values).toEqual(TOTAL);
});

test.each(['country', 'source', 'day', 'destination', 'day,source', 'hour', 'device', 'utm_source'])(
  'whether a cost is known is decided before the cut by %s, so that its lines add up to the total',
  async (dimensions) => {
    const { data, totals } = await ask(`dimensions=${dimensions}`);
    expect(totals.values).toEqual(TOTAL);
    for (const name of ['profit', 'cost'])
      expect([name, data.reduce((sum: number, line: Line) => sum + Number(line.values[name] ?? 0), 0)]).toEqual([
        name,
        Number(TOTAL[name as 'profit']),
      ]);
  },
);

test('a line that holds a part of a known day has its part of the profit', async () => {
  const { data } = await ask('dimensions=country');
  const of = (country: string) => data.find((line: Line) => line.dims['country']!.value === country).values;
  expect(of('DE')).toMatchObject({ cost: '0.00', profit: '5.00', roi: null, unknown_days: 0 });
  expect(of('US')).toMatchObject({ cost: '2.00', profit: '8.00', roi: 4, unknown_days: 3 });
});

test('a filter does not change which days are known', async () => {
  expect((await ask('country=DE')).totals.values).toMatchObject({ cost: '0.00', profit: '5.00', unknown_days: 0 });
});

test('what an arrival does not know yet cuts no cost: nothing is told, and why', async () => {
  const { data, totals, costless_by } = await ask('dimensions=offer');
  expect(costless_by).toBe('offer');
  for (const { values } of [...data, totals])
    expect(values).toMatchObject({ cost: null, profit: null, roi: null, cpc: null, unknown_days: null });
  expect((await ask('status=approved')).costless_by).toBe('status');
  expect((await ask('dimensions=day')).costless_by).toBeNull();
});

test('lines without a known day come last in the order of profit', async () => {
  const { data } = await ask('dimensions=source&sortBy=profit&order=asc');
  expect(data.map((line: Line) => line.values['profit'])).toEqual(['13.00', null, null]);
});

test('the screen of a link uses the same days, in its total and in each of its lines', async () => {
  const { body } = await app.call('GET', `/api/admin/tracking-links/${link}/stats?tz=UTC&days=5&group=rule`);
  expect(body.totals).toMatchObject({ revenue: '155.00', cost: '2.00', profit: '13.00', roi: 6.5, left_out: 2 });
  expect(body.by_destination).toMatchObject([
    { destination_id: 1, profit: '8.00', left_out: 2 },
    { destination_id: 2, profit: '5.00', left_out: 0 },
  ]);
  expect(body.groups).toMatchObject([{ profit: '13.00', left_out: 2 }]);
});
