import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import type { ChildStarts } from '../../../platform/server/child-starts.ts';
import type { Room, RoomState } from '../../../platform/server/disk-room.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createLogTail } from '../../../platform/server/log-tail.ts';
import { createMeter } from '../../../platform/server/http/meter.ts';
import type { Round } from '../../../platform/server/jobs/rounds.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import type { UncountedDay } from '../../events/server/uncounted.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import type { Instance } from '../../instances/words.ts';
import type { Standing } from '../../instances/server/service.ts';
import type { HealthCheck, ServerHealth } from '../contract.ts';
import type { HealthProbes } from './money-checks.ts';
import { healthRoutes } from './routes.ts';
import { createHealth, type Health } from './service.ts';
import { tellDisk } from './disk-alerts.ts';

const SELF = { id: 'i1', living: () => instances.living.length };
const OWN = { id: 1, of: '' };
const PATH = '/api/admin/server-health';
const CALM = { waiting: 0, lagMs: 0, failures: 0, lastError: undefined, refused: 0 };

let t: TestApp;
let eventStore: EventStore;
let probes: HealthProbes;
let shipping: Awaited<ReturnType<HealthProbes['shipping']>>;
let hasCountries = true;
let offsetMs = 0;
let standing: Awaited<ReturnType<HealthProbes['eventStore']>>;
let health: Health;
let rounds: Round[] = [];
let childStarts: ChildStarts[] = [];
const meters = { redirects: createMeter(Date.now), requests: createMeter(Date.now) };
const tail = createLogTail();
const MB = 1024 * 1024;
let room: Room & { state: RoomState };
let uncounted: UncountedDay[] = [];
const disk: HealthProbes['room'] = {
  state: () => room.state,
  lowBytes: 256 * MB,
  read: () => Promise.resolve(room),
};
const living = (...numbers: number[]): Instance[] =>
  numbers.map(
    (number) =>
      ({
        number,
        id: `i${number}`,
        host: `host-${number}`,
        version: '1.0.0',
        started_at: new Date().toISOString(),
      }) as Instance,
  );
let instances: Standing = { living: living(1), silent: [] };
const book: HealthProbes['uncounted'] = {
  read: () => uncounted,
  markTold(day) {
    uncounted = uncounted.map((one) => (one.day === day.day ? { ...day, told: day.visits + day.clicks } : one));
    return Promise.resolve();
  },
};
let areRatesTold = true;
let rates: Awaited<ReturnType<HealthProbes['rates']>>;
const METRICS_TOKEN = 'scraper-0123456789abcdef';
const instance = { id: '6f0c2d7a9b1e4c53', host: 'web-1', version: '1.2.3' };

beforeAll(async () => {
  eventStore = await testEventStore();
  probes = {
    shipping: () => Promise.resolve(shipping),
    eventStore: () => Promise.resolve(standing),
    get countries() {
      return { isLoaded: hasCountries, builtAt: new Date('2026-01-01') };
    },
    meters,
    rates: () => (areRatesTold ? Promise.resolve(rates) : Promise.reject(new Error('the database does not answer'))),
    rounds: () => rounds,
    troubles: tail.read,
    childStarts: () => childStarts,
    instances: () => Promise.resolve(instances),
    room: disk,
    uncounted: book,
  };
  t = await testApp(
    (route, deps) => {
      health = createHealth(deps, probes, SELF);
      healthRoutes(route, health, probes, {
        whoIs: () => Promise.resolve(undefined),
        metricsToken: METRICS_TOKEN,
        instance,
      });
    },
    {
      eventStore,
      clock: () => new Date(Date.now() + offsetMs),
    },
  );
});
afterAll(async () => {
  await t.close();
  await eventStore.close();
});
beforeEach(() => {
  shipping = {
    lags: ['postgres', 'event_store', 'outbox'].map((name) => ({ name, ...CALM })),
    journal: {
      diskBytes: 2048,
      droppedLazy: 0,
      reserveBytes: 256 * MB,
      reserveWantedBytes: 256 * MB,
      isReserveInUse: false,
      damage: [],
      gaps: [],
    },
  };
  room = { state: 'enough', freeBytes: 20_000 * MB, totalBytes: 50_000 * MB };
  uncounted = [];
  hasCountries = true;
  standing = { state: 'whole', message: null, next_step: null };
  areRatesTold = true;
  rates = { last_day: null, problem: null, unconverted: 0 };
  offsetMs = 0;
});

