import { spawn } from 'node:child_process';
import { hash, randomInt } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPieces, findBackup } from '../../src/features/backups/server/check.ts';
import type { Manifest } from '../../src/platform/server/backup/manifest.ts';
import { folderPlace } from '../../src/platform/server/backup/place.ts';
import { diskBlobStore } from '../../src/platform/server/blobs/disk-blob-store.ts';
import { urlOfRunning } from '../../src/platform/server/postgres/running-postgres.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { findDebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeBusySite, type BusySite } from './busy-site.ts';

/**
 * P25: a site is backed up while readers, networks and an administrator use it, is lost, and comes back elsewhere.
 */

/** Of each of five kinds of files. */
const FLIPS = 200;
const KILLS = sampleSize('PROVE_BACKUP_KILLS', 2);
const PASSPHRASE = 'a passphrase of the tests';

let folder: string;
let place: string;
let receiver: Server;
let host: string;
let server: TestServer;
let site: BusySite;
const told: string[] = [];
let isRefusing = true;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-backup-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  place = join(folder, 'place');
  receiver = createServer((request, reply) => {
    told.push(request.url!);
    // the first sales are told in vain; those behind them are not, or the source would be left alone
    const isFirst = /t=t(\d|1[0-4])-/.test(request.url!);
    reply.writeHead(isRefusing && isFirst ? 503 : 200).end('said');
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  closers.push(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startServer({ env: ENV() });
  closers.push(() => server.stop());
  site = await makeBusySite(server, {
    name: 'Ads',
    click_id_param: 'xid',
    postback_enabled: true,
    postback_url: `http://${host}/told?t={txid}&p={payout}&s={status}`,
  });
  await server.restart();
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const ENV = () => ({ SAMPLE: 'off', PUBLIC_URL: 'https://guides.example', OUTGOING_ALLOW: host });

const backup = (env: Record<string, string> = {}) =>
  runScript('backup.ts', [place], { DATA_DIR: server.dataDir, BACKUP_PASSPHRASE: PASSPHRASE, ...env });

const restore = (dataDir: string, env: Record<string, string> = {}, what = place) =>
  runScript('restore.ts', [what], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE, ...env });

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

let manifest: Manifest;
let debian: Awaited<ReturnType<typeof startDebianPostgres>> | undefined;
let restored: TestServer;

test('a backup is taken while the site is in use', async () => {
  for (let nth = 0; nth < 30; nth += 1) {
    const id = await site.visit();
    if (id !== undefined && nth % 2 === 0) await site.sell(id);
  }
  // told in vain: they wait to be told again
  await expect.poll(() => told.length).toBeGreaterThanOrEqual(5);
  const load = await site.startLoad();
  await expect.poll(() => site.visits.length).toBeGreaterThan(60);
  const made = await backup();
  const some = site.visits.length;
  await expect.poll(() => site.visits.length).toBeGreaterThan(some + 30);
  await load.end();
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(
    /^\d{4}-\d\d-\d\d-\d{6} of .*: [\d,]+ rows, [\d,]+ events, \d+ pictures, .* The key is in it, sealed\.\n$/,
  );
  manifest = await findBackup(folderPlace(place));
  expect(manifest.pictures.length).toBeGreaterThan(0);
  expect(manifest.database.left_out.map(({ name }) => name)).toContain('public.sessions');
  // the site is lost
  await server.kill9();
});

test('a second backup reuses what lies there, and may be taken of a site that does not run', async () => {
  await server.restart();
  await server.terminate();
  const made = await backup();
  expect(made.code).toBe(0);
  const [, reused] = /\(([\d.]+ [kM]B) of it lay there\)/.exec(made.out)!;
  expect(reused).not.toBe('0 kB');
  const names = await folderPlace(place).listBackups();
  expect(names).toHaveLength(2);
});

test('a site comes back elsewhere as it was at the instant', async () => {
  if (findDebianPostgres() === undefined) {
    debian = await startDebianPostgres();
    closers.push(() => debian!.stop());
  }
  const dataDir = join(folder, 'restored');
  const env: Record<string, string> = debian ? { DATABASE_URL: debian.url } : {};
  const done = await restore(dataDir, env, `${place}/${manifest.name}.json`);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain(`is restored and compared, as of ${manifest.instant}`);
  // a second time there is something there
  expect(await restore(dataDir, env)).toMatchObject({ code: 1, err: expect.stringMatching(/is not empty/) as string });
  if (debian)
    expect(await restore(join(folder, 'another'), env)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/There is a site in the database/) as string,
    });
  // due at once, were it not for the hold
  if (debian) await ask(debian.url, 'update graphile_worker._private_jobs set run_at = now()');
  told.length = 0;
  isRefusing = false;
  restored = await startServer({ env: { ...ENV(), ...env }, folder: dataDir });
  closers.push(() => restored.stop());
  const url = debian?.url ?? urlOfRunning(dataDir);
  await expect.poll(() => readdirSync(join(dataDir, 'adopted')), { timeout: 60_000 }).toEqual([]);

  const { visits, sales } = site;
  const clicks = new Set((await ask<{ id: string }>(url, 'select click_id as id from clicks')).map(({ id }) => id));
  const atMs = Date.parse(manifest.journal.at);
  const instantMs = Date.parse(manifest.instant);
  expect(visits.filter(({ id, answeredMs }) => answeredMs < atMs && !clicks.has(id))).toEqual([]);
  expect(visits.filter(({ id, beganMs }) => beganMs > atMs && clicks.has(id))).toEqual([]);
  expect(visits.filter(({ beganMs }) => beganMs > atMs).length).toBeGreaterThan(10);
  const known = new Set((await ask<{ id: string }>(url, 'select txid as id from conversions')).map(({ id }) => id));
  expect(sales.filter(({ id, answeredMs }) => answeredMs < instantMs && !known.has(id))).toEqual([]);
  expect(sales.filter(({ id, beganMs }) => beganMs > atMs && known.has(id))).toEqual([]);
  const sessions = await ask<{ count: string }>(url, 'select count(*) from sessions');
  expect(sessions[0]!.count).toBe('0');

  const pictures = diskBlobStore(join(dataDir, 'blobs'));
  for (const { key, sha256 } of manifest.pictures)
    expect(hash('sha256', (await pictures.get(key))!.bytes)).toBe(sha256);
  // the reports say what the records say
  const admin = await createAdmin(restored.url, restored.adminUsername, restored.adminPassword);
  const shown = async () => {
    const { data } = await admin.get<{ data: { slug: string; visits_30d: number }[] }>('/admin/tracking-links');
    return data.find(({ slug }) => slug === 'ads')!.visits_30d;
  };
  const [{ count } = { count: '' }] = await ask<{ count: string }>(url, 'select count(*) from visits');
  await expect.poll(shown).toBe(Number(count));
  expect(Number(count)).toBeGreaterThan(manifest.events.figures.visits - 1);
});

