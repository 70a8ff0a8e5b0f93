import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import type { TestServer } from '../support/server.ts';
import { findScaleParts } from './site.ts';
import { openLedger } from './trial/ledger.ts';
import { createLoad, type Load } from './trial/load.ts';
import { startListening } from './trial/receiver.ts';
import { compareStored, readStored, recountOf } from './trial/recount.ts';
import { shownBy, totalsShown, wantedBy } from './trial/shown.ts';
import { askOf, raiseSite, type WholeSite } from './trial/whole-site.ts';
import { buildWorld, type World } from './trial/world.ts';

/**
 * The database of three instances is away for a while, and one of them is even started anew meanwhile: who follows a link by the balancer
 * gets there, and is counted once when the database is back.
 */

const SECONDS = sampleSize('PROVE_AWAY_SECONDS', 20);
const READERS = 3;
const PAUSE_MS = 100;
const CAP = 200;
const WAIT = { timeout: 120_000, interval: 500 };
const missing = findScaleParts();
const log = pino({ level: 'silent' });

describe.skipIf(missing !== undefined)(`without a database${missing ? ` SKIPPED: ${missing}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-away-'));
  const ledger = openLedger();
  const closers: (() => unknown)[] = [];
  let postgres: EmbeddedPostgres;
  let pool: pg.Pool;
  let site: WholeSite;
  let world: World;
  let load: Load;

  const startDatabase = () =>
    startPostgres({ dataDir: folder, log, settings: { fsync: 'off', synchronous_commit: 'off' } });
  const statusOf = async (origin: string, path: string): Promise<number> =>
    (await fetch(origin + path, { redirect: 'manual', headers: { 'sec-purpose': 'prefetch' } })).status;

  beforeAll(async () => {
    closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
    // the database user must be able to pass
    chmodSync(folder, 0o711);
    postgres = await startDatabase();
    closers.push(() => postgres.stop());
    const receiver = await startListening();
    closers.push(() => receiver.close());
    site = await raiseSite(folder, postgres.url, { OUTGOING_ALLOW: receiver.host });
    closers.push(() => site.close());
    world = await buildWorld(site.admin, { receiver: receiver.host, caps: { capped: CAP, burst: 1 } });
    load = createLoad({ front: site.front, world, ledger });
    closers.push(() => load.stop());
    for (const { url } of site.servers)
      await vi.waitFor(async () => expect(await statusOf(url, '/go/moved')).toBe(302), WAIT);
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  test(
    `every link redirects by the balancer for ${SECONDS} s, also while an instance starts anew`,
    { timeout: 240_000 + SECONDS * 1000 },
    async () => {
      await load.follow('read');
      // a new link is on disk within seconds
      await sleep(5000);
      await postgres.stop();
      const until = performance.now() + SECONDS * 1000;
      const reading = Array.from({ length: READERS }, async (_, n) => {
        for (; performance.now() < until; await sleep(PAUSE_MS)) await load.follow(n === 0 ? 'capped' : 'sold');
      });
      await sleep(3000);
      for (const { url } of site.servers) expect(await statusOf(url, '/readyz')).toBe(503);
      // what needs a database says so, by the balancer too
      await expect(site.admin.get('/admin/offers')).rejects.toThrow(/: 503 /);
      const [, second] = site.servers as [TestServer, TestServer];
      await second.restart('listening');
      await Promise.all(reading);
      expect(ledger.failures).toEqual([]);
      expect(ledger.visits.filter(({ isAnswered }) => !isAnswered)).toEqual([]);
    },
  );

  test('when it is back, each of them is counted once, by every instance', async () => {
    const backMs = performance.now();
    postgres = await startDatabase();
    pool = new pg.Pool({ connectionString: postgres.url });
    closers.push(() => pool.end());
    for (const { url } of site.servers) await expect.poll(() => statusOf(url, '/readyz').catch(String), WAIT).toBe(200);
    const clean = { lostVisits: [], doubledVisits: 0, strangeVisits: [], lostClicks: [], doubledClicks: 0 };
    await expect.poll(async () => compareStored(ledger, await readStored(pool)), WAIT).toEqual(clean);
    const caughtUpMs = performance.now() - backMs;
    const stored = await readStored(pool);
    expect([stored.visits.length, stored.clicks.length]).toEqual([ledger.visits.length, ledger.clicks.length]);
    const recount = recountOf(ledger, stored, world);
    const { cost: _, ...totals } = recount.totals;
    const [one] = site.servers;
    await expect.poll(() => totalsShown(askOf(one!, site.admin.token)).catch(String), WAIT).toEqual(totals);
    const wanted = wantedBy(recount, world);
    for (const server of site.servers)
      await expect.poll(() => shownBy(askOf(server, site.admin.token), world).catch(String), WAIT).toEqual(wanted);
    printFigures('/go by the balancer without a database', {
      seconds: SECONDS,
      redirects: ledger.visits.length,
      not_302: ledger.failures.length,
      caught_up_ms: Math.round(caughtUpMs),
    });
  });

  test('what each held of a cap is given out: it is reached to the last click, and not passed', async () => {
    const taken = () => ledger.clicks.filter(({ offer }) => offer === 'capped').length;
    for (let seen = -1, since = performance.now(); performance.now() < since + 5000; await sleep(100)) {
      if (taken() !== seen) since = performance.now();
      seen = taken();
      await Promise.all(site.servers.flatMap(({ url }) => Array.from({ length: 5 }, () => load.follow('capped', url))));
    }
    expect(taken()).toBe(CAP);
  });
});
