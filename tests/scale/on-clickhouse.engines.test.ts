import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAdmin, type Admin } from '../journey/http.ts';
import { findClickHouse } from '../support/clickhouse.ts';
import { testDb, type TestDb } from '../support/db.ts';
import type { TestServer } from '../support/server.ts';
import { startEngines, startInstances, type Engines } from './site.ts';

/**
 * Two instances that share all of PostgreSQL, ClickHouse, a bucket and a key: each shows the same numbers, which are those of the
 * records, though one is killed with visits in its journal and the engine is away for a while.
 */

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const missing = findClickHouse();

type Made<T = object> = { data: { id: number } & T };
type Told = { totals: { values: Record<string, string | number | null> } };

describe.skipIf(missing !== undefined)(`two instances on ClickHouse${missing ? ` SKIPPED: ${missing}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-clickhouse-'));
  let database: TestDb;
  let engines: Engines;
  let servers: TestServer[] = [];
  let admins: Admin[];
  let postback: string;
  let sent = 0;
  let sold = 0;

  beforeAll(async () => {
    database = await testDb();
    engines = await startEngines(folder, database.url);
    servers = await startInstances({ folder, count: 2, env: { ...engines.env, SAMPLE: 'off' } });
    const [first] = servers as [TestServer];
    admins = [];
    for (const { url } of servers) admins.push(await createAdmin(url, first.adminUsername, first.adminPassword));
    const [admin] = admins as [Admin];
    const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
      name: 'Network',
      click_param: 'cid',
    });
    postback = new URL(network.data.postback_url).pathname;
    const offer = await admin.post<Made>('/admin/offers', {
      name: 'Shop',
      url: 'https://shop.example/',
      network_id: network.data.id,
    });
    const link = await admin.post<Made>('/admin/tracking-links', { name: 'Sold', slug: 'sold', fallback_url: '/' });
    await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, { type: 'offer', target_id: offer.data.id });
    await vi.waitFor(async () => expect((await visit(servers[1]!))?.status).toBe(302), { timeout: 60_000 });
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await engines?.close();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function visit(server: TestServer): Promise<Response | undefined> {
    const reply = await fetch(`${server.url}/go/sold`, {
      redirect: 'manual',
      headers: { 'user-agent': BROWSER, accept: 'text/html' },
    }).catch(() => undefined);
    if (reply?.status === 302) sent += 1;
    return reply;
  }

  /** Visits by one, each of them sold and told to the other. */
  async function sell(by: TestServer, to: TestServer, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const reply = await visit(by);
      const cid = new URL(reply!.headers.get('location')!).searchParams.get('cid')!;
      const said = await fetch(`${to.url}${postback}?click_id=${cid}&payout=1.5&txid=${cid}`);
      expect(said.status).toBe(200);
      sold += 1;
    }
  }

  const numbersOf = async (admin: Admin): Promise<Told['totals']['values'] | undefined> =>
    (
      await admin
        .get<Told>('/admin/stats/report?days=2&metrics=visits,clicks,conversions,revenue_expected')
        .catch(() => undefined)
    )?.totals.values;

  const agree = () =>
    expect
      .poll(async () => [await numbersOf(admins[0]!), await numbersOf(admins[1]!)], { timeout: 120_000 })
      .toEqual([0, 1].map(() => expect.objectContaining({ visits: sent, conversions: sold })));

  test('neither has an event store, pictures or a key of its own', () => {
    for (const { dataDir } of servers)
      for (const name of ['events.duckdb', 'secret.key', 'blobs', 'postgres'])
        expect([name, existsSync(join(dataDir, name))]).toEqual([name, false]);
  });

  test('both show the numbers of both', async () => {
    const [a, b] = servers as [TestServer, TestServer];
    await sell(a, b, 20);
    await sell(b, a, 20);
    await agree();
  });

  test('one that is killed brings what lay in its journal, once, and so does a time without the engine', async () => {
    const [a, b] = servers as [TestServer, TestServer];
    engines.clickHouse.pause();
    await sell(a, b, 15);
    await a.kill9();
    await sell(b, b, 10);
    engines.clickHouse.resume();
    await a.restart();
    await agree();
    const { rows } = await database.pool.query(
      'select (select count(*)::int from visits) as visits, (select count(*)::int from conversions) as conversions',
    );
    expect(rows).toEqual([{ visits: sent, conversions: sold }]);
    for (const admin of admins) {
      const { data } = await admin.get<{ data: { checks: { key: string; value: string }[] } }>('/admin/server-health');
      expect(data.checks.find(({ key }) => key === 'event_store_batches')).toMatchObject({ value: 'none' });
    }
  });

  test('a picture that one took in is had from the other', async () => {
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const form = new FormData();
    form.append('image', new Blob([pixel], { type: 'image/png' }), 'pixel.png');
    const reply = await fetch(`${servers[0]!.url}/api/images`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${admins[0]!.token}` },
    });
    expect(reply.status).toBeLessThan(300);
    const { imageUrl } = (await reply.json()) as { imageUrl: string };
    for (const { url } of servers)
      expect((await fetch(new URL(new URL(imageUrl, url).pathname, url))).status).toBe(200);
  });
});
