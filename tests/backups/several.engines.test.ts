import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBackup } from '../../src/features/backups/server/check.ts';
import { folderPlace } from '../../src/platform/server/backup/place.ts';
import { urlOfRunning } from '../../src/platform/server/postgres/running-postgres.ts';
import { createAdmin } from '../journey/http.ts';
import { startEngines, startInstances, type Engines } from '../scale/site.ts';
import { findClickHouse } from '../support/clickhouse.ts';
import { testDb, type TestDb } from '../support/db.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A backup that is taken on one of several instances, each of which has clicks in its journal that are in no store yet. */

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const missing = findClickHouse();

type Made<T = object> = { data: { id: number } & T };
type Asked = { id: string; beganMs: number; answeredMs: number };

describe.skipIf(missing !== undefined)(`several instances${missing ? ` SKIPPED: ${missing}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-backup-several-'));
  const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of the tests' };
  const place = join(folder, 'place');
  let database: TestDb;
  let engines: Engines;
  let servers: TestServer[] = [];
  let restored: TestServer | undefined;

  beforeAll(async () => {
    chmodSync(folder, 0o711);
    database = await testDb();
    engines = await startEngines(folder, database.url);
    servers = await startInstances({ folder, count: 2, env: { ...engines.env, SAMPLE: 'off' } });
    const [first] = servers as [TestServer];
    const admin = await createAdmin(first.url, first.adminUsername, first.adminPassword);
    const network = await admin.post<Made>('/admin/affiliate-networks', { name: 'Network', click_param: 'cid' });
    const wanted = { name: 'Shop', url: 'https://shop.example/', network_id: network.data.id };
    const offer = await admin.post<Made>('/admin/offers', wanted);
    const link = await admin.post<Made>('/admin/tracking-links', { name: 'Ads', slug: 'ads', fallback_url: '/' });
    await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, { type: 'offer', target_id: offer.data.id });
  });
  afterAll(async () => {
    await restored?.stop();
    for (const server of servers) await server.stop();
    await engines?.close();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function visit({ url }: TestServer): Promise<Asked | undefined> {
    const beganMs = Date.now();
    const headers = { 'user-agent': BROWSER, accept: 'text/html' };
    const reply = await fetch(`${url}/go/ads`, { redirect: 'manual', headers });
    const id = new URL(reply.headers.get('location') ?? '/', url).searchParams.get('cid');
    return reply.status === 302 && id !== null ? { id, beganMs, answeredMs: Date.now() } : undefined;
  }

  test('what either answered before its moment comes back, and nothing that it answered after', async () => {
    const asked: Asked[][] = servers.map(() => []);
    let isGoing = true;
    const load = servers.map(async (server, nth) => {
      for (; isGoing; await sleep(3)) {
        const one = await visit(server);
        if (one) asked[nth]!.push(one);
      }
    });
    await expect.poll(() => Math.min(...asked.map(({ length }) => length)), { timeout: 60_000 }).toBeGreaterThan(50);
    const made = await runScript('backup.ts', [place], {
      ...engines.env,
      ...passphrase,
      DATA_DIR: servers[0]!.dataDir,
    });
    const some = asked[1]!.length;
    await expect.poll(() => asked[1]!.length).toBeGreaterThan(some + 30);
    isGoing = false;
    await Promise.all(load);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).not.toContain('has not shipped');

    const manifest = await findBackup(folderPlace(place));
    const journals = [manifest.journal, ...manifest.other_journals];
    expect(journals).toHaveLength(2);
    expect(manifest.missing_journals).toEqual([]);
    const dataDir = join(folder, 'restored');
    const done = await runScript('restore.ts', [place], { ...passphrase, DATA_DIR: dataDir });
    expect(done).toMatchObject({ code: 0, err: '' });
    restored = await startServer({ env: { SAMPLE: 'off' }, folder: dataDir });
    await expect.poll(() => readdirSync(join(dataDir, 'adopted')), { timeout: 60_000 }).toEqual([]);
    const client = new pg.Client({ connectionString: urlOfRunning(dataDir) });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select click_id as id from clicks');
    await client.end();
    const known = new Set(rows.map(({ id }) => id));
    expect(rows).toHaveLength(known.size);
    for (const [nth, visits] of asked.entries()) {
      const atMs = Date.parse(journals[nth]!.at);
      expect(visits.filter(({ id, answeredMs }) => answeredMs < atMs && !known.has(id))).toEqual([]);
      expect(visits.filter(({ id, beganMs }) => beganMs > atMs && known.has(id))).toEqual([]);
      expect(visits.filter(({ beganMs }) => beganMs > atMs).length).toBeGreaterThan(10);
    }
    const admin = await createAdmin(restored.url, restored.adminUsername, restored.adminPassword);
    const shown = async () => (await admin.get<{ totals: { clicks: number } }>('/admin/stats/offers')).totals.clicks;
    await expect.poll(shown).toBe(known.size);
  });

  test('an instance that does not answer is named', async () => {
    await servers[1]!.kill9();
    const made = await runScript('backup.ts', [place], {
      ...engines.env,
      ...passphrase,
      DATA_DIR: servers[0]!.dataDir,
    });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/Not in it: what instance \d+ on .* has not shipped\./);
    const manifest = await findBackup(folderPlace(place));
    expect(manifest.missing_journals).toHaveLength(1);
    // it goes on as if nothing had been
    expect(await visit(servers[0]!)).toBeDefined();
  });
});