const look = async (site = t): Promise<ServerHealth & { of(key: string): HealthCheck }> => {
  const { status, body } = await site.call('GET', PATH);
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
    'slow_queries',
    'connections',
    'clock',
    'migrations',
    'event_store',
    'event_store_size',
    ...((await eventStore.doubled()) === undefined ? [] : ['event_store_batches']),
    'journal',
    'journal_reserve',
    'uncounted',
    'dropped',
    'journal_damage',
    'shipping_postgres',
    'shipping_event_store',
    'shipping_outbox',
    'event_store_whole',
    'jobs',
    'dead_jobs',
    'postbacks_out',
    'postbacks_in',
    'unmatched',
    'rates',
    'redirects',
    'requests',
    'work',
    'processes',
    'countries',
    'instances',
    'disk',
    'backups',
    'memory',
    'cpu',
    'event_loop',
    'certificate',
  ]);
  expect(health.of('certificate')).toMatchObject({ status: 'fail', value: 'does not answer' });
  expect(health.of('migrations')).toMatchObject({ status: 'ok', value: 'none' });
  expect(health.of('postgres').value).toMatch(/^answers in \d+ m?s$/);
  expect(health.of('event_store_size').value).toMatch(/^[\d.]+ [kM]?B, 0 events$/);
  expect(health.of('connections')).toMatchObject({
    of: 'site',
    value: expect.stringMatching(/^\d+ of \d+ in use; the server takes 16 at most$/),
  });
  expect(health.of('disk').value).toBe('20 GB of 49 GB (40 %)');
  expect(health.of('journal')).toMatchObject({ status: 'ok', value: '2.0 kB on disk' });
});

test('processes that had to be started again are counted, with what to do', async () => {
  expect((await look()).of('processes')).toMatchObject({ status: 'ok', value: 'all run since the start' });
  const lastError = 'spawn /usr/bin/node EMFILE';
  childStarts = [{ name: 'Event store', restarts: 1, failures: 2, lastError, lastMs: performance.now() }];
  const check = (await look()).of('processes');
  expect(check).toMatchObject({
    status: 'warn',
    value: 'Event store started again once, could not be started 2 times; since the start',
  });
  expect(check.hint).toContain('too few open files for the server. It said: spawn … EMFILE');
});

test('instances that are missed are named, with what waits in their folders and what to do', async () => {
  expect((await look()).of('instances')).toMatchObject({ status: 'ok', value: '1 runs', hint: null });
  const missed = { number: 2, host: 'web-2', pid: 7, seen_at: '2026-03-06T09:58:12.000Z', unshipped_bytes: 2048n };
  instances = { living: living(1, 2), silent: [missed as Instance] };
  expect((await look()).of('instances')).toMatchObject({
    status: 'fail',
    value: '2 run; missed: instance 2 since 2026-03-06 09:58 UTC (2.0 kB not shipped)',
    hint: expect.stringContaining('npm run adopt') as string,
  });
  instances = { living: living(1), silent: [] };
});

test('the disk is judged by the share that is free and by where writers stop, and says what has stopped', async () => {
  expect((await look()).of('disk')).toMatchObject({
    status: 'ok',
    threshold: 'warns below 10 %, fails below 3 %; warns below 512 MB, fails below 256 MB',
  });
  room = { state: 'enough', freeBytes: 4000 * MB, totalBytes: 50_000 * MB };
  expect((await look()).of('disk')).toMatchObject({ status: 'warn', value: '3.9 GB of 49 GB (8.0 %)' });
  room = { state: 'low', freeBytes: 200 * MB, totalBytes: 1000 * MB };
  const low = (await look()).of('disk');
  expect(low).toMatchObject({ status: 'fail', value: '200 MB of 1000 MB (20 %)' });
  expect(low.hint).toContain('uploads, pictures and imports have stopped');
  room = { state: 'none', freeBytes: 0, totalBytes: 50_000 * MB };
  const none = (await look()).of('disk');
  expect(none).toMatchObject({ status: 'fail', value: '0 B of 49 GB (0.0 %)' });
  expect(none.hint).toContain('nothing is saved any more');
});

