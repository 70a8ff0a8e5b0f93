import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type Admin } from '../journey/http.ts';
import { testDb, type TestDb } from '../support/db.ts';
import { takeDescriptors } from '../support/descriptors.ts';
import { signalEventStore } from '../support/event-store.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * The event store is taken away, damaged, and cannot be started, while readers come in and a client of its own writes down what it was
 * answered. Seen red: screens at 0 beside what the database held, reports at 500 for ever, and Server Health green.
 */

const CLICKS = sampleSize('PROVE_BAD_NIGHTS_CLICKS', 60);
const CONNECTIONS = 4;
const LIMIT_MS = 90_000;

type Made<T = object> = { data: T & { id: number } };
type Standing = { data: { state: string; message: string | null; next_step: string | null } };
type Health = { data: { checks: { key: string; status: string; value: string; hint: string | null }[] } };

let server: TestServer;
let admin: Admin;
let database: TestDb;
let folder: string;
let load: ChildProcess;
const closers: (() => unknown)[] = [];

const lines = (name: string): string[][] => {
  const path = join(folder, name);
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  return text === '' ? [] : text.split('\n').map((line) => line.split(' '));
};

async function poll<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (const until = Date.now() + LIMIT_MS; ; await sleep(200)) {
    const last = await read().catch(() => undefined);
    if (last !== undefined && isRight(last)) return last;
    if (Date.now() > until) throw new Error(`It never came: ${JSON.stringify(last)}\n${server.output().slice(-2000)}`);
  }
}

const standing = async () => (await admin.get<Standing>('/admin/event-store')).data;
const check = async (key: string) =>
  (await admin.get<Health>('/admin/server-health')).data.checks.find((one) => one.key === key)!;
const grown = async (by: number) => {
  const from = lines('acked-clicks').length;
  await poll(
    () => Promise.resolve(lines('acked-clicks').length),
    (count) => count >= from + by,
  );
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-nights-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  database = await testDb();
  closers.push(() => database.close());
  server = await startServer({ env: { DATABASE_URL: database.url, SAMPLE: 'off', LOG_LEVEL: 'warn' } });
  closers.push(() => server.stop());
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
    name: 'ClickBank',
    template_key: 'clickbank',
  });
  const offer = await admin.post<Made>('/admin/offers', {
    name: 'Shop',
    url: 'https://shop.example/',
    network_id: network.data.id,
  });
  const guide = await admin.post<Made>('/admin/listicles', { title: 'A guide' });
  const product = { offer_id: offer.data.id, pros: ['Cheap'], cons: ['Plain'] };
  const item = await admin.post<Made>(`/admin/listicles/${guide.data.id}/items`, product);
  const link = await admin.post<Made>('/admin/tracking-links', { name: 'Link', slug: 'to-shop', fallback_url: '/' });
  const destination = { type: 'offer', target_id: offer.data.id, weight: 1 };
  await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, destination);
  await server.restart('database');
  const paths = ['/go/to-shop', `/out/${item.data.id}`, new URL(network.data.postback_url).pathname];
  load = spawn(
    process.execPath,
    [join(import.meta.dirname, 'load.mjs'), server.url, folder, String(CONNECTIONS), ...paths, 'tid'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  closers.push(() => load.kill('SIGKILL'));
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test(
  'what was answered is counted once, screens equal the database, and each fault is told with its next step',
  async () => {
    const file = join(server.dataDir, 'events.duckdb');
    await grown(CLICKS);
    await poll(standing, ({ state }) => state === 'whole');
    // long enough for the mark to be noted
    await sleep(6000);
    rmSync(file);
    const lost = await poll(standing, ({ message }) => message !== null);
    await grown(CLICKS);
    await poll(standing, ({ state }) => state === 'whole' || state === 'incomplete');
    truncateSync(file, 6000);
    signalEventStore(server.dataDir, 'SIGKILL');
    const damaged = await poll(standing, ({ message }) => message?.includes('damaged') === true);
    await grown(CLICKS);
    await poll(standing, ({ state }) => state === 'whole' || state === 'incomplete');
    const { pid } = JSON.parse(readFileSync(join(server.dataDir, 'lock'), 'utf8')) as { pid: number };
    const giveBack = takeDescriptors(pid);
    signalEventStore(server.dataDir, 'SIGKILL');
    await sleep(2500);
    giveBack();
    const started = await poll(
      () => check('processes'),
      ({ status }) => status !== 'ok',
    );
    await poll(
      () => check('event_store'),
      ({ status }) => status !== 'fail',
    );
    await grown(CLICKS);
    load.kill('SIGTERM');
    await once(load, 'exit');

    const acked = new Set(lines('acked-clicks').map(([, id]) => id!));
    const rows = async (sql: string) => (await database.pool.query<Record<string, string>>(sql)).rows;
    const isShipped = async () => (await rows('select click_id from clicks')).map((row) => row['click_id']!);
    const stored = await poll(isShipped, (ids) => [...acked].every((id) => ids.includes(id)));
    const equal = await poll(
      async () => {
        const [sums] = await rows(
          `select (select count(*) from clicks where not is_bot) as clicks, count(*) as conversions, sum(payout_micros)::text as micros
           from conversions where status in ('pending', 'approved') and attribution <> 'orphan' and voided_at is null and not_counted is null`,
        );
        const { totals } = await admin.get<{
          totals: { clicks: number; conversions: number; revenue_expected: string };
        }>('/admin/stats/offers');
        const screen = [totals.clicks, totals.conversions, Number(totals.revenue_expected)];
        const held = [Number(sums!['clicks']), Number(sums!['conversions']), Number(sums!['micros']) / 1e6];
        return { screen, held };
      },
      ({ screen, held }) => String(screen) === String(held),
    );
    printFigures('bad nights', { acked: acked.size, stored: stored.length, conversions: equal.held[1]! });
    expect(new Set(stored).size).toBe(stored.length);
    expect(lost.next_step).toContain('Wait until it is done');
    expect(damaged.message).toMatch(/set aside as events\.duckdb\.damaged-/);
    expect(started.value).toContain('Event store');
    expect(started.hint).toContain('started again by itself');
  },
  300_000 + CLICKS * 100,
);
