import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../events/server/testing.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { statsRoutes } from './routes.ts';

let app: TestApp;
let sourceId: number;
const NOW = new Date('2026-03-20T12:00:00Z');
const PRICE = { cost_micros: '3000000', cost_currency: 'USD' };

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
  sourceId = (await buildSource(app.deps, { name: 'Big Native' })).id;
  const at = { ts: '2026-03-19T10:00:00Z', guide_id: 1, source_id: sourceId };
  const other = (await buildSource(app.deps, { name: 'Small Push' })).id;
  const dark = { ...at, ts: '2026-03-18T10:00:00Z' };
  await eventStore.append({
    cursor: 't',
    position: '1',
    table: 'events',
    rows: [
      buildVisit({ ...at, ...PRICE }),
      buildVisit(dark),
      ...['2026-03-17', '2026-03-18'].map((day) => buildVisit({ ts: `${day}T10:00:00Z`, source_id: other })),
      buildClick(at),
      buildClick(at),
      buildDelta(at),
      buildDelta({ ...at, status: 'pending', delta_micros: '2000000' }),
      buildDelta({ ...at, status: 'rejected', delta_micros: '7000000' }),
      buildDelta({ ...at, status: 'reversed', delta_micros: '9000000' }),
      buildDelta({ ...at, event_kind: 'refund', delta_micros: '-1000000' }),
      buildDelta({ ...dark, delta_micros: '40000000' }),
      buildDelta({ ...at, currency: 'CHF', delta_micros: '8000000' }),
      // of a review: on the screen of guides it is in no sum
      buildDelta({ ...at, guide_id: undefined, review_id: 3 }),
    ].map(buildRow),
  });
  const network = await buildNetwork(app.deps);
  await sql`insert into conversions (network_id, click_key, event_type, status, payout_micros, payout_currency, attribution, occurred_at, guide_id, is_test, not_counted) values
    (${network.id}, 'a', 'sale', 'approved', 5000000, 'USD', 'orphan', '2026-03-19T10:00:00Z', null, false, null),
    (${network.id}, 'b', 'sale', 'approved', 6000000, 'EUR', 'orphan', '2026-03-19T10:00:00Z', null, false, null),
    (${network.id}, 'c', 'sale', 'approved', 1500000, 'USD', 'matched', '2026-03-19T10:00:00Z', 1, false, 'rebill'),
    (${network.id}, 'd', 'sale', 'approved', 1600000, 'USD', 'matched', '2026-03-19T10:00:00Z', null, false, 'late'),
    (${network.id}, 'e', 'sale', 'approved', 1700000, 'USD', 'matched', '2026-03-19T10:00:00Z', 1, true, null),
    (${network.id}, 'f', 'sale', 'approved', 12500000, 'USD', 'matched', '2026-03-19T10:00:00Z', 1, false, null)`.execute(
    app.deps.db,
  );
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const get = async (path: string) => (await app.call('GET', `/api/admin/stats/${path}`)).body;

test('the parts add up to the total of the screen, and all that is left out has its reason', async () => {
  const why = await get('why?days=5&tz=UTC&about=guides');
  const { totals } = await get('listicles?days=5&tz=UTC');
  expect(why.parts).toEqual({
    approved: { count: 4, amount: '51.50' },
    pending: { count: 1, amount: '2.00' },
    expected: totals.revenue_expected,
    confirmed: totals.revenue_confirmed,
    views: totals.views,
    clicks: totals.clicks,
    conversions: totals.conversions,
    epc: totals.epc,
    rpm: totals.rpm,
    refunds: '-1.00',
  });
  expect(totals.revenue_expected).toBe('53.50');
  expect(why.left_out).toEqual([
    { reason: 'rejected', count: 1, amounts: [{ currency: 'USD', amount: '7.00' }] },
    { reason: 'reversed', count: 1, amounts: [{ currency: 'USD', amount: '9.00' }] },
    {
      reason: 'orphan',
      count: 2,
      amounts: [
        { currency: 'EUR', amount: '6.00' },
        { currency: 'USD', amount: '5.00' },
      ],
    },
    { reason: 'rebill', count: 1, amounts: [{ currency: 'USD', amount: '1.50' }] },
    { reason: 'test', count: 1, amounts: [{ currency: 'USD', amount: '1.70' }] },
    { reason: 'unconverted', count: null, amounts: [{ currency: 'CHF', amount: '8.00' }] },
  ]);
  const of = (reasons: { reason: string }[]) => reasons.map(({ reason }) => reason);
  expect(of((await get('why?days=5&tz=UTC')).left_out)).toContain('late');
});

test('profit tells which sources were left out, with their days and money', async () => {
  const { cost } = await get(`why?days=5&tz=UTC&source_id=${sourceId}`);
  const { totals } = await get(`report?days=5&tz=UTC&metrics=cost,profit,roi&source_id=${sourceId}`);
  expect(cost).toMatchObject({
    cost: totals.values.cost,
    profit: totals.values.profit,
    roi: totals.values.roi,
    left_out: totals.values.unknown_days,
    left_out_expected: '40.00',
    sources: [{ name: 'Big Native', days: 1, expected: '40.00' }],
  });
  expect(cost.profit).toBe('23.00');
  expect((await get('why?days=5&tz=UTC')).cost.sources).toEqual([
    { name: 'Small Push', days: 2, expected: '0.00' },
    { name: 'Big Native', days: 1, expected: '40.00' },
  ]);
  expect((await get('why?days=5&offer_id=4')).cost).toBeNull();
});

test('a filter that the records do not know says that not all can be told', async () => {
  expect(await get('why?days=5&browser=Safari')).toMatchObject({ is_all_told: false });
  expect((await app.call('GET', '/api/admin/stats/why?wings=2')).status).toBe(400);
});
