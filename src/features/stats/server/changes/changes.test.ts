import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../../events/server/testing.ts';
import { buildSource } from '../../../sources/server/testing.ts';
import type { Changes, ChangeLine } from '../../changes/contract.ts';
import { statsRoutes } from '../routes.ts';

let app: TestApp;
let native: number;
let social: number;
const NOW = new Date('2026-03-20T12:00:00Z');
const YESTERDAY = 'date_from=2026-03-19&date_to=2026-03-19';

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
  const parameters = [{ alias: 'campaign', param: 'c', token: '', label: 'Campaign', group_in_reports: true }];
  native = (await buildSource(app.deps, { name: 'Native', parameters })).id;
  social = (await buildSource(app.deps, { name: 'Social' })).id;
  let n = 0;
  const cost = { cost_micros: '2000000', cost_currency: 'USD' };
  const visits = (day: number, times: number, source: number, campaign: string) =>
    Array.from({ length: times }, (_, i) => [
      buildVisit({
        ts: `2026-03-${day}T0${i % 10}:00:00Z`,
        source_id: source,
        country: 'SE',
        device: 'mobile',
        params: { campaign },
        rule_id: 0,
        ...(source === native && cost),
      }),
    ]).flat();
  const sales = (day: number, times: number, source: number, campaign: string, more: object = {}) =>
    Array.from({ length: times }, (_, i) => {
      n += 1;
      const ts = `2026-03-${day}T0${i % 10}:30:00Z`;
      const dims = { source_id: source, country: 'SE', device: 'mobile', params: { campaign }, rule_id: 0 };
      return [
        buildClick({ ts, ...dims, offer_id: (n % 2) + 1 }),
        buildDelta({ ts, click_ts: ts, ...dims, delta_micros: '10000000', offer_id: (n % 2) + 1, ...more }),
      ];
    }).flat();
  await eventStore.append({
    cursor: 't',
    position: '1',
    table: 'events',
    rows: [
      // the week before: as the day before, but for one more sale
      ...visits(12, 4, native, 'spring'),
      ...sales(12, 9, native, 'spring'),
      // the day before
      ...visits(18, 4, native, 'spring'),
      ...visits(18, 4, native, 'summer'),
      ...visits(18, 3, social, 'spring'),
      ...sales(18, 4, native, 'spring'),
      ...sales(18, 6, native, 'summer'),
      ...sales(18, 3, social, 'spring'),
      // yesterday: summer earns nothing more and is still paid for
      ...visits(19, 4, native, 'spring'),
      ...visits(19, 5, native, 'summer'),
      ...visits(19, 3, social, 'spring'),
      ...sales(19, 4, native, 'spring'),
      ...sales(19, 3, social, 'spring'),
      ...sales(19, 1, social, 'spring', { currency: 'EUR' }),
    ].map(buildRow),
  });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const ask = async (more = ''): Promise<Changes> =>
  (await app.call('GET', `/api/admin/stats/changes?${YESTERDAY}${more}`)).body as Changes;
const linesIn = ({ data }: Changes, dimension: string): Partial<ChangeLine>[] =>
  data
    .filter((line) => line.dimension === dimension)
    .map(({ label, now, before, change }) => ({ label, now, before, change }));

test('the cut in which one line moved stands first, and its lines make the whole change', async () => {
  const found = await ask();
  // of source-days with a cost: 100 of ten sales less 16, against 40 of four less 18
  expect(found.totals).toEqual({ now: '22.00', before: '84.00', change: '-62.00' });
  expect(found.cuts[0]).toMatchObject({ dimension: 'param:campaign', label: 'campaign', lines: 2 });
  expect(linesIn(found, 'param:campaign')).toEqual([
    { label: 'summer', now: '-10.00', before: '52.00', change: '-62.00' },
    { label: 'spring', now: '32.00', before: '32.00', change: '0.00' },
  ]);
  // by one country alone nothing is explained, and by offers nobody knows what was paid
  expect(found.cuts.map(({ dimension }) => dimension)).toEqual(['param:campaign', 'source']);
  expect(found.unconverted).toMatchObject([{ currency: 'EUR', revenue_expected: '10.00' }]);
});

test('counts say whether chance alone makes such a difference', async () => {
  const found = await ask('&figure=conversions');
  expect(found.totals).toEqual({ now: 8, before: 13, change: -5 });
  expect(found.counted).toEqual({ of: 'conversions', now: 8, before: 13, is_chance: true });
  expect(found.cuts.map(({ dimension }) => dimension)).toContain('offer');
  expect((await ask('&figure=cost')).counted).toBeNull();
});

test('inside a line the other cuts are asked', async () => {
  const found = await ask(`&figure=revenue_expected&params=${encodeURIComponent('{"campaign":"summer"}')}`);
  expect(found.totals).toMatchObject({ now: '0.00', before: '60.00' });
  expect(found.cuts.map(({ dimension }) => dimension)).not.toContain('param:campaign');
  const social_ = await ask(`&figure=revenue_expected&source_id=${social}`);
  expect(social_.totals).toMatchObject({ now: '30.00', before: '30.00', change: '0.00' });
});

test('a Thursday is held against the Thursday before', async () => {
  const found = await ask('&figure=conversions&compare=week');
  expect(found.compared).toEqual({ from: '2026-03-12T00:00:00.000Z', to: '2026-03-13T00:00:00.000Z' });
  expect(found.totals).toEqual({ now: 8, before: 9, change: -1 });
});

test('of many lines those that went are found too, and the rest is told in one sum', async () => {
  await app.deps.eventStore.append({
    cursor: 't',
    position: '2',
    table: 'events',
    rows: [
      ...Array.from({ length: 300 }, (_, i) =>
        buildVisit({
          ts: '2026-02-11T10:00:00Z',
          source_id: social,
          country: `N${i % 150}`.slice(0, 2),
          params: { campaign: `c${i % 150}` },
        }),
      ),
      // went altogether, and was not among the greatest of the other day
      buildVisit({ ts: '2026-02-10T10:00:00Z', source_id: social, params: { campaign: 'gone' } }),
      buildVisit({ ts: '2026-02-10T10:00:00Z', source_id: social, params: { campaign: 'c7' } }),
    ].map(buildRow),
  });
  const { body } = await app.call(
    'GET',
    '/api/admin/stats/changes?date_from=2026-02-11&date_to=2026-02-11&figure=visits',
  );
  const found = body as Changes;
  expect(found.totals).toEqual({ now: 300, before: 2, change: 298 });
  const cut = found.cuts.find(({ dimension }) => dimension === 'param:campaign')!;
  expect(cut.lines).toBeGreaterThanOrEqual(150);
  // five lines of 2 are told
  expect(cut.rest.change).toBe(298 - 5 * 2);
  expect(linesIn(found, 'param:campaign').every(({ change }) => change === 2)).toBe(true);
});

test('its lines are a file, and unknown figures are refused by name', async () => {
  const file = await app.call('GET', `/api/admin/stats/changes?${YESTERDAY}&format=csv`);
  expect(file.headers['content-disposition']).toContain('changes-2026-03-19');
  expect(String(file.body).split('\n')[1]).toMatch(/param:campaign.*summer.*-10\.00.*52\.00.*-62\.00/);
  const refused = await app.call('GET', `/api/admin/stats/changes?${YESTERDAY}&figure=roi`);
  expect(refused).toMatchObject({ status: 400, body: { errors: { figure: [expect.any(String)] } } });
});