test('what is left of the room for visits and clicks is told while it is used', async () => {
  expect((await look()).of('journal_reserve')).toMatchObject({ status: 'ok', value: '256 MB of 256 MB ready' });
  shipping.journal.reserveBytes = 32 * MB;
  expect((await look()).of('journal_reserve').status).toBe('ok');
  shipping.journal.isReserveInUse = true;
  expect((await look()).of('journal_reserve')).toMatchObject({ status: 'fail', value: '32 MB of 256 MB ready' });
});

test('what could not be recorded is told in numbers, fails while it is news, and is told to people once', async () => {
  expect((await look()).of('uncounted')).toMatchObject({ status: 'ok', value: 'none' });
  const day = new Date().toISOString().slice(0, 10);
  uncounted = [{ day, visits: 861, clicks: 1543, told: 0 }];
  const found = (await look()).of('uncounted');
  expect(found).toMatchObject({ status: 'fail', value: `861 visits and 1,543 clicks on ${day} (UTC)` });
  expect(found.hint).toContain('Make room');
  const alerts = async () =>
    (await listAlerts(t.deps, AlertQuery.parse({ kind: 'not_recorded' }))).data.map(({ message, count }) => ({
      message,
      count,
    }));
  const told = (clicks: string) =>
    expect.stringContaining(`861 visits and ${clicks} clicks on ${day} (UTC) were let through`);
  const tell = () => tellDisk(t.deps, { ...probes, room: disk, uncounted: book }, OWN);
  await tell();
  await tell();
  expect(await alerts()).toEqual([{ message: told('1,543'), count: 1 }]);
  uncounted = [{ ...uncounted[0]!, clicks: 1544 }];
  await tell();
  expect(await alerts()).toEqual([{ message: told('1,544'), count: 2 }]);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  uncounted = [{ ...uncounted[0]!, day: daysAgo(4) }];
  expect((await look()).of('uncounted').status).toBe('warn');
  uncounted = [{ ...uncounted[0]!, day: daysAgo(12) }];
  expect((await look()).of('uncounted')).toMatchObject({ status: 'ok' });
});

test('a disk that is nearly full raises an alert that closes by itself', async () => {
  const open = async () =>
    (await listAlerts(t.deps, AlertQuery.parse({ kind: 'disk_low', state: 'open' }))).data.map((one) => one.severity);
  const tell = (state: RoomState) => tellDisk(t.deps, { ...probes, room: { ...disk, state: () => state } }, OWN);
  await tell('low');
  expect(await open()).toEqual(['warning']);
  await tell('none');
  expect(await open()).toEqual(['critical']);
  await tell('enough');
  expect(await open()).toEqual([]);
});

test('each instance tells of its own disk; what one told that does not run any more is closed', async () => {
  const open = async () =>
    (await listAlerts(t.deps, AlertQuery.parse({ kind: 'disk_low', state: 'open' }))).data.map(
      (one) => one.subject_name,
    );
  const tell = (number: number, state: RoomState) =>
    tellDisk(
      t.deps,
      { ...probes, room: { ...disk, state: () => state } },
      { id: number, of: ` of instance ${number}` },
    );
  instances = { living: living(1, 2), silent: [] };
  await tell(2, 'low');
  await tell(1, 'enough');
  expect(await open()).toEqual(['The disk of the data folder of instance 2']);
  instances = { living: living(1), silent: [] };
  await tell(1, 'enough');
  expect(await open()).toEqual([]);
  const { data } = await listAlerts(t.deps, AlertQuery.parse({ kind: 'disk_low' }));
  expect(data[0]).toMatchObject({ subject_name: 'The disk of the data folder of instance 2', count: 1 });
});