type Hold = { data: { postbacks: { source: string; before: number; since: number }[] } | null };

test('nothing is sent until a person lets it', async () => {
  const admin = await createAdmin(restored.url, restored.adminUsername, restored.adminPassword);
  const readHold = () => admin.get<Hold>('/admin/sending-hold');
  const { data } = await readHold();
  expect(data!.postbacks).toHaveLength(1);
  expect(data!.postbacks[0]).toMatchObject({ source: 'Ads', since: 0 });
  expect(data!.postbacks[0]!.before).toBeGreaterThan(4);
  // the queue is worked off: what is new is taken in, and waits too
  const { visit, sell, visits, sales } = site.on(restored);
  await expect.poll(async () => (await visit()) !== undefined).toBe(true);
  const known = sales.length;
  await expect
    .poll(async () => {
      await sell(visits.at(-1)!.id);
      return sales.length;
    })
    .toBeGreaterThan(known);
  await expect.poll(async () => (await readHold()).data!.postbacks[0]!.since).toBeGreaterThan(0);
  const { data: alerts } = await admin.get<{ data: { message: string }[] }>('/admin/alerts?state=open');
  expect(alerts.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^This site was brought back from/),
  );
  await sleep(3000);
  expect(told).toEqual([]);
  await admin.post('/admin/sending-hold/end', { outcome: 'released' });
  expect((await readHold()).data).toBeNull();
  await expect.poll(() => told.length).toBeGreaterThan(data!.postbacks[0]!.before);
});

test('what waited can be discarded', async () => {
  const dataDir = join(folder, 'embedded');
  expect(await restore(dataDir)).toMatchObject({ code: 0, err: '' });
  const other = await startServer({ env: ENV(), folder: dataDir });
  closers.push(() => other.stop());
  const url = urlOfRunning(dataDir);
  await ask(url, 'update graphile_worker._private_jobs set run_at = now()');
  const admin: Admin = await createAdmin(other.url, other.adminUsername, other.adminPassword);
  const { data: hold } = await admin.get<Hold>('/admin/sending-hold');
  const waiting = hold!.postbacks[0]!.before;
  expect(waiting).toBeGreaterThan(0);
  told.length = 0;
  const { data } = await admin.post<{ data: { discarded: number } }>('/admin/sending-hold/end', {
    outcome: 'discarded',
  });
  expect(data.discarded).toBe(waiting);
  const logged = await ask<{ count: string }>(url, `select count(*) from postback_logs where reason_code = 'restored'`);
  expect(Number(logged[0]!.count)).toBe(waiting);
  await sleep(3000);
  expect(told).toEqual([]);
});

