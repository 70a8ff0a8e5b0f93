import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from './support/db.ts';
import { listValuedArrivals } from '../src/features/conversions/server/settling/store-recorded.ts';
import { listClicksBack, listVisitsBack } from '../src/features/recovery/server/store.ts';
import { toAttributionRow } from '../src/features/events/rules.ts';
import * as store from '../src/features/events/server/store-events.ts';
import { listArrivalGroups, valueArrivals } from '../src/features/events/server/store-arrivals.ts';
import { findVisitRow, listClicksBefore, listClicksOfVisit } from '../src/features/events/server/store-clicks.ts';
import { buildClick, buildVisit } from '../src/features/events/server/testing.ts';

/** Programs of the release before know `listicle_id` alone, and may still run on the same database. */
const AT = '2026-03-10T09:00:00.000Z';
const SINCE = '2026-03-10T00:00:00.000Z';
const EARLIER = '2026-03-09T09:00:00.000Z';
const IN_EURO = { source_id: 3, cost_currency: 'EUR', cost_base_currency: 'USD', cost_base_micros: 2 };

let t: TestDb;
beforeAll(async () => {
  t = await testDb();
  const insert = (table: string, row: Record<string, unknown>) =>
    t.pool.query(
      `insert into ${table} (${Object.keys(row).join(', ')}) select ${Object.keys(row).join(', ')}
         from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify([row])],
    );
  const kept = { ts: AT, is_bot: false, is_internal: false, listicle_id: 7 };
  await insert('visits', { visit_id: 'old', ...kept, ...IN_EURO, cost_micros: 1 });
  await insert('clicks', { click_id: 'old', visit_id: 'old', network_id: 4, ...kept });
});
afterAll(() => t.close());

const group = { sourceId: 3, linkId: null, param: null, value: null, from: SINCE, to: '2026-03-11T00:00:00.000Z' };
const foreign = { source_id: 3, currency: 'EUR', day: '2026-03-10', base_currency: 'USD', fx_day: null };
const worth = { currency: 'USD', rate: '2', day: '2026-03-10' };

test.each<[name: string, read: () => Promise<unknown>]>([
  ['a click', () => store.findClick(t.db, 'old')],
  ['a visit', () => store.findVisit(t.db, 'old')],
  ['the visit of a journey', () => findVisitRow(t.db, 'old')],
  ['the clicks of a visit', () => listClicksOfVisit(t.db, 'old', 1)],
  ['the clicks before a conversion', () => listClicksBefore(t.db, 4, { since: SINCE, before: AT }, 1)],
  ['clicks that are gone back to', () => listClicksBack(t.db, SINCE, undefined, 1)],
  ['visits that are gone back to', () => listVisitsBack(t.db, SINCE, undefined, 1)],
  ['arrivals that a bill is spread over', () => listArrivalGroups(t.db, group)],
  ['arrivals with a worth', () => listValuedArrivals(t.db, SINCE, '2026-03-10')],
  ['arrivals that get a worth', () => valueArrivals(t.db, { ...foreign, billed: [] }, worth, 1)],
])('%s of the release before is read with its guide', async (_name, read) => {
  expect([await read()].flat()).toEqual([expect.objectContaining({ guide_id: 7 })]);
});

test('the release before finds the guide of what is written now', async () => {
  const [visit, click] = [buildVisit({ guide_id: 8, ts: EARLIER }), buildClick({ guide_id: 8, ts: EARLIER })];
  await store.insertVisits(t.db, JSON.stringify([toAttributionRow(visit)!]));
  await store.insertClicks(t.db, JSON.stringify([toAttributionRow(click)!]));
  const { rows } = await t.pool.query(
    'select listicle_id from visits where visit_id = $1 union all select listicle_id from clicks where click_id = $2',
    [visit.visit_id, click.click_id],
  );
  expect(rows).toEqual([{ listicle_id: 8 }, { listicle_id: 8 }]);
});