test('a journal that was stepped over, cut or removed says how much, where, and what to do', async () => {
  expect((await look()).of('journal_damage')).toMatchObject({ status: 'ok', value: 'none since the start' });
  shipping.journal.damage = [
    { position: '5:1234', bytes: 700, events: 2 },
    { position: '5:9000', bytes: 12, events: 0 },
  ];
  const check = (await look()).of('journal_damage');
  expect(check).toMatchObject({
    status: 'fail',
    value: 'at least 2 events were stepped over (712 B; segment 5 at byte 1,234, segment 5 at byte 9,000)',
  });
  expect(check.hint).toContain('Keep a copy of the journal folder');
  shipping.journal.damage = [];
  shipping.journal.gaps = [{ store: 'postgres', kind: 'cut', stored: '3:900', journal: '3:100' }];
  expect((await look()).of('journal_damage').value).toBe(
    'it ends at 3:100, and had been written up to 3:900 (800 B): it was cut or is an older copy, and what was not shipped of that is gone',
  );
  shipping.journal.gaps = [{ store: 'postgres', kind: 'replaced', stored: '2026-03-01T10:00:30.000Z', journal: '1:0' }];
  expect((await look()).of('journal_damage').value).toContain('removed or replaced after 2026-03-01 10:00 UTC');
});

test('a store of the reports that is not whole says so, with the next step', async () => {
  expect((await look()).of('event_store_whole')).toMatchObject({ status: 'ok', hint: null });
  standing = { state: 'filling', message: 'The event store was lost.', next_step: 'Wait.' };
  expect((await look()).of('event_store_whole')).toMatchObject({
    status: 'fail',
    value: standing.message,
    hint: 'Wait.',
  });
  standing = { ...standing, state: 'incomplete' };
  expect((await look()).of('event_store_whole')).toMatchObject({ status: 'warn' });
});

