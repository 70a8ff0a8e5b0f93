import { hash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportManifest } from '../../src/features/exports/server/manifest.ts';
import { createDuckDbStore } from '../../src/platform/server/event-store/duckdb/store.ts';
import { createLog } from '../../src/platform/server/log.ts';
import { createAdmin } from '../journey/http.ts';
import { sampleSize } from '../support/figures.ts';
import { runScript } from '../support/script.ts';
import { logIn, startServer, type TestServer } from '../support/server.ts';

/** Leaving: what a site exports comes into an empty one, and is exported from there as the same files. */

const EVENTS = sampleSize('PROVE_EXPORT_EVENTS', 100_000);
const BATCH = 10_000;
const MIGRATIONS = join(import.meta.dirname, '../../migrations/columnar');
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

type Made<T = object> = { data: T & { id: number } };

let folder: string;
let server: TestServer;
let first: string;
let imported: string;
let postbackPath: string;
const closers: (() => unknown)[] = [];

const ENV = { SAMPLE: 'on', PUBLIC_URL: 'https://guides.example' };
const exportTo = (dataDir: string, to: string) => runScript('export.ts', [to], { DATA_DIR: dataDir });
const importFrom = (from: string, dataDir: string) => runScript('import-export.ts', [from], { DATA_DIR: dataDir });
const manifestOf = (of: string) => JSON.parse(readFileSync(join(of, 'manifest.json'), 'utf8')) as ExportManifest;
const hashesOf = (of: string) => manifestOf(of).files.map(({ path, sha256, rows }) => ({ path, sha256, rows }));

async function visit({ url }: TestServer): Promise<string> {
  const headers = { 'user-agent': BROWSER, accept: 'text/html' };
  const reply = await fetch(`${url}/go/ads?xid=%22x%2C%0A1`, { redirect: 'manual', headers });
  expect(reply.status).toBe(302);
  return new URL(reply.headers.get('location')!, url).searchParams.get('cid')!;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-export-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  [first, imported] = [join(folder, 'first'), join(folder, 'imported')];
  server = await startServer({ env: ENV });
  closers.push(() => server.stop());
  const admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
    name: 'Network\t"\\N" é 🙂',
    click_param: 'cid',
    hmac_secret: 'a secret of the network',
    hmac_param: 'sig',
  });
  postbackPath = new URL(network.data.postback_url).pathname;
  const offer = await admin.post<Made>('/admin/offers', {
    name: 'Shop',
    url: 'https://shop.example/',
    network_id: network.data.id,
  });
  const link = await admin.post<Made>('/admin/tracking-links', { name: 'Ads', slug: 'ads', fallback_url: '/' });
  await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, {
    type: 'offer',
    target_id: offer.data.id,
    weight: 1,
  });
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 1, g: 9, b: 9 } } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'p.png');
  const headers = { authorization: `Bearer ${await logIn(server)}` };
  expect((await fetch(`${server.url}/api/images`, { method: 'POST', headers, body })).status).toBeLessThan(300);
  await server.terminate();
  await server.restart();
  for (let nth = 0; nth < 5; nth += 1) await visit(server);
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test('a site that runs is exported, with what was answered a moment before', async () => {
  const last = await visit(server);
  const made = await exportTo(server.dataDir, join(folder, 'running'));
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(join(folder, 'running/records/recent-clicks.jsonl'), 'utf8')).toContain(last);
  expect(await exportTo(server.dataDir, join(folder, 'running'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty') as string,
  });
});

