import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { signalEventStore } from '../support/event-store.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * The small sample of P21: both stores are gone, readers keep coming, and the program is even started anew meanwhile. Seen red: a
 * shipper without cursors in the stores (clicks twice), a start that waits for the database (no redirect).
 */

const SECONDS = sampleSize('PROVE_OUTAGE_SECONDS', 4);
const CONNECTIONS = 8;
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

type Answer = { status: number; type: string; text: string; location: string };
type Readers = { redirects: number[]; pages: number[]; clickIds: string[] };

let folder: string;
let postgres: EmbeddedPostgres;
let server: TestServer;
let admin: Admin;
let ways: { link: string; item: string; shut: string; guide: string; postback: string };
const clickIds: string[] = [];
const closers: (() => unknown)[] = [];

const log = pino({ level: 'silent' });
const startDatabase = () => startPostgres({ dataDir: folder, log });

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const reply = await fetch(server.url + path, {
    redirect: 'manual',
    headers: { 'user-agent': BROWSER, accept: 'text/html', ...headers },
  });
  return {
    status: reply.status,
    type: reply.headers.get('content-type') ?? '',
    text: await reply.text(),
    location: reply.headers.get('location') ?? '',
  };
}

async function sql<T>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

/** Ends the process of the event store, as often as it comes back. */
function keepEventStoreDown(): () => void {
  const kill = (): void => signalEventStore(server.dataDir, 'SIGKILL');
  const timer = setInterval(kill, 100);
  kill();
  return () => clearInterval(timer);
}

/** Readers who open the link, the product and the guide, one after the other on each connection. */
async function readFor(seconds: number): Promise<Readers> {
  const seen: Readers = { redirects: [], pages: [], clickIds: [] };
  const until = performance.now() + seconds * 1000;
  const reader = async (): Promise<void> => {
    while (performance.now() < until) {
      const out = await get(ways.item);
      seen.redirects.push((await get(ways.link)).status, out.status);
      const id = new URL(out.location, server.url).searchParams.get('subid');
      if (id) seen.clickIds.push(id);
      seen.pages.push((await get(ways.guide)).status);
      // readers, not a load test
      await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, reader));
  clickIds.push(...seen.clickIds);
  return seen;
}

const share = (statuses: number[], wanted: number): number =>
  statuses.filter((status) => status === wanted).length / statuses.length;

async function poll<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  let last = await read();
  for (const until = Date.now() + 20_000; Date.now() < until && !isRight(last); await sleep(50)) last = await read();
  return last;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-outage-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  postgres = await startDatabase();
  closers.push(() => postgres.stop());
  server = await startServer({ env: { DATABASE_URL: postgres.url } });
  closers.push(() => server.stop());
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const guides = await admin.get<{ data: { id: number }[] }>('/admin/listicles');
  const guide = guides.data[0]!.id;
  const { data: items } = await admin.get<{ data: { id: number; offer_id: number }[] }>(
    `/admin/listicles/${guide}/items`,
  );
  const last = items.at(-1)!;
  await admin.put(`/admin/offers/${last.offer_id}`, { devices_allowed: ['mobile'] });
  const { data: networks } = await admin.get<{ data: { postback_url: string }[] }>('/admin/affiliate-networks');
  ways = {
    link: '/go/sample-ad',
    item: `/out/${items[0]!.id}`,
    shut: `/out/${last.id}`,
    guide: `/listicles/${guide}`,
    postback: new URL(networks[0]!.postback_url).pathname,
  };
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test(
  'with both stores gone, redirects and the pages in memory go on; everything else says so',
  async () => {
    const before = await readFor(1);
    expect(before.clickIds.length).toBeGreaterThan(0);
    // what a write changed is on disk within seconds, and this is about a site that nobody edits at that moment
    await poll(
      async () => readFileSync(join(server.dataDir, 'routing.json'), 'utf8'),
      (text) => text.includes('"mobile"'),
    );
    await postgres.stop();
    const stopKilling = keepEventStoreDown();
    const seen = await readFor(SECONDS);
    expect(share(seen.redirects, 302)).toBe(1);
    expect(share(seen.pages, 200)).toBe(1);
    expect(seen.clickIds.length).toBe(seen.redirects.length / 2);

    const shut = await get(ways.shut);
    expect(shut).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
    expect(shut.text).toContain('This offer works on phones only.');
    expect(shut.text).toContain(`href="${ways.item}?v=`);

    const page = await get('/about');
    expect(page).toMatchObject({ status: 503, type: 'text/html; charset=utf-8' });
    expect(page.text).toContain('We will be right back');
    const call = await get('/api/admin/offers', { authorization: `Bearer ${'x'.repeat(43)}` });
    expect(call.status).toBe(503);
    expect(JSON.parse(call.text)).toMatchObject({
      error: 'unavailable',
      message: 'The database does not answer. Try again in a moment.',
    });
    expect((await get(`${ways.postback}?click_id=${clickIds[0]}&payout=1&txid=t1`)).status).toBe(503);
    expect((await get('/readyz')).status).toBe(503);
    printFigures('P21', {
      seconds: SECONDS,
      redirects: seen.redirects.length,
      redirects_302: share(seen.redirects, 302),
      pages: seen.pages.length,
      pages_200: share(seen.pages, 200),
    });

    await server.kill9();
    const startedMs = performance.now();
    await server.restart('listening');
    expect((await get(ways.link)).status).toBe(302);
    expect((await get(ways.shut)).text).toContain('This offer works on phones only.');
    printFigures('P21', { first_redirect_ms: Math.round(performance.now() - startedMs) });
    const anew = await readFor(1);
    expect(share(anew.redirects, 302)).toBe(1);
    // after this start nothing lies in memory
    expect(share(anew.pages, 503)).toBe(1);
    stopKilling();
  },
  120_000 + SECONDS * 1000,
);

test('when the stores come back, every click is in both of them once, and the pages are there again', async () => {
  const backMs = performance.now();
  postgres = await startDatabase();
  const stored = () => sql<{ click_id: string }>('select click_id from clicks');
  const clicks = await poll(
    () => stored().catch(() => []),
    (rows) => rows.length >= clickIds.length,
  );
  const caughtUpMs = performance.now() - backMs;
  const ids = new Set(clicks.map((row) => row.click_id));
  expect(ids).toEqual(new Set(clickIds));
  expect(clicks.length).toBe(clickIds.length);
  const [visits] = await sql<{ n: number }>('select count(*)::int as n from visits');
  const totals = await poll(
    () => admin.get<{ totals: { clicks: number; visits: number } }>('/admin/stats/offers').catch(() => undefined),
    (reply) => reply?.totals.clicks === clicks.length && reply.totals.visits === visits!.n,
  );
  expect(totals?.totals).toMatchObject({ clicks: clicks.length, visits: visits!.n });
  expect(
    (
      await poll(
        () => get(ways.guide),
        ({ status }) => status === 200,
      )
    ).status,
  ).toBe(200);
  printFigures('P21', {
    clicks: clickIds.length,
    lost: clickIds.filter((id) => !ids.has(id)).length,
    twice: clicks.length - ids.size,
    caught_up_ms: Math.round(caughtUpMs),
  });
  const answer = await get(`${ways.postback}?click_id=${clickIds[0]}&payout=1&txid=t1`);
  expect(answer.status).toBe(200);
});