test(`a byte that was flipped anywhere is found, ${FLIPS} times for each kind of file`, async () => {
  const whole = await findBackup(folderPlace(place), manifest.name);
  const pathOf = (sha256: string): string => join(place, 'pieces', sha256.slice(0, 2), sha256);
  const pathsOf = (pieces: readonly { sha256: string }[]): string[] => pieces.map(({ sha256 }) => pathOf(sha256));
  const kinds = {
    manifest: [join(place, `${manifest.name}.json`)],
    table: pathsOf(whole.database.tables.flatMap(({ pieces }) => pieces)),
    events: pathsOf(whole.events.months.flatMap(({ pieces }) => pieces)),
    journal: pathsOf(whole.journal.segments.flatMap(({ pieces }) => pieces)),
    picture: pathsOf(whole.pictures),
  };
  let found = 0;
  for (const [kind, paths] of Object.entries(kinds))
    for (let nth = 0; nth < FLIPS; nth += 1) {
      const path = paths[randomInt(paths.length)]!;
      const bytes = readFileSync(path);
      const flipped = Buffer.from(bytes);
      const at = randomInt(bytes.length);
      flipped[at] = bytes[at]! ^ (1 << randomInt(8));
      writeFileSync(path, flipped);
      const checked = (async () =>
        checkPieces(folderPlace(place), await findBackup(folderPlace(place), manifest.name), () => undefined))();
      await expect(checked, `${kind} ${at}`).rejects.toThrow(/^The backup is damaged: /);
      writeFileSync(path, bytes);
      found += 1;
    }
  expect(found).toBe(1000);
});

/** Begins a command and kills it after a while. @returns false when it was done before */
async function killed(script: string, words: string[], env: Record<string, string>, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [join('scripts', script), ...words], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], BACKUP_PASSPHRASE: PASSPHRASE, ...env },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  await Promise.race([ended, sleep(afterMs)]);
  const wasKilled = child.exitCode === null;
  child.kill('SIGKILL');
  await ended;
  return wasKilled;
}

test(`a backup that is killed is never offered, ${KILLS} times`, async () => {
  const before = await folderPlace(place).listBackups();
  const [begin, end] = [before.length, before.length + KILLS];
  for (let nth = 0; nth < KILLS; nth += 1) {
    await killed('backup.ts', [place], { DATA_DIR: server.dataDir }, randomInt(800, 4000));
    for (const name of await folderPlace(place).listBackups())
      await checkPieces(folderPlace(place), await findBackup(folderPlace(place), name), () => undefined);
  }
  const after = await folderPlace(place).listBackups();
  expect(after.length).toBeGreaterThanOrEqual(begin);
  expect(after.length).toBeLessThanOrEqual(end);
  expect((await backup()).code).toBe(0);
});

test(`a restore that is killed starts over, ${KILLS} times, and nothing starts on the half of one`, async () => {
  const dataDir = join(folder, 'killed');
  mkdirSync(dataDir, { mode: 0o711 });
  const what = `${place}/${manifest.name}.json`;
  let kills = 0;
  for (let nth = 0; nth < KILLS; nth += 1)
    if (await killed('restore.ts', [what], { DATA_DIR: dataDir }, 1500 + nth * 1200 + randomInt(1200))) kills += 1;
  if (existsSync(join(dataDir, 'restoring.json')))
    await expect(startServer({ env: ENV(), folder: dataDir })).rejects.toThrow(
      /was broken off\. Call it again: npm run restore/,
    );
  printFigures('restores that were killed', { kills });
  expect(kills).toBeGreaterThan(0);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const done = await restore(dataDir, {}, what);
  expect(done.code === 0 || /is not empty/.test(done.err), done.err).toBe(true);
  const again = await startServer({ env: ENV(), folder: dataDir });
  closers.push(() => again.stop());
  const counted = await ask<{ count: string }>(urlOfRunning(dataDir), 'select count(*) from conversions');
  const { rows } = manifest.database.tables.find(({ name }) => name === 'public.conversions')!;
  // a message that was not judged yet at the instant is judged at the start
  expect(Number(counted[0]!.count)).toBeGreaterThanOrEqual(rows);
});

test('another passphrase, another place and no key at all are told before anything is written', async () => {
  const dataDir = join(folder, 'never');
  expect(await restore(dataDir, { BACKUP_PASSPHRASE: 'another passphrase' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not open by this passphrase') as string,
  });
  expect(await restore(dataDir, { BACKUP_PASSPHRASE: '' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('set BACKUP_PASSPHRASE') as string,
  });
  expect(await restore(dataDir, {}, join(folder, 'nothing'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no backup in') as string,
  });
  expect(existsSync(dataDir)).toBe(false);
});
