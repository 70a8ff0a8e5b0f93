import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { testDb, type TestDb } from '../support/db.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { runScript } from '../support/script.ts';
import type { TestServer } from '../support/server.ts';
import { findScaleParts, startEngines, startFront, startInstances, type Engines } from './site.ts';

/**
 * Three instances behind HAProxy under redirects, pages, postbacks, edits and uploads: each is killed -9 once, and one of them never
 * comes back. What was answered is counted once, and each instance says the same.
 */

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
/** Of load before and after each kill. */
const SECONDS = sampleSize('PROVE_SCALE_SECONDS', 4);
const CAP = 60;
const missing = findScaleParts();

type Made<T = object> = { data: { id: number } & T };

describe.skipIf(missing !== undefined)(`three instances${missing ? ` SKIPPED: ${missing}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-three-'));
  let database: TestDb;
  let engines: Engines;
  let servers: TestServer[] = [];
  let front: ChildProcess;
  let origin: string;
  let admin: Admin;
  let postback: string;
  let guideId: number;
  let offerId: number;
  const clicks: string[] = [];
  const capped: string[] = [];
  const sales: string[] = [];
  const pictures: string[] = [];
  const wrong: string[] = [];

  beforeAll(async () => {
    database = await testDb();
    engines = await startEngines(folder, database.url);
    const listen = `127.0.0.1:${await freePort()}`;
    origin = `http://${listen}`;
    const env = { ...engines.env, SAMPLE: 'off', TRUST_PROXY: '127.0.0.1', PUBLIC_URL: origin };
    servers = await startInstances({ folder, count: 3, env });
    front = await startFront(listen, servers, folder);
    const [first] = servers as [TestServer];
    admin = await createAdmin(origin, first.adminUsername, first.adminPassword);
    const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
      name: 'Network',
      click_param: 'cid',
    });
    postback = new URL(network.data.postback_url).pathname;
    const offer = { url: 'https://shop.example/', network_id: network.data.id };
    offerId = (await admin.post<Made>('/admin/offers', { name: 'Shop', ...offer })).data.id;
    const scarce = { name: 'Scarce', ...offer, url: 'https://scarce.example/', cap_clicks_daily: CAP };
    const scarceId = (await admin.post<Made>('/admin/offers', scarce)).data.id;
    for (const [slug, id] of [
      ['ads', offerId],
      ['scarce', scarceId],
    ] as const) {
      const link = await admin.post<Made>('/admin/tracking-links', { name: slug, slug, fallback_url: '/' });
      await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, { type: 'offer', target_id: id });
    }
    const guide = { title: 'Best creams', status: 'published', meta_title: 'Creams', slug: 'creams' };
    guideId = (await admin.post<Made>('/admin/listicles', guide)).data.id;
    await admin.post(`/admin/listicles/${guideId}/items`, { offer_id: offerId, title: 'The first', summary: 'Good.' });
    for (const { url } of servers) while ((await go(url, 'ads')) === undefined) await sleep(50);
  }, 600_000);
  afterAll(async () => {
    front?.kill('SIGKILL');
    for (const server of servers) await server.stop();
    await engines?.close();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** @returns where it leads; undefined when nobody answered */
  async function go(url: string, slug: string): Promise<URL | undefined> {
    const headers = { 'user-agent': BROWSER, accept: 'text/html' };
    const reply = await fetch(`${url}/go/${slug}`, { redirect: 'manual', headers }).catch(() => undefined);
    const location = reply?.headers.get('location');
    if (reply?.status !== 302 || !location) return undefined;
    const to = new URL(location, url);
    const id = to.searchParams.get('cid');
    if (id) (to.host === 'scarce.example' ? capped : clicks).push(id);
    return to;
  }

  async function sell(id: string): Promise<void> {
    const txid = `t-${id}`;
    const reply = await fetch(`${origin}${postback}?cid=${id}&txid=${txid}&payout=2.50&status=approved`).catch(
      () => undefined,
    );
    if (reply?.ok) sales.push(txid);
  }

  async function upload(nth: number): Promise<void> {
    const background = { r: nth % 255, g: 40, b: 9 };
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), `p${nth}.png`);
    const headers = { authorization: `Bearer ${admin.token}` };
    const reply = await fetch(`${origin}/api/images`, { method: 'POST', headers, body }).catch(() => undefined);
    if (reply?.ok) pictures.push(new URL(((await reply.json()) as { imageUrl: string }).imageUrl, origin).pathname);
  }

  /** All at once until it is ended. */
  function startLoad(): { end(): Promise<void> } {
    let isGoing = true;
    const again = async (work: (nth: number) => Promise<unknown>, pauseMs: number): Promise<void> => {
      for (let nth = 0; isGoing; nth += 1) {
        await work(nth).catch((error: unknown) => wrong.push(String(error)));
        await sleep(pauseMs);
      }
    };
    const work = [
      again(async (nth) => {
        const id = (await go(origin, 'ads'))?.searchParams.get('cid');
        if (id && nth % 3 === 0) await sell(id);
      }, 5),
      again(() => go(origin, 'ads'), 8),
      again(() => go(origin, 'scarce'), 30),
      again(async () => {
        const reply = await fetch(`${origin}/listicles/${guideId}`, { headers: { 'user-agent': BROWSER } });
        if (reply.status >= 500 && reply.status !== 503) wrong.push(`a page: ${reply.status}`);
        await reply.text();
      }, 20),
      again((nth) => admin.put(`/admin/offers/${offerId}`, { name: `Shop ${nth}` }).catch(() => undefined), 100),
      again(upload, 150),
    ];
    return {
      async end() {
        isGoing = false;
        await Promise.all(work);
      },
    };
  }

  const alive = (): TestServer[] => servers.slice(0, 2);
  const rows = async <Row>(sql: string): Promise<Row[]> => (await database.pool.query(sql)).rows as Row[];
  const idsIn = async (sql: string): Promise<string[]> => (await rows<{ id: string }>(sql)).map(({ id }) => id);

  test('what was answered is in the numbers once, on each instance, whoever was killed', async () => {
    const load = startLoad();
    await sleep(SECONDS * 1000);
    for (const [nth, server] of servers.entries()) {
      await server.kill9();
      await sleep(SECONDS * 500);
      // the last one never comes back
      if (nth < 2) await server.restart();
      await sleep(SECONDS * 500);
    }
    await load.end();
    expect(wrong).toEqual([]);
    expect(Math.min(clicks.length, sales.length, pictures.length)).toBeGreaterThan(5);

    const adopted = await runScript('adopt.ts', [servers[2]!.dataDir], {
      ...engines.env,
      DATA_DIR: servers[0]!.dataDir,
    });
    expect(adopted).toMatchObject({ code: 0, err: '' });

    // what nobody heard the answer of may be there too
    const inDatabase = async () => new Set(await idsIn('select click_id as id from clicks'));
    const lost = async () => {
      const known = await inDatabase();
      return [...clicks, ...capped].filter((id) => !known.has(id));
    };
    await expect.poll(lost, { timeout: 120_000 }).toEqual([]);
    const sold = new Set(await idsIn('select txid as id from conversions'));
    expect(sales.filter((txid) => !sold.has(txid))).toEqual([]);
    const known = await inDatabase();
    const stored = await idsIn('select click_id as id from clicks');
    expect(stored).toHaveLength(known.size);

    const [{ visits }] = (await rows<{ visits: number }>('select count(*)::int as visits from visits')) as [
      { visits: number },
    ];
    const money = `${sold.size * 2_500_000}n`;
    for (const { url, adminUsername, adminPassword } of alive()) {
      const own = await createAdmin(url, adminUsername, adminPassword);
      const shown = async () => {
        const { totals: offers } = await own.get<{ totals: Record<string, unknown> }>('/admin/stats/offers');
        const { totals: conversions } = await own.get<{ totals: Record<string, unknown> }>('/admin/stats/conversions');
        const { totals: report } = await own.get<{ totals: { values: Record<string, unknown> } }>(
          '/admin/stats/report?days=2&metrics=visits,clicks,conversions',
        );
        const { data: links } = await own.get<{ data: { visits_30d: number }[] }>('/admin/tracking-links');
        return {
          offers: [offers['clicks'], offers['conversions']],
          conversions: [conversions['count'], conversions['orphans']],
          report: report.values,
          links: links.reduce((sum, link) => sum + link.visits_30d, 0),
        };
      };
      await expect
        .poll(shown, { timeout: 120_000 })
        .toMatchObject({
          offers: [known.size, sold.size],
          conversions: [sold.size, 0],
          report: { visits, clicks: known.size, conversions: sold.size },
          links: visits,
        });
    }
    printFigures('three instances, each killed once', {
      clicks: clicks.length,
      sales: sales.length,
      pictures: pictures.length,
      lost: 0,
      unheard: known.size - clicks.length - capped.length,
      money,
    });
  });

  test('a cap is never passed, and each picture is had from each', async () => {
    const [{ count }] = (await rows<{ count: number }>(
      `select count(*)::int as count from clicks c join offers o on o.id = c.offer_id where o.name = 'Scarce'`,
    )) as [{ count: number }];
    expect(count).toBeLessThanOrEqual(CAP);
    expect(count).toBeGreaterThan(CAP / 2);
    for (const { url } of alive())
      for (const path of new Set(pictures)) expect([url, path, (await fetch(url + path)).status]).toEqual([url, path, 200]);
  });

  test('nothing is told twice', async () => {
    const told = await rows<{ kind: string; n: number }>(
      `select kind, count(*)::int as n from alerts where resolved_at is null group by kind, subject_kind, subject_id having count(*) > 1`,
    );
    expect(told).toEqual([]);
  });

  test('what one saves all show, and who is signed out is out everywhere', async () => {
    const [first, second] = alive() as [TestServer, TestServer];
    let slowestMs = 0;
    for (let nth = 0; nth < 5; nth += 1) {
      const title = `Creams of round ${nth}`;
      await admin.put(`/admin/listicles/${guideId}`, { title });
      const began = performance.now();
      for (const { url } of [first, second]) {
        const has = async () => (await (await fetch(`${url}/listicles/${guideId}`)).text()).includes(title);
        await expect.poll(has, { interval: 20 }).toBe(true);
        slowestMs = Math.max(slowestMs, performance.now() - began);
      }
    }
    const gone = await createAdmin(first.url, first.adminUsername, first.adminPassword);
    const ask = async ({ url }: TestServer) =>
      (await fetch(`${url}/api/admin/offers`, { headers: { authorization: `Bearer ${gone.token}` } })).status;
    expect([await ask(first), await ask(second)]).toEqual([200, 200]);
    await gone.post('/auth/logout', {});
    expect([await ask(second), await ask(first)]).toEqual([401, 401]);
    printFigures('what one instance saved, shown by the other', { slowest_ms: Math.round(slowestMs) });
  });
});
