import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDuckDbStore } from '../../../platform/server/duckdb-store.ts';
import type { EventRow, EventStore } from '../../../platform/server/event-store.ts';
import { createLog } from '../../../platform/server/log.ts';
import { sumUpHours } from '../../events/server/service.ts';
import type { Metric } from '../contract.ts';
import type { Dimension } from '../dimensions.ts';
import { runReport } from './store.ts';

/** A store of before reviews told how far they are read: it is brought up to date in place, with its sums. */
const MIGRATIONS = join(import.meta.dirname, '../../../../migrations/columnar');
const FIRST_NEW = '0007';
const DAY = { from: new Date('2026-03-10T00:00:00Z'), to: new Date('2026-03-11T00:00:00Z') };

let folder: string;
let events: EventStore;

const open = (migrationsDir: string): EventStore =>
  createDuckDbStore({ path: join(folder, 'events.duckdb'), migrationsDir, log: createLog('silent') });
const row = (time: string, type: string, given: EventRow = {}): EventRow => ({
  type,
  ts: `2026-03-10 ${time}`,
  review_id: 5,
  is_bot: false,
  is_internal: false,
  ...given,
});
const add = (position: string, rows: EventRow[]) => events.append({ cursor: 'test', position, table: 'events', rows });
const ask = async (dimensions: Dimension[], metrics: Metric[]) =>
  (
    await runReport(events, {
      dimensions,
      metrics,
      filters: [{ dimension: 'review', values: 'any' }],
      range: DAY,
      zone: 'UTC',
      timeBasis: 'conversion',
      currency: 'USD',
    })
  ).map(({ dims, sums }) => ({ ...dims, ...sums }));

/** The columns of the sums as they were made then. */
const KEPT = 'cost_state, cost_currency, base_currency';
const summed = (table: string, columns: string, from: string): string =>
  `insert into ${table} by name select ${from === 'events' ? "date_trunc('hour', ts) as hour" : 'hour'}, type, is_bot, is_internal, ${columns}, ${KEPT},
     ${from === 'events' ? 'cost_micros is not null as has_cost, base_micros is not null as has_base, count(*)' : 'has_cost, has_base, sum(count)'} as count
     from ${from} group by all`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-old-store-'));
  const old = join(folder, 'migrations');
  for (const name of readdirSync(MIGRATIONS).filter((one) => one < FIRST_NEW))
    cpSync(join(MIGRATIONS, name), join(old, name));
  events = open(old);
  await events.migrate();
  const seen = { listicle_id: 2, review_id: null, item_id: 7, position: 1 };
  await add('1', [
    row('09:10:00', 'view'),
    row('09:20:00', 'view'),
    row('09:21:00', 'click', { offer_id: 9, network_id: 1 }),
    row('09:30:00', 'impression', seen),
  ]);
  await events.transact(
    [
      summed('hours.content', 'listicle_id, review_id, item_id, position, offer_id, network_id', 'events'),
      summed('hours.reviews', 'review_id', 'hours.content'),
      // from here on only the sums know of that hour
      'delete from touched.events',
      'delete from events',
    ].map((sql) => ({ sql })),
  );
  await events.close();
  events = open(MIGRATIONS);
  await events.migrate();
});
afterAll(async () => {
  await events.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the sums of before answer as before, by the new columns too, and no hour is made anew', async () => {
  expect(await ask([], ['views', 'clicks', 'impressions', 'reads'])).toEqual([
    { views: 2n, clicks: 1n, impressions: 0n, reads: 0n },
  ]);
  expect(await ask(['review', 'place', 'depth'], ['clicks', 'reads'])).toEqual([
    { review: 5, place: null, depth: null, clicks: 1n, reads: 0n },
  ]);
  expect(await sumUpHours({ eventStore: events, clock: () => new Date('2026-03-12T00:00:00Z') })).toBe(0);
});

test('what comes from now on stands beside it, from rows and from sums alike', async () => {
  await add('2', [
    row('11:00:00', 'view'),
    row('11:00:20', 'read', { depth: 25 }),
    row('11:00:30', 'read', { depth: 50 }),
    row('11:00:10', 'cta_impression', { place: 'verdict' }),
    row('11:00:10', 'cta_view'),
    row('11:01:00', 'click', { offer_id: 9, network_id: 1, place: 'verdict' }),
    row('11:02:00', 'conversion', { status: 'approved', delta_count: 1, delta_micros: '5000000', currency: 'USD' }),
  ]);
  const expected = {
    all: [{ views: 3n, clicks: 2n, reads: 2n, cta_views: 1n, cta_impressions: 1n, conversions: 1n }],
    places: [
      { place: 'verdict', clicks: 1n, cta_impressions: 1n, approved: 0n },
      { place: null, clicks: 1n, cta_impressions: 0n, approved: 1n },
    ],
  };
  const answers = async () => ({
    all: await ask([], ['views', 'clicks', 'reads', 'cta_views', 'cta_impressions', 'conversions']),
    places: await ask(['place'], ['clicks', 'cta_impressions', 'approved']),
  });
  expect(await answers()).toEqual(expected);
  expect(await sumUpHours({ eventStore: events, clock: () => new Date('2026-03-12T00:00:00Z') })).toBe(1);
  await events.transact([{ sql: 'delete from events' }]);
  expect(await answers()).toEqual(expected);
});
