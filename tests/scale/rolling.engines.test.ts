import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDb, type TestDb } from '../support/db.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { findScaleParts, instanceFolder } from './site.ts';
import { createEditors, type Editors } from './trial/editors.ts';
import { openLedger } from './trial/ledger.ts';
import { createLoad, type Load } from './trial/load.ts';
import { makeNewerRelease } from './trial/newer-release.ts';
import { startListening } from './trial/receiver.ts';
import { compareStored, readStored, recountOf } from './trial/recount.ts';
import { shownBy, totalsShown, wantedBy } from './trial/shown.ts';
import { askOf, raiseSite, type WholeSite } from './trial/whole-site.ts';
import { buildWorld, type World } from './trial/world.ts';

/**
 * A newer release takes the place of this one, one instance after the other behind HAProxy, while people read, buy, edit and upload: the
 * first one adds to the tables under the others, and nobody outside notices.
 */

/** Before each instance ends, and after it is back. */
const SECONDS = sampleSize('PROVE_ROLLING_SECONDS', 2);
const WAIT = { timeout: 120_000, interval: 500 };
const missing = findScaleParts();

describe.skipIf(missing !== undefined)(`an upgrade of three instances${missing ? ` SKIPPED: ${missing}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-rolling-'));
  const ledger = openLedger();
  const running = new Set<TestServer>();
  const closers: (() => unknown)[] = [];
  let database: TestDb;
  let site: WholeSite;
  let world: World;
  let load: Load;
  let editors: Editors;
  let newer: { root: string; version: string };
  let last: Awaited<ReturnType<Editors['stop']>>;

  const rows = async <T>(text: string): Promise<T[]> => (await database.pool.query(text)).rows as T[];

  beforeAll(async () => {
    closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
    const root = join(folder, 'newer');
    newer = { root, version: makeNewerRelease(root) };
    database = await testDb();
    closers.push(() => database.close());
    const receiver = await startListening();
    closers.push(() => receiver.close());
    site = await raiseSite(folder, database.url, { OUTGOING_ALLOW: receiver.host });
    closers.push(() => site.close());
    for (const server of site.servers) running.add(server);
    world = await buildWorld(site.admin, { receiver: receiver.host, caps: { capped: 40, burst: 1 } });
    load = createLoad({ front: site.front, world, ledger, token: site.admin.token, pauseMs: 200 });
    closers.push(() => load.stop());
    editors = createEditors({ world, admin: site.admin, running });
    const status = async (url: string) =>
      (await fetch(`${url}/go/moved`, { method: 'HEAD', redirect: 'manual' })).status;
    for (const { url } of site.servers) await vi.waitFor(async () => expect(await status(url)).toBe(302), WAIT);
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  /** As docs/operations/upgrade.md has it. */
  async function upgrade(number: number): Promise<void> {
    const server = site.servers[number]!;
    running.delete(server);
    expect(await server.terminate()).toBe(0);
    const { port } = new URL(server.url);
    const next = await startServer({
      env: site.env,
      folder: instanceFolder(folder, number + 1),
      root: newer.root,
      port,
    });
    site.servers[number] = next;
    running.add(next);
  }

  test(
    'while each of them is ended and started as the newer release, every request is answered',
    { timeout: 300_000 },
    async () => {
      load.start();
      editors.start();
      for (let number = 0; number < site.servers.length; number += 1) {
        await sleep(SECONDS * 1000);
        await upgrade(number);
        // it is the newer one that added to the tables, under the others
        expect(await rows('select word from test_words')).toEqual([{ word: 'new' }]);
      }
      await sleep(SECONDS * 1000);
      last = await editors.stop();
      await load.stop();
      printFigures('an upgrade of three instances, one after the other', {
        visits: ledger.visits.length,
        clicks: ledger.clicks.length,
        pages: ledger.pages.length,
        sales: ledger.sales.length,
        pictures: ledger.pictures.length,
        saves: editors.savedMs.length,
        not_answered: ledger.failures.length + editors.failures.length,
        slowest_save_ms: Math.round(Math.max(...editors.savedMs)),
      });
      expect(ledger.failures).toEqual([]);
      expect(editors.failures).toEqual([]);
      expect(await rows('select version, count(*)::int as n from instances group by 1')).toEqual([
        { version: newer.version, n: 3 },
      ]);
    },
  );

  test('all of it is counted once, and shown by every instance', async () => {
    const clean = { lostVisits: [], doubledVisits: 0, strangeVisits: [], lostClicks: [], doubledClicks: 0 };
    await expect.poll(async () => compareStored(ledger, await readStored(database.pool)), WAIT).toEqual(clean);
    const stored = await readStored(database.pool);
    expect([stored.visits.length, stored.clicks.length]).toEqual([ledger.visits.length, ledger.clicks.length]);
    const recount = recountOf(ledger, stored, world);
    const { cost: _, ...totals } = recount.totals;
    const [one] = site.servers;
    await expect.poll(() => totalsShown(askOf(one!, site.admin.token)), WAIT).toEqual(totals);
    const wanted = wantedBy(recount, world);
    for (const server of site.servers)
      await expect.poll(() => shownBy(askOf(server, site.admin.token), world), WAIT).toEqual(wanted);
    for (const server of site.servers) {
      const { data } = await askOf(
        server,
        site.admin.token,
      )<{ data: { id: number; views: number }[] }>('/admin/stats/listicles?days=2');
      expect(data.find(({ id }) => id === world.guide.id)!.views).toBe(ledger.pages.length);
    }
  });

  test('what was saved and uploaded meanwhile stands on every instance', async () => {
    for (const { url } of site.servers) {
      const headers = { 'sec-purpose': 'prefetch' };
      expect(await (await fetch(`${url}/listicles/${world.guide.id}`, { headers })).text()).toContain(`${last.title}<`);
      const moved = await fetch(`${url}/go/moved`, { method: 'HEAD', redirect: 'manual' });
      expect(moved.headers.get('location')).toBe(last.leadsTo);
      for (const { path } of ledger.pictures) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    }
  });
});
