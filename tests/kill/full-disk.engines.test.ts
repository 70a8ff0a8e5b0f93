import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerHealth } from '../../src/features/health/contract.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { testDb, type TestDb } from '../support/db.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { logIn, startServer, type TestServer } from '../support/server.ts';

/**
 * The small sample of P22, on a real disk that is full: a file system in memory of 96 MB, and a client in another process that writes
 * down what it was given. Only root may make one; for everybody else the tests of the journal on a small disk are what there is. Seen
 * red: a journal without a reserve, which let clicks through unrecorded while Server Health said that none is ever dropped.
 */

const CLICKS = sampleSize('PROVE_FULL_DISK_CLICKS', 150);
const CONNECTIONS = 8;
const LIMIT_MS = 60_000 + CLICKS * 100;
const isRoot = process.getuid?.() === 0;
const closers: (() => unknown)[] = [];

let disk: string;
let folder: string;
let database: TestDb;
let server: TestServer;
let admin: Admin;
let load: ChildProcess;
let guidePath: string;

/** Takes all space there is. @returns gives it back */
function fill(): () => void {
  const path = join(disk, 'filler');
  const file = openSync(path, 'w');
  for (const piece of [Buffer.alloc(1 << 20), Buffer.alloc(4096)]) {
    try {
      for (;;) writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

/** What the client was given, in the order in which it came. */
function acked(): string[] {
  const path = join(folder, 'acked-clicks');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return lines.flatMap((line) => line.split(' ')[1] ?? []);
}

async function ackedMore(count: number): Promise<string[]> {
  const from = acked().length;
  await poll('so many clicks', () => acked().length >= from + count);
  return acked().slice(from);
}

const stored = async (): Promise<string[]> =>
  (await database.pool.query<{ click_id: string }>('select click_id from clicks')).rows.map((row) => row.click_id);

async function poll(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(50)) if (await isSo()) return;
  throw new Error(`There were never ${what}.`);
}

async function check(key: string): Promise<ServerHealth['checks'][number]> {
  const { data } = await admin.get<{ data: ServerHealth }>('/admin/server-health');
  return data.checks.find((one) => one.key === key)!;
}

/** What Server Health says was let through unrecorded. */
async function unrecorded(): Promise<{ visits: number; clicks: number }> {
  const sums = { visits: 0, clicks: 0 };
  for (const [, visits, clicks] of (await check('uncounted')).value.matchAll(
    /([\d,]+) visits? and ([\d,]+) clicks?/g,
  )) {
    sums.visits += Number(visits!.replaceAll(',', ''));
    sums.clicks += Number(clicks!.replaceAll(',', ''));
  }
  return sums;
}

async function upload(): Promise<{ status: number; message: string }> {
  const body = new FormData();
  body.append('image', new Blob([Buffer.alloc(2000)]), 'a.png');
  const authorization = `Bearer ${await logIn(server)}`;
  const reply = await fetch(`${server.url}/api/images`, { method: 'POST', body, headers: { authorization } });
  return { status: reply.status, message: ((await reply.json()) as { message: string }).message };
}

/** A link that leads straight to an offer of the sample. @returns the paths of link, product and postback */
async function buildWays(): Promise<string[]> {
  type List<T = object> = { data: (T & { id: number })[] };
  const offers = await admin.get<List>('/admin/offers');
  const guides = await admin.get<List>('/admin/listicles');
  const items = await admin.get<List>(`/admin/listicles/${guides.data[0]!.id}/items`);
  const networks = await admin.get<List<{ postback_url: string }>>('/admin/affiliate-networks');
  const link = await admin.post<{ data: { id: number } }>('/admin/tracking-links', {
    name: 'Link',
    slug: 'to-shop',
    fallback_url: '/',
  });
  await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, {
    type: 'offer',
    target_id: offers.data[0]!.id,
    weight: 1,
  });
  guidePath = `/listicles/${guides.data[0]!.id}`;
  return ['/go/to-shop', `/out/${items.data[0]!.id}`, new URL(networks.data[0]!.postback_url).pathname];
}

beforeAll(async () => {
  if (!isRoot) return;
  folder = mkdtempSync(join(tmpdir(), 'guidepost-client-'));
  disk = mkdtempSync(join(tmpdir(), 'guidepost-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]);
  closers.push(() => {
    execFileSync('umount', [disk]);
    for (const one of [disk, folder]) rmSync(one, { recursive: true });
  });
  chmodSync(disk, 0o711);
  database = await testDb();
  closers.push(() => database.close());
  server = await startServer({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error' }, parent: disk });
  closers.push(() => server.stop());
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const ways = await buildWays();
  await poll('a router that knows the link', async () => {
    const { headers } = await fetch(`${server.url}/go/to-shop`, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    });
    return headers.get('location')?.includes('subid=') ?? false;
  });
  load = spawn(
    process.execPath,
    [join(import.meta.dirname, 'load.mjs'), server.url, folder, String(CONNECTIONS), ...ways, 'subid'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  closers.push(() => load.kill('SIGKILL'));
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test.runIf(isRoot)(
  'a full disk stops no reader, takes nothing of what was given out without telling, and heals by itself',
  async () => {
    const readPage = async () => (await fetch(server.url + guidePath)).status;
    const before = await ackedMore(CLICKS);
    await readPage();
    await poll('a whole reserve', async () => (await check('journal_reserve')).value === '1.0 MB of 1.0 MB ready');

    // a slow machine must not use the reserve up before it is looked at
    load.kill('SIGSTOP');
    const giveBack = fill();
    const fullAtMs = performance.now();
    await poll('a disk that Server Health calls full', async () =>
      (await check('disk')).value.startsWith('0 B of 96 MB'),
    );
    const toldMs = performance.now() - fullAtMs;
    load.kill('SIGCONT');
    const fromReserve = await ackedMore(CLICKS);
    load.kill('SIGSTOP');
    let refused = await upload();
    // the disk is looked at once a second
    await poll('refused uploads', async () => refused.status !== 415 || ((refused = await upload()), false));
    const page = await readPage();
    const inUse = await check('journal_reserve');
    expect(await unrecorded()).toEqual({ visits: 0, clicks: 0 });
    load.kill('SIGCONT');
    await poll('clicks beyond the reserve', async () => (await unrecorded()).clicks >= CLICKS);

    giveBack();
    const backMs = performance.now();
    await poll('a whole reserve again', async () => (await check('journal_reserve')).status === 'ok');
    const healedMs = performance.now() - backMs;
    const after = await ackedMore(CLICKS);
    load.kill('SIGTERM');
    await new Promise((done) => load.once('exit', done));
    const given = acked();
    const told = await unrecorded();
    let all: string[] = [];
    let kept = new Set<string>();
    const missing = () => given.filter((id) => !kept.has(id)).length;
    // a count alone would be reached with one given click still on its way: the click that asked whether the router knows the link is stored too
    await poll('all clicks that were given out and recorded', async () => {
      all = await stored();
      kept = new Set(all);
      return missing() <= told.clicks;
    });
    const { totals } = await pollTotals(all.length);
    printFigures('P22', {
      acked: given.length,
      lost_beyond_told: missing() - told.clicks,
      told_as_not_recorded: told.clicks + told.visits,
      recorded_from_reserve: fromReserve.filter((id) => kept.has(id)).length,
      told_ms: Math.round(toldMs),
      healed_ms: Math.round(healedMs),
    });
    expect(refused).toMatchObject({ status: 507, message: expect.stringContaining('Make room') });
    expect(page).toBe(200);
    expect(inUse.status).not.toBe('ok');
    expect([...before, ...fromReserve, ...after].filter((id) => !kept.has(id))).toEqual([]);
    expect(missing()).toBe(told.clicks);
    expect(kept.size).toBe(all.length);
    expect(totals.clicks).toBe(all.length);

    await poll('an alert with these numbers', async () => {
      const { data } = await admin.get<{ data: { message: string }[] }>('/admin/alerts?kind=not_recorded');
      return data[0]?.message.includes(`${told.clicks.toLocaleString('en-US')} click`) ?? false;
    });
    await server.kill9();
    await server.restart();
    expect(await unrecorded()).toEqual(told);
  },
  3 * LIMIT_MS,
);

async function pollTotals(clicks: number) {
  let last = { totals: { clicks: 0 } };
  await poll('equal totals', async () => {
    last = await admin.get<{ totals: { clicks: number } }>('/admin/stats/offers').catch(() => last);
    return last.totals.clicks >= clicks;
  });
  return last;
}
