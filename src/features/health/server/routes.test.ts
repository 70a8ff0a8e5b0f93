import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { createDuckDbStore } from '../../../platform/server/duckdb-store.ts';
import type { EventStore } from '../../../platform/server/event-store.ts';
import { createLog } from '../../../platform/server/log.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import type { HealthCheck, ServerHealth } from '../contract.ts';
import type { HealthProbes } from './money-looks.ts';
import { healthRoutes } from './routes.ts';

const PATH = '/api/admin/server-health';
const CALM = { waiting: 0, lagMs: 0, failures: 0, lastError: undefined, refused: 0 };

let t: TestApp;
let folder: string;
let eventStore: EventStore;
let shipping: Awaited<ReturnType<HealthProbes['shipping']>>;
let hasCountries = true;
let offsetMs = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-health-'));
  eventStore = createDuckDbStore({
    path: join(folder, 'events.duckdb'),
    migrationsDir: join(import.meta.dirname, '../../../../migrations/columnar'),
    log: createLog('silent'),
  });
  await eventStore.migrate();
  const probes: HealthProbes = {
    shipping: () => Promise.resolve(shipping),
    get hasCountries() {
      return hasCountries;
    },
  };
  t = await testApp((route, deps) => healthRoutes(route, deps, probes), {
    eventStore,
    clock: () => new Date(Date.now() + offsetMs),
  });
});
afterAll(async () => {
  await t.close();
  await eventStore.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  shipping = {
    lags: ['postgres', 'event_store', 'outbox'].map((name) => ({ name, ...CALM })),
    journal: { diskBytes: 2048, droppedLazy: 0 },
  };
  hasCountries = true;
  offsetMs = 0;
});

const look = async (): Promise<ServerHealth & { of(key: string): HealthCheck }> => {
  const { status, body } = await t.call('GET', PATH);
  expect(status).toBe(200);
  const data = body.data as ServerHealth;
  return { ...data, of: (key) => data.checks.find((check) => check.key === key)! };
};

test('a guest learns nothing', async () => {
  expect((await t.guest('GET', PATH)).status).toBe(401);
});

test('every part of the server is looked at', async () => {
  const health = await look();
  expect(health.checks.map((check) => check.key)).toEqual([
    'postgres',
    'postgres_size',
    'clock',
    'migrations',
    'event_store',
    'event_store_size',
    'journal',
    'dropped',
    'shipping_postgres',
    'shipping_event_store',
    'shipping_outbox',
    'jobs',
    'dead_jobs',
    'postbacks_out',
    'postbacks_in',
    'unmatched',
    'countries',
    'disk',
    'memory',
    'event_loop',
  ]);
  expect(health.of('migrations')).toMatchObject({ status: 'ok', value: 'none' });
  expect(health.of('postgres').value).toMatch(/^answers in \d+ m?s$/);
  expect(health.of('event_store_size').value).toMatch(/^[\d.]+ [kM]?B, 0 events$/);
  expect(health.of('disk').value).toMatch(/ of .* \(\d+ %\)$/);
  expect(health.of('journal')).toMatchObject({ status: 'ok', value: '2.0 kB on disk' });
});

test('the answer names no version, path, address or variable', async () => {
  shipping.lags = [
    {
      ...shipping.lags[0]!,
      failures: 1,
      lastError: 'connect to postgres://ann:canary@db.internal:5432/main failed; see /var/lib/canary/log',
    },
  ];
  const { body } = await t.call('GET', PATH);
  const text = JSON.stringify({ ...body.data, generated_at: '', checks: body.data.checks.map(withoutSince) });
  for (const secret of ['canary', folder, t.deps.config.dataDir, process.version, process.cwd(), 'DATA_DIR']) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/\d+\.\d+\.\d+/);
});
const withoutSince = ({ since: _since, ...rest }: HealthCheck) => rest;

test('missing country data fails, and with it the whole', async () => {
  hasCountries = false;
  const health = await look();
  expect(health.of('countries')).toMatchObject({ status: 'fail', value: 'missing' });
  expect(health.of('countries').hint).toContain('Rules by country');
  expect(health.status).toBe('fail');
});

