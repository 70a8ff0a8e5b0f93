import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { testEventStore } from '../../../tests/support/event-store.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../features/events/server/testing.ts';
import { statsRoutes } from '../../features/stats/server/routes.ts';
import { listNumbers } from './numbers.ts';

/** Numbers in lists are those of the reports: what is rejected or reversed counts nowhere, and what nobody paid for is no profit. */
let app: TestApp;
const NOW = new Date('2026-03-20T12:00:00Z');
const PRICE = { cost_micros: '5000000', cost_currency: 'USD' };
const DIMS = { network_id: 3, offer_id: 4, source_id: 5, link_id: 6, guide_id: 7 };

beforeAll(async () => {
  const eventStore = await testEventStore();
  const at = { ts: '2026-03-19T10:00:00Z', ...DIMS };
  const delta = (status: 'approved' | 'pending' | 'rejected' | 'reversed') => buildDelta({ ...at, status });
  await eventStore.append({
    cursor: 't',
    position: '1',
    table: 'events',
    rows: [
      buildVisit({ ...at, ...PRICE }),
      buildVisit({ ...at, ts: '2026-03-18T10:00:00Z' }),
      buildClick(at),
      delta('approved'),
      delta('pending'),
      delta('rejected'),
      delta('rejected'),
      delta('reversed'),
      buildDelta({ ...at, ts: '2026-03-18T11:00:00Z', delta_micros: '90000000' }),
    ].map(buildRow),
  });
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

/** What the report says of the same days. */
async function reported(dimension: string, metrics: string) {
  const { body } = await app.call(
    'GET',
    `/api/admin/stats/report?dimensions=${dimension}&metrics=${metrics}&days=${dimension === 'offer' ? 7 : 30}`,
  );
  return body.data[0].values;
}

test('a network, an offer, a source and a link have the numbers of the reports', async () => {
  const { db, eventStore, log } = app.deps;
  const lists = listNumbers({ eventStore, log });
  const network = (await lists.networks(db, [3], NOW)).get(3)!;
  expect(network.conversions_30d).toBe((await reported('network', 'conversions')).conversions);
  expect(network).toEqual({ offers_count: 0, conversions_30d: 3, unmatched_7d: 0 });
  expect((await lists.offers(db, [4], NOW)).get(4)).toEqual({ clicks_7d: 1, conv_7d: 3, epc_7d: '115.00' });
  const money = await reported('source', 'cost,profit,roi');
  expect(money).toEqual({ cost: '5.00', profit: '20.00', roi: 4, unknown_days: 1 });
  expect((await lists.sources(db, [5], NOW)).get(5)).toMatchObject({
    visits_30d: 2,
    cost_30d: money.cost,
    profit_30d: money.profit,
    roi_30d: money.roi,
    left_out_30d: money.unknown_days,
  });
  expect((await lists.links(db, [6], NOW)).get(6)).toMatchObject({
    conversions_30d: 3,
    revenue_30d: '115.00',
    cost_30d: money.cost,
    roi_30d: money.roi,
    left_out_30d: money.unknown_days,
  });
});

test('what lacks a rate is named where the money of a list stands', async () => {
  const { db, eventStore, log } = app.deps;
  const lists = listNumbers({ eventStore, log });
  const of = { ts: '2026-03-19T10:00:00Z', offer_id: 14, source_id: 15, link_id: 16, guide_id: 17 };
  const rows = [
    { ...buildVisit(of), cost_micros: '3000000', cost_currency: 'GBP' },
    buildDelta({ ...of, currency: 'GBP', delta_micros: '12000000' }),
  ];
  await eventStore.append({ cursor: 't', position: '2', table: 'events', rows: rows.map(buildRow) });
  expect((await lists.sources(db, [15], NOW)).get(15)).toMatchObject({
    unconverted_30d: '12.00 GBP; cost 3.00 GBP',
  });
  expect((await lists.links(db, [16], NOW)).get(16)).toMatchObject({ unconverted_30d: '12.00 GBP; cost 3.00 GBP' });
  expect((await lists.offers(db, [14], NOW)).get(14)).toMatchObject({ unconverted_7d: '12.00 GBP' });
  expect((await lists.pages(db, 'listicle', [17], NOW)).get(17)).toMatchObject({ unconverted_30d: '12.00 GBP' });
});
