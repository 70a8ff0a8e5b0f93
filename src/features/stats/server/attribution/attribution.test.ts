import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../../events/server/testing.ts';
import { buildSource } from '../../../sources/server/testing.ts';
import { statsRoutes } from '../routes.ts';

let app: TestApp;
let native: number;
let social: number;
const NOW = new Date('2026-03-20T12:00:00Z');
const CLICK = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;
const VISIT = (n: number) => `01900000-0000-7000-8000-00000000010${n}`;
const VIEW = '01900000-0000-7000-8000-000000000201';
const code = (n: number) => `a${n}23456789abcdef`;

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
  native = (await buildSource(app.deps, { name: 'Native' })).id;
  social = (await buildSource(app.deps, { name: 'Social' })).id;
  const visit = (n: number, time: string, source: number, more: object = {}) =>
    buildVisit({ visitor: code(n), ts: `2026-03-${time}:00Z`, source_id: source, ...more });
  const sale = (n: number, time: string, source: number, more: object = {}) => [
    buildClick({ click_id: CLICK(n), visit_id: VISIT(n), ts: `2026-03-${time}:00Z`, source_id: source }),
    buildDelta({
      click_id: CLICK(n),
      click_ts: `2026-03-${time}:00Z`,
      ts: '2026-03-19T20:00:00Z',
      source_id: source,
      delta_micros: '10000000',
      offer_id: n,
      ...more,
    }),
  ];
  await eventStore.append({
    cursor: 't',
    position: '1',
    table: 'events',
    rows: [
      // began with Native, ended with Social; what came after the click, and a robot with the same code, have no part in it
      visit(1, '18T08:00', native),
      visit(1, '18T09:00', social, { visit_id: VISIT(1) }),
      visit(1, '18T11:00', native),
      visit(1, '18T07:00', native, { is_bot: true }),
      ...sale(1, '18T10:00', social),
      // once
      visit(2, '18T09:00', native, { visit_id: VISIT(2) }),
      ...sale(2, '18T10:00', native),
      // three times by two ways
      visit(3, '18T08:00', social),
      visit(3, '18T09:00', social),
      visit(3, '18T10:00', native, { visit_id: VISIT(3) }),
      ...sale(3, '18T10:30', native),
      // no arrival is known
      ...sale(4, '18T10:00', native),
      // taken back whole
      visit(5, '18T09:00', native, { visit_id: VISIT(5) }),
      ...sale(5, '18T10:00', native),
      buildDelta({
        click_id: CLICK(5),
        click_ts: '2026-03-18T10:00:00Z',
        ts: '2026-03-19T21:00:00Z',
        source_id: native,
        delta_micros: '-10000000',
        delta_count: -1,
      }),
      // other money
      ...sale(6, '18T10:00', native, { currency: 'EUR' }),
      // other days
      visit(7, '01T09:00', native, { visit_id: VISIT(7) }),
      ...sale(7, '01T10:00', native),
      // came by an ad, came back by herself
      visit(8, '10T08:00', social),
      {
        ...visit(8, '10T09:00', social, { visit_id: undefined, source_id: undefined }),
        type: 'view' as const,
        view_id: VIEW,
      },
      buildClick({ click_id: CLICK(8), visit_id: undefined, view_id: VIEW, ts: '2026-03-10T09:05:00Z' }),
      buildDelta({
        click_id: CLICK(8),
        click_ts: '2026-03-10T09:05:00Z',
        ts: '2026-03-19T20:00:00Z',
        delta_micros: '10000000',
      }),
    ].map(buildRow),
  });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const ask = async (query = '', day = '2026-03-18') =>
  (await app.call('GET', `/api/admin/stats/attribution?date_from=${day}&date_to=${day}${query}`)).body;

test('last click, first touch and equal shares put the same money down to others', async () => {
  const { data, totals, conversions, with_several: several, unconverted } = await ask();
  expect(data).toEqual([
    {
      value: native,
      label: 'Native',
      last_conversions: '4.00',
      last_revenue: '30.00',
      first_conversions: '4.00',
      first_revenue: '30.00',
      // a half of the first, a third of the third, and the whole of the others
      linear_conversions: '3.833334',
      linear_revenue: '28.333334',
    },
    {
      value: social,
      label: 'Social',
      last_conversions: '1.00',
      last_revenue: '10.00',
      first_conversions: '1.00',
      first_revenue: '10.00',
      linear_conversions: '1.166666',
      linear_revenue: '11.666666',
    },
  ]);
  const whole = { last_revenue: '40.00', first_revenue: '40.00', linear_revenue: '40.00' };
  expect(totals).toMatchObject({ ...whole, linear_conversions: '5.00' });
  expect([conversions, several]).toEqual([5, 2]);
  expect(unconverted).toMatchObject([{ currency: 'EUR', revenue_expected: '10.00' }]);
});

test('an offer narrows it, and what no arrival says of itself is no cut', async () => {
  const { data, conversions } = await ask('&offer_id=1');
  expect(conversions).toBe(1);
  expect(
    data.map((line: Record<string, unknown>) => [line['label'], line['last_revenue'], line['first_revenue']]),
  ).toEqual([
    ['Social', '10.00', '0.00'],
    ['Native', '0.00', '10.00'],
  ]);
  const refused = await app.call('GET', '/api/admin/stats/attribution?by=offer');
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['by']]);
});

test('last click adds up to what the reports say of clicks of the same days', async () => {
  const { totals } = await ask();
  const report = await app.call(
    'GET',
    '/api/admin/stats/report?metrics=revenue_expected,conversions&time_basis=click&date_from=2026-03-18&date_to=2026-03-18',
  );
  expect(report.body.totals.values).toMatchObject({ revenue_expected: totals.last_revenue, conversions: 5 });
});

test('who came back without a link was brought by the first link and by none', async () => {
  const { data, with_several: several } = await ask('', '2026-03-10');
  expect(several).toBe(1);
  expect(
    data.map((line: Record<string, unknown>) => [
      line['label'],
      line['last_revenue'],
      line['first_revenue'],
      line['linear_revenue'],
    ]),
  ).toEqual([
    ['(none)', '10.00', '0.00', '5.00'],
    ['Social', '0.00', '10.00', '5.00'],
  ]);
});