test('a check says since when it is what it is', async () => {
  await look();
  shipping.journal.droppedLazy = 3;
  const first = await look();
  expect(first.of('dropped')).toMatchObject({ status: 'warn', value: '3 since the start', threshold: 'warns above 0' });
  expect(first.of('dropped').since).toBe(first.generated_at);
  const second = await look();
  expect(second.of('dropped').since).toBe(first.generated_at);
  expect(second.of('countries').status).toBe('ok');
});

test.each([
  ['a store that is behind', { waiting: 5000, lagMs: 20_000 }, 'warn', '4.9 kB waiting, 20 s behind'],
  ['a store that is far behind', { waiting: 5000, lagMs: 600_000 }, 'fail', '4.9 kB waiting, 10 min behind'],
  ['a store that fails', { failures: 2, lastError: 'disk full' }, 'warn', '0 B waiting, 2 failed tries'],
  ['a store that refuses records', { refused: 1 }, 'warn', '0 B waiting, 1 refused for good'],
  ['a store that cannot tell', { waiting: undefined, lagMs: undefined }, 'fail', 'does not answer'],
])('%s is seen', async (_name, lag, status, value) => {
  shipping.lags = [{ name: 'event_store', ...CALM, ...lag }];
  const check = (await look()).of('shipping_event_store');
  expect(check).toMatchObject({ status, value });
  if ('lastError' in lag) expect(check.hint).toContain('It said: disk full');
});

test('a clock that is off is seen', async () => {
  offsetMs = 90_000;
  expect((await look()).of('clock')).toMatchObject({ status: 'fail', value: '90 s apart from the database' });
});

test('jobs that wait too long and jobs that were given up are seen', async () => {
  await sql`select graphile_worker.add_job('postback_out', '{}', run_at := now() - interval '3 minutes')`.execute(
    t.deps.db,
  );
  await sql`select graphile_worker.add_job('other', '{}', run_at := now() + interval '3 hours')`.execute(t.deps.db);
  await sql`select graphile_worker.add_job('broken', '{}', max_attempts := 1)`.execute(t.deps.db);
  await sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`.execute(t.deps.db);
  const health = await look();
  expect(health.of('jobs')).toMatchObject({ status: 'warn', value: '1 due, the oldest for 3 min, 1 for later' });
  expect(health.of('dead_jobs')).toMatchObject({ status: 'warn', value: '1' });
  expect(health.of('postbacks_out').value).toBe('1 waiting; 0 sent and 0 failed in 24 h');
});

test('postbacks and conversions are counted, demo rows and old ones are not', async () => {
  const network = await buildNetwork(t.deps);
  const log = (direction: string, state: string, minutesAgo: number, isDemo = false) =>
    sql`insert into postback_logs (direction, method, url_masked, state, is_demo, created_at)
      values (${direction}, 'GET', '', ${state}, ${isDemo}, now() - make_interval(mins => ${minutesAgo}))`.execute(
      t.deps.db,
    );
  for (let n = 0; n < 8; n += 1) await log('out', n < 6 ? 'sent' : 'failed', 90);
  await log('out', 'failed', 60 * 25);
  await log('out', 'failed', 5, true);
  await log('in', 'done', 5);
  await log('in', 'received', 30);
  await log('in', 'done', 90);
  for (const [key, attribution] of ['matched', 'matched', 'matched', 'orphan', 'orphan'].entries()) {
    await sql`insert into conversions (network_id, click_key, event_type, status, payout_micros, payout_currency,
        attribution, occurred_at)
      values (${network.id}, ${String(key)}, 'sale', 'approved', 1, 'USD', ${attribution}, now())`.execute(t.deps.db);
  }
  const health = await look();
  expect(health.of('postbacks_out')).toMatchObject({
    status: 'warn',
    threshold: 'warns above 5 % failed, fails above 50 % failed',
  });
  expect(health.of('postbacks_out').value).toContain('6 sent and 2 failed in 24 h');
  expect(health.of('postbacks_in')).toMatchObject({ status: 'warn', value: '2 in the last hour, 1 not judged yet' });
  expect(health.of('unmatched')).toMatchObject({ status: 'warn', value: '40 % (2 of 5) in 24 h' });
});

test('a store that is gone is one failed check, and the page still comes', async () => {
  await eventStore.close();
  const health = await look();
  expect(health.of('event_store')).toMatchObject({ status: 'fail', value: 'does not answer' });
  expect(health.of('event_store').hint).toContain('the click journal keeps the events');
  expect(health.of('postgres').status).not.toBe('fail');
});
