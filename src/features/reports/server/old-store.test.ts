import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDuckDbStore } from '../../../platform/server/event-store/duckdb/store.ts';
import type { EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import { createLog } from '../../../platform/server/log.ts';
import { sumUpHours } from '../../events/server/hours.ts';
import type { Metric } from '../../reports/contract.ts';
import { BY_GUIDE, type Dimension } from '../dimensions-contract.ts';
import { runReport } from './store-report.ts';
import { listReferrers } from '../../stats/server/store-link.ts';

/** Stores of former versions are brought up to date in place, with their sums: no hour is made anew. */
const MIGRATIONS = join(import.meta.dirname, '../../../../migrations/columnar');
const DAY = { from: new Date('2026-03-10T00:00:00Z'), to: new Date('2026-03-11T00:00:00Z') };
const FRAME = { range: DAY, zone: 'UTC', timeBasis: 'conversion', currency: 'USD' } as const;
const clock = () => new Date('2026-03-12T00:00:00Z');

const folders: string[] = [];
const opened: EventStore[] = [];
afterAll(async () => {
  for (const events of opened) await events.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const row = (time: string, type: string, given: EventRow = {}): EventRow => ({
  type,
  ts: `2026-03-10 ${time}`,
  is_bot: false,
  is_internal: false,
  ...given,
});
const add = (events: EventStore, position: string, rows: EventRow[]) =>
  events.append({ cursor: 'test', position, table: 'events', rows });

/** A store as it was before a migration, with rows, sums of them and no hour that waits; then opened as it is now. */
async function storeOfBefore(migration: string, rows: EventRow[], sums: string[]): Promise<EventStore> {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-old-store-'));
  folders.push(folder);
  const open = (migrationsDir: string): EventStore =>
    createDuckDbStore({ path: join(folder, 'events.duckdb'), migrationsDir, log: createLog('silent') });
  const names = readdirSync(MIGRATIONS).filter((one) => one < migration);
  for (const name of names) cpSync(join(MIGRATIONS, name), join(folder, 'migrations', name));
  const old = open(join(folder, 'migrations'));
  await old.migrate();
  await add(old, '1', rows);
  await old.transact([...sums, 'delete from touched.events', 'delete from touched.visitors'].map((sql) => ({ sql })));
  await old.close();
  const events = open(MIGRATIONS);
  opened.push(events);
  await events.migrate();
  return events;
}

/** The columns of the sums as they were made then. */
const KEPT = 'cost_state, cost_currency, base_currency';
const summed = (table: string, columns: string, from: string): string =>
  `insert into ${table} by name select ${from === 'events' ? "date_trunc('hour', ts) as hour" : 'hour'}, type, is_bot, is_internal, ${columns}, ${KEPT},
     ${from === 'events' ? 'cost_micros is not null as has_cost, base_micros is not null as has_base, count(*)' : 'has_cost, has_base, sum(count)'} as count
     from ${from} group by all`;

test('sums of before reviews told how far they are read answer as before, by the new columns too, and beside what comes now', async () => {
  const review = { review_id: 5 };
  const seen = { listicle_id: 2, item_id: 7, position: 1 };
  const events = await storeOfBefore(
    '0007',
    [
      row('09:10:00', 'view', review),
      row('09:20:00', 'view', review),
      row('09:21:00', 'click', { ...review, offer_id: 9, network_id: 1 }),
      row('09:30:00', 'impression', seen),
    ],
    [
      summed('hours.content', 'listicle_id, review_id, item_id, position, offer_id, network_id', 'events'),
      summed('hours.reviews', 'review_id', 'hours.content'),
      // from here on only the sums know of that hour
      'delete from events',
    ],
  );
  const ask = async (dimensions: Dimension[], metrics: Metric[]) =>
    (await runReport(events, { ...FRAME, dimensions, metrics, filters: [{ dimension: 'review', values: 'any' }] })).map(
      ({ dims, sums }) => ({ ...dims, ...sums }),
    );
  expect(await ask([], ['views', 'clicks', 'impressions', 'reads'])).toEqual([
    { views: 2n, clicks: 1n, impressions: 0n, reads: 0n },
  ]);
  expect(await ask(['review', 'place', 'depth'], ['clicks', 'reads'])).toEqual([
    { review: 5, place: null, depth: null, clicks: 1n, reads: 0n },
  ]);
  expect(await sumUpHours({ eventStore: events, clock })).toBe(0);

  await add(events, '2', [
    row('11:00:00', 'view', review),
    row('11:00:20', 'read', { ...review, depth: 25 }),
    row('11:00:30', 'read', { ...review, depth: 50 }),
    row('11:00:10', 'cta_impression', { ...review, place: 'verdict' }),
    row('11:00:10', 'cta_view', review),
    row('11:01:00', 'click', { ...review, offer_id: 9, network_id: 1, place: 'verdict' }),
    row('11:02:00', 'conversion', {
      ...review,
      status: 'approved',
      delta_count: 1,
      delta_micros: '5000000',
      currency: 'USD',
    }),
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
  expect(await sumUpHours({ eventStore: events, clock })).toBe(1);
  await events.transact([{ sql: 'delete from events' }]);
  expect(await answers()).toEqual(expected);
});

test('who led visitors to a link before that was summed up is in the sums from the start', async () => {
  const from = (host: string | null, given: EventRow = {}) =>
    row('09:10:00', 'visit', { link_id: 3, referrer_host: host, ...given });
  const events = await storeOfBefore(
    '0008',
    [from('news.example'), from('news.example'), from(null), from('bots.example', { is_bot: true })],
    [],
  );
  expect(await sumUpHours({ eventStore: events, clock })).toBe(0);
  await events.transact([{ sql: 'delete from events' }]);
  const frame = { ...FRAME, filters: [{ dimension: 'link', values: [3] }] } as const;
  expect(await listReferrers(events, frame, 5)).toEqual([
    { referrer: 'news.example', visits: 2 },
    { referrer: null, visits: 1 },
  ]);
});

test('a store of before its guides were called so knows them and their people, also where only sums are left', async () => {
  const view = (time: string, visitor: number) => row(time, 'view', { listicle_id: 2, visitor });
  const events = await storeOfBefore(
    '0009',
    [view('09:10:00', 1), view('09:20:00', 1), view('10:10:00', 1), view('10:20:00', 2)],
    [
      summed('hours.content', 'listicle_id', 'events'),
      summed('hours.guides', 'listicle_id', 'hours.content'),
      `insert into hours.people by name select distinct date_trunc('hour', ts) as hour, type, visitor, listicle_id from events`,
      ...['listicle_id', 'listicle_id:any'].map(
        (scope) => `insert into hours.visitors values
          ('2026-03-10 09:00:00', 'view', '${scope}', ${scope === 'listicle_id' ? 2 : null}, null, 1),
          ('2026-03-10 10:00:00', 'view', '${scope}', ${scope === 'listicle_id' ? 2 : null}, '2026-03-10 09:00:00', 1),
          ('2026-03-10 10:00:00', 'view', '${scope}', ${scope === 'listicle_id' ? 2 : null}, null, 1)`,
      ),
      'delete from events',
    ],
  );
  const ask = async (dimensions: Dimension[]) =>
    (
      await runReport(events, {
        ...FRAME,
        dimensions,
        metrics: ['views', 'visitors'],
        filters: [{ dimension: BY_GUIDE, values: 'any' }],
      })
    ).map(({ dims, sums }) => ({ ...dims, ...sums }));
  expect(await ask([BY_GUIDE])).toEqual([{ [BY_GUIDE]: 2, views: 4n, visitors: 2n }]);
  expect(await ask([])).toEqual([{ views: 4n, visitors: 2n }]);
});

test('which sources readers came from is added to the sums of before, and again where an older release sums up', async () => {
  const came = (time: string) => row(time, 'visit', { guide_id: 2, source_id: 1 });
  const totals = summed('hours.totals', '', 'events').replaceAll(', ,', ',');
  const events = await storeOfBefore('0013', [came('09:10:00'), came('10:10:00')], [totals]);
  const ask = async () =>
    (await runReport(events, { ...FRAME, dimensions: [BY_GUIDE, 'source'], metrics: ['visits'], filters: [] })).map(
      ({ dims, sums }) => ({ ...dims, ...sums }),
    );
  const line = (visits: bigint) => [{ [BY_GUIDE]: 2, source: 1, visits }];
  expect(await ask()).toEqual(line(2n));
  expect(await sumUpHours({ eventStore: events, clock })).toBe(1);
  expect(await sumUpHours({ eventStore: events, clock })).toBe(0);

  await add(events, '2', [came('09:20:00')]);
  // as it does: it makes the tables that it knows anew, and takes the note away
  await events.transact(['delete from hours.totals', totals, 'delete from touched.events'].map((sql) => ({ sql })));
  expect(await ask()).toEqual(line(3n));
  expect(await sumUpHours({ eventStore: events, clock })).toBe(1);
  await events.transact([{ sql: 'delete from events' }]);
  expect(await ask()).toEqual(line(3n));
});