test(`export, import, export: the same files, with ${EVENTS} events`, async () => {
  await server.terminate();
  const store = createDuckDbStore({
    path: join(server.dataDir, 'events.duckdb'),
    migrationsDir: MIGRATIONS,
    log: createLog('silent'),
  });
  await store.migrate();
  const begin = Date.UTC(2026, 5, 1);
  for (let at = 0; at < EVENTS; at += BATCH)
    await store.append({
      cursor: 'test',
      position: String(at),
      table: 'events',
      rows: Array.from({ length: BATCH }, (_, nth) => ({
        type: 'view',
        // later ones stand before earlier ones
        ts: new Date(begin + (EVENTS - at - nth) * 100_000).toISOString(),
        view_id: `v${at + nth}`,
        utm_source: ['', 'a,b', '"', 'line\nend', '\\N', null][nth % 6]!,
        params: '{"a":"b"}',
        visitor: '4503599627370495',
        is_bot: nth % 7 === 0,
        is_internal: false,
      })),
    });
  await store.close();
  expect(await exportTo(server.dataDir, first)).toMatchObject({ code: 0, err: '' });
  const manifest = manifestOf(first);
  expect(manifest.counts.events).toBeGreaterThan(EVENTS);
  expect(manifest.counts.pictures).toBeGreaterThan(0);
  expect(manifest.enter_again).toContainEqual(expect.stringMatching(/^the signature secret of the network Network/));
  const texts = manifest.files.map(({ path }) => readFileSync(join(first, path), 'latin1'));
  expect(texts.some((text) => text.includes('a secret of the network') || text.includes('$argon2'))).toBe(false);

  const done = await importFrom(first, imported);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain('- the signature secret of the network');
  const second = join(folder, 'second');
  expect(await exportTo(imported, second)).toMatchObject({ code: 0, err: '' });
  expect(hashesOf(second)).toEqual(hashesOf(first));
  for (const { path, sha256 } of manifestOf(second).files)
    expect(hash('sha256', readFileSync(join(second, path)))).toBe(sha256);
  expect(await importFrom(first, imported)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty') as string,
  });
});

test('links of ads, postbacks and people go on in the new site', async () => {
  const reset = await runScript('admin.ts', ['reset-password', server.adminUsername], { DATA_DIR: imported });
  const password = /password (\S+) /.exec(reset.out)![1]!;
  const other = await startServer({ env: ENV, folder: imported });
  closers.push(() => other.stop());
  const clickId = await visit(other);
  // without the secret that was left out there is no signature to ask for
  const sold = await fetch(`${other.url}${postbackPath}?cid=${clickId}&txid=t1&payout=2.50&event=sale&status=approved`);
  expect(sold.status).toBe(200);
  const admin = await createAdmin(other.url, server.adminUsername, password);
  const { data } = await admin.get<{ data: { postback_url: string }[] }>('/admin/affiliate-networks');
  expect(data.map(({ postback_url: url }) => new URL(url).pathname)).toContain(postbackPath);
});

/** A copy of the export in which a file was changed, and the manifest tells so. */
function changed(name: string, path: string, change: (text: string) => string, isTold = true): string {
  const copy = join(folder, name);
  cpSync(first, copy, { recursive: true });
  const text = change(readFileSync(join(copy, path), 'utf8'));
  writeFileSync(join(copy, path), text);
  if (!isTold) return copy;
  const manifest = manifestOf(copy);
  const file = manifest.files.find((one) => one.path === path)!;
  Object.assign(file, { sha256: hash('sha256', text), bytes: Buffer.byteLength(text) });
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest));
  return copy;
}

test('what is damaged, hostile or wrong is told by file, line, field and reason, and nothing is done', async () => {
  const guides = 'records/guides.jsonl';
  const cases: [of: string, said: RegExp | string][] = [
    [
      changed('flipped', guides, (text) => text.replace('Sample', 'Sampel'), false),
      'records/guides.jsonl is not what was written',
    ],
    [
      changed('type', guides, (text) => text.replace('"version":1', '"version":"one"')),
      'records/guides.jsonl, line 1: version: it must be a whole number',
    ],
    [
      changed('field', guides, (text) => text.replace('{"id"', '{"extra":1,"id"')),
      'records/guides.jsonl, line 1: extra: there is no such field',
    ],
  ];
  const outside = changed('outside', 'manifest.json', (text) => text.replace(guides, '../guides.jsonl'), false);
  cases.push([outside, /manifest\.json: files\.\d+\.path: it is no file of an export/]);
  const linked = join(folder, 'linked');
  cpSync(first, linked, { recursive: true });
  rmSync(join(linked, guides));
  symlinkSync(join(first, guides), join(linked, guides));
  cases.push([linked, 'records/guides.jsonl is no plain file']);
  for (const [of, said] of cases) {
    const dataDir = `${of}-site`;
    const { code, err } = await importFrom(of, dataDir);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(said) as string });
    // it may be called again with what is right
    expect(existsSync(join(dataDir, 'journal'))).toBe(false);
  }
  expect((await importFrom(join(folder, 'none'), join(folder, 'none-site'))).err).toContain('There is no export in');
});
