import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { newEventId } from '../../../platform/ids.ts';
import { createDuckDbStore } from '../../../platform/server/duckdb-store.ts';
import type { EventStore } from '../../../platform/server/event-store.ts';
import { openJournal, type Journal } from '../../../platform/server/journal.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createShipper, type Shipper } from '../../events/server/service.ts';
import { buildLink } from '../../links/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { conversionsRoutes } from './routes.ts';

let t: TestApp;
let folder: string;
let eventStore: EventStore;
let journal: Journal;
let shipper: Shipper;
const now = new Date('2026-03-10T10:00:00Z');
const log = createLog('silent');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-costs-'));
  eventStore = createDuckDbStore({
    path: join(folder, 'events.duckdb'),
    log,
    migrationsDir: join(import.meta.dirname, '../../../../migrations/columnar'),
  });
  await eventStore.migrate();
  t = await testApp((route, deps) => conversionsRoutes(route, deps), { clock: () => now, eventStore });
  journal = await openJournal({ dir: join(folder, 'journal'), log });
  shipper = createShipper({ journal, db: t.deps.db, eventStore, jobs: t.deps.jobs, log, clock: t.deps.clock });
  shipper.start();
});
afterAll(async () => {
  await shipper.stop();
  await journal.close();
  await eventStore.close();
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Arrivals as the shipper brings them; a cost is what the ad's own address said. */
async function arrive(sourceId: number, count: number, given: Record<string, unknown> = {}) {
  const rows = Array.from({ length: count }, () => ({
    visit_id: newEventId(now.getTime()),
    ts: '2026-03-03T12:00:00Z',
    source_id: sourceId,
    ...given,
  }));
  await t.deps.db.withTables<Record<string, Record<string, unknown>>>().insertInto('visits').values(rows).execute();
  const costs = rows.filter((row) => 'cost_micros' in row);
  await eventStore.append({
    cursor: `visits ${rows[0]!.visit_id}`,
    position: '1',
    table: 'events',
    rows: costs.map((row) => ({
      type: 'visit',
      ts: row.ts,
      source_id: sourceId,
      is_bot: false,
      is_internal: false,
      cost_micros: String((row as Record<string, unknown>)['cost_micros']),
      cost_currency: 'USD',
    })),
  });
}
/** What the reports would add up for a source, cut by a column. */
async function costs(sourceId: number, by = "'all'"): Promise<Record<string, bigint>> {
  await shipper.drain();
  const rows = await eventStore.query<{ key: string | null; micros: string }>(
    `select ${by} as key, sum(cost_micros) as micros from events where source_id = $1 group by 1 order by 1`,
    [sourceId],
  );
  return Object.fromEntries(rows.map((row) => [String(row.key), BigInt(row.micros ?? 0)]));
}
const add = (body: object) =>
  t.call('POST', '/api/admin/costs', { date_from: '2026-03-03', date_to: '2026-03-03', ...body });

test('a cost is spread over the arrivals of its days to the last micro, and taken back as exactly', async () => {
  const source = await buildSource(t.deps);
  const link = await buildLink(t.deps);
  await arrive(source.id, 2, { country: 'DE', link_id: link.id });
  await arrive(source.id, 1, { country: 'FR', utm: JSON.stringify({ utm_campaign: 'spring' }) });
  await arrive(source.id, 5, { country: 'US', ts: '2026-03-04T00:00:00Z' });
  await arrive(source.id, 9, { country: 'XX', is_bot: true });
  const { body, status } = await add({ source_id: source.id, amount: '0.00001', currency: 'USD' });
  expect([status, body.message]).toEqual([201, 'Cost written, spread over 3 visits.']);
  expect(await costs(source.id, 'country')).toEqual({ DE: 7n, FR: 3n });
  const link7 = await add({ source_id: source.id, amount: '7', link_id: link.id, state: 'estimated' });
  expect(link7.body.data).toMatchObject({ visits: 2, state: 'estimated', link: link.name });
  const spring = await add({ source_id: source.id, amount: '2', param: 'utm_campaign', value: 'spring' });
  expect(spring.body.data).toMatchObject({ visits: 1 });
  expect(await costs(source.id, 'country')).toEqual({ DE: 7_000_007n, FR: 2_000_003n });
  for (const { id } of [body.data, link7.body.data, spring.body.data])
    expect((await t.call('POST', `/api/admin/costs/${id}/undo`)).status).toBe(200);
  expect(await costs(source.id)).toEqual({ all: 0n });
  expect((await t.call('POST', `/api/admin/costs/${body.data.id}/undo`)).status).toBe(409);
  expect((await t.call('GET', `/api/admin/costs?source_id=${source.id}`)).body).toMatchObject({ total: 3 });
});

test('a bill takes the place of what the addresses said, once; its undoing brings that back', async () => {
  const source = await buildSource(t.deps);
  await arrive(source.id, 3, { cost_micros: 250_000n, cost_currency: 'USD' });
  expect(await costs(source.id)).toEqual({ all: 750_000n });
  const bill = await add({ source_id: source.id, amount: '0.60', currency: 'USD' });
  expect(await costs(source.id)).toEqual({ all: 600_000n });
  expect((await add({ source_id: source.id, amount: '0.60', currency: 'USD' })).body).toMatchObject({
    error: 'conflict',
  });
  await t.call('POST', `/api/admin/costs/${bill.body.data.id}/undo`);
  expect(await costs(source.id)).toEqual({ all: 750_000n });
});

test('without an arrival the money stands on its first day; what cannot be is refused by name', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  const { body } = await add({ source_id: source.id, amount: '5' });
  expect(body).toMatchObject({ message: expect.stringContaining('no arrival'), data: { currency: 'EUR', visits: 0 } });
  expect(await costs(source.id)).toEqual({ all: 5_000_000n });
  expect((await add({ source_id: source.id, amount: '0.00' })).body.errors).toHaveProperty('amount');
  expect((await add({ source_id: 999_999, amount: '1' })).body.errors).toHaveProperty('source_id');
  expect((await add({ source_id: source.id, amount: '1', date_to: '2026-03-01' })).body.errors).toHaveProperty(
    'date_to',
  );
  expect((await add({ source_id: source.id, amount: '1', param: 'utm_term' })).body.errors).toHaveProperty('value');
});

test('a file of costs is all or nothing, and a dry run writes nothing', async () => {
  const source = await buildSource(t.deps, { name: 'Taboola EU' });
  await arrive(source.id, 4);
  const load = (csv: string, dry_run: boolean) => t.call('POST', '/api/admin/costs/import', { csv, dry_run });
  const good = 'Source;Date;Spend;Currency\ntaboola eu;2026-03-03;"1.234,50";USD';
  expect((await load(`${good}\nNobody;2026-03-03;1,00;USD\nTaboola EU;gestern;1,00;USD`, false)).body).toMatchObject({
    written: 0,
    rows: [
      { line: 2, ok: true },
      { line: 3, ok: false, text: 'There is no traffic source of this name.' },
      { line: 4, ok: false },
    ],
  });
  expect((await load(good, true)).body).toMatchObject({
    written: 0,
    rows: [{ ok: true, text: '1234.50 USD over 4 visits.' }],
  });
  expect(await costs(source.id)).toEqual({});
  expect((await load(good, false)).body).toMatchObject({ written: 1 });
  expect(await costs(source.id)).toEqual({ all: 1_234_500_000n });
});