test('no check names a version, path, address or variable', async () => {
  shipping.lags = [
    {
      ...shipping.lags[0]!,
      failures: 1,
      lastError: 'connect to postgres://ann:canary@db.internal:5432/main failed; see /var/lib/canary/log',
    },
  ];
  const { body } = await t.call('GET', PATH);
  const text = JSON.stringify(body.data.checks.map(withoutSince));
  for (const secret of ['canary', tmpdir(), t.deps.config.dataDir, process.version, process.cwd(), 'DATA_DIR']) {
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

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test.each([
  ['no money that needs one', {}, 'ok', 'none, and none is needed'],
  ['rates of the week', { last_day: daysAgo(3) }, 'ok', `up to ${daysAgo(3)}; 0 conversions have no rate`],
  ['rates of last month', { last_day: daysAgo(30) }, 'warn', `up to ${daysAgo(30)}; 0 conversions have no rate`],
  ['money without any rate', { unconverted: 1200 }, 'warn', 'none; 1,200 conversions have no rate'],
  ['a broken file', { problem: 'Line 3 is no day.' }, 'fail', 'Line 3 is no day.'],
])('exchange rates: %s', async (_name, given, status, value) => {
  rates = { ...rates, ...given };
  const check = (await look()).of('rates');
  expect(check).toMatchObject({ status, value });
  expect(check.hint === null).toBe(status === 'ok');
});

test('rates that the database does not tell are one check that fails, and the rest is told', async () => {
  areRatesTold = false;
  const health = await look();
  expect(health.of('rates')).toMatchObject({ status: 'fail', hint: 'The exchange rates could not be read.' });
  expect(health.of('clock')).toMatchObject({ status: 'ok' });
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
  expect(health.of('postbacks_out').value).toMatch(/^1 waiting; /);
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
  expect(health.of('postbacks_in')).toMatchObject({
    status: 'warn',
    value: '2 in the last hour, 0 in the same hour a week ago; 1 not judged yet',
  });
  expect(health.of('unmatched')).toMatchObject({ status: 'warn', value: '40 % (2 of 5) in 24 h' });
});

test('what redirects took is told for the hour and the day, and failures are judged', async () => {
  expect((await look()).of('redirects')).toMatchObject({
    status: 'ok',
    value: '1 h: none, 0 failed; 24 h: none, 0 failed',
  });
  for (let n = 0; n < 100; n += 1) meters.redirects.record(2, n === 0);
  const check = (await look()).of('redirects');
  expect(check).toMatchObject({ status: 'warn' });
  expect(check.value).toMatch(/^1 h: 100 \(p50 2 ms, p95 2 ms, p99 2 ms\), 1 failed; 24 h: 100 /);
});

test('work that failed, or did not come for three periods, is named', async () => {
  const build = (name: string, facts: Partial<Round>): Round => ({
    name,
    periodMs: 60_000,
    isElsewhere: false,
    lastAt: new Date(),
    tookMs: 12.4,
    nextAt: new Date(),
    error: undefined,
    ...facts,
  });
  rounds = [build('emptying the trash', {})];
  expect((await look()).of('work')).toMatchObject({ status: 'ok', value: '1 kinds, all in time' });
  rounds.push(build('sweeping', { error: 'no room at /var/lib/canary' }));
  rounds.push(build('sampling', { lastAt: new Date(Date.now() - 200_000) }));
  const seen = await look();
  expect(seen.of('work')).toMatchObject({ status: 'warn', value: 'sweeping, sampling' });
  expect(seen.work[0]).toMatchObject({ name: 'emptying the trash', period_s: 60, took_ms: 12, error: null });
  expect(seen.work[1]!.error).toBe('no room at …');
  rounds = [];
});

test('the last warnings and errors are shown, newest first, with the id of their request', async () => {
  const log = createLog('info', { write: () => undefined }, tail);
  log.info('all is well');
  log.warn('a connection broke');
  log.child({ reqId: 'abc123' }).error({ err: new Error('the disk of /srv/canary is full') }, 'a request failed');
  expect((await look()).troubles).toMatchObject([
    { level: 'error', message: 'a request failed', error: 'the disk of … is full', request_id: 'abc123' },
    { level: 'warn', message: 'a connection broke', error: null, request_id: null },
  ]);
});

test('the figures of a day are kept, across a new start, and drawn by quarters of an hour', async () => {
  await health.sample();
  offsetMs = 30 * 60_000;
  await health.sample();
  const line = (await look()).of('disk').history;
  expect(line).toHaveLength(96);
  expect(line.slice(-3)).toEqual([expect.any(Number), null, expect.any(Number)]);
  offsetMs = 25 * 3_600_000;
  await health.sample();
  const { checks } = await health.check();
  const disk = checks.find((check) => check.key === 'disk')!;
  expect(disk.history.filter((figure) => figure !== null)).toHaveLength(1);
});

test('metrics open for the scraper and for nobody else', async () => {
  const scrape = (authorization?: string) =>
    t.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
  for (const wrong of [undefined, 'Bearer nope', `Bearer ${METRICS_TOKEN}x`, `Basic ${METRICS_TOKEN}`]) {
    expect((await scrape(wrong)).statusCode, wrong).toBe(401);
  }
  const reply = await scrape(`Bearer ${METRICS_TOKEN}`);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const own = `instance="${instance.id}"`;
  expect(reply.body).toContain(`guidepost_redirect_duration_seconds_bucket{le="+Inf",${own}} `);
  expect(reply.body).toContain(`guidepost_check{check="disk",${own}} 40\n`);
  expect(reply.body).toContain(`guidepost_check_status{check="disk",${own}} 0\n`);
  expect(reply.body).toContain(`guidepost_check_status{check="certificate",${own}} 2\n`);
  expect(reply.body).toContain(`guidepost_instance_info{host="web-1",version="1.2.3",${own}} 1\n`);
  // which program of several answered, on each line
  for (const line of reply.body.split('\n').filter((one) => one !== '' && !one.startsWith('#')))
    expect(line).toMatch(/^guidepost_\w+\{(\w+="[^"]*",)*instance="6f0c2d7a9b1e4c53"\} -?[\d.e+-]+$/);
});

test('a store that is gone is one failed check, and the page still comes', async () => {
  const gone = await testEventStore();
  await gone.close();
  const site = await testApp(
    (route, deps) =>
      healthRoutes(route, createHealth(deps, probes, SELF), probes, {
        whoIs: () => Promise.resolve(undefined),
        metricsToken: METRICS_TOKEN,
        instance,
      }),
    { eventStore: gone },
  );
  const health = await look(site);
  expect(health.of('event_store')).toMatchObject({ status: 'fail', value: 'does not answer' });
  expect(health.of('event_store').hint).toContain('What comes in waits in the click journal');
  expect(health.of('postgres').status).not.toBe('fail');
  await site.close();
});

test('with several instances each is shown as it told itself, and what is of the whole site is told once', async () => {
  const full = { lags: shipping.lags, journal: { ...shipping.journal, diskBytes: 5000 * MB } };
  const second = createHealth(
    t.deps,
    { ...probes, shipping: () => Promise.resolve(full) },
    {
      id: 'i2',
      living: () => 2,
    },
  );
  expect(await look()).toMatchObject({ instance: 1, instances: [{ number: 1, host: 'host-1', told_s: 0 }] });
  instances = { living: living(1, 2), silent: [] };
  const of = async (number: number) => (await t.call('GET', `${PATH}?instance=${number}`)).body.data as ServerHealth;
  const keys = (health: ServerHealth, scope: 'site' | 'instance') =>
    health.checks.flatMap(({ key, of: whose }) => (whose === scope ? key : []));

  const untold = await of(2);
  expect(untold.instances).toMatchObject([
    { number: 1, told_s: 0 },
    { number: 2, host: 'host-2', status: null, told_s: null },
  ]);
  expect([untold.instance, untold.work, keys(untold, 'instance')]).toEqual([2, [], ['report']]);

  await second.tell();
  await second.sample();
  const told = await of(2);
  expect(told.instances[1]).toMatchObject({ number: 2, status: 'fail', told_s: expect.any(Number) });
  expect(told.status).toBe('fail');
  const byKey = (health: ServerHealth, key: string) => health.checks.find((one) => one.key === key)!;
  expect(byKey(told, 'journal')).toMatchObject({ status: 'fail', value: '4.9 GB on disk', of: 'instance' });
  expect(byKey(told, 'report')).toMatchObject({ status: 'ok', of: 'instance' });
  const own = await look();
  expect(byKey(own, 'journal')).toMatchObject({ status: 'ok', value: '2.0 kB on disk' });
  expect(keys(told, 'site').toSorted()).toEqual(keys(own, 'site').toSorted());
  expect(new Set(keys(told, 'site')).size).toBe(keys(told, 'site').length);
  // each has samples of its own
  const last = (health: ServerHealth) => byKey(health, 'journal').history.at(-1);
  expect(last(await of(2))).toBe(5000 * MB);
  expect(last(own)).not.toBe(5000 * MB);

  await t.deps.db
    .withTables<{ instance_reports: { told_at: unknown } }>()
    .updateTable('instance_reports')
    .set({ told_at: sql`now() - interval '2 minutes'` })
    .execute();
  expect(byKey(await of(2), 'report')).toMatchObject({ status: 'warn', value: 'told 2 min ago' });

  expect((await t.call('GET', `${PATH}?instance=3`)).status).toBe(404);
  expect((await t.call('GET', `${PATH}?instance=two`)).status).toBe(400);
  instances = { living: living(1), silent: [] };
});

test('one that runs alone writes no report', async () => {
  await t.deps.db.withTables<{ instance_reports: object }>().deleteFrom('instance_reports').execute();
  await health.tell();
  expect(await sql`select 1 from instance_reports`.execute(t.deps.db)).toMatchObject({ rows: [] });
});

test('a site that was brought back says that nothing goes out, until somebody has decided', async () => {
  expect((await look()).of('sending')).toBeUndefined();
  await sql`insert into sending_hold (backup, instant, restored_at) values ('b', '2026-03-01T10:00:00Z', now())`.execute(
    t.deps.db,
  );
  expect((await look()).of('sending')).toMatchObject({
    status: 'warn',
    of: 'site',
    value: 'on hold since the site was brought back from a backup of 2026-03-01 10:00 UTC',
    hint: 'An administrator decides at the top of this page whether what waits is sent.',
  });
  await sql`update sending_hold set ended_at = now(), outcome = 'released'`.execute(t.deps.db);
  expect((await look()).of('sending')).toBeUndefined();
});
