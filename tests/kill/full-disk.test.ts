import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type Admin } from '../journey/http.ts';
import { testDb, type TestDb } from '../support/db.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * The small sample of P22, on a real disk that is full: a file system in memory of 96 MB. Only root may make one; for everybody else
 * the tests of the journal with a disk that refuses are what there is. Seen red: a journal that does not
 * write again after an error.
 */

const CLICKS = sampleSize('PROVE_FULL_DISK_CLICKS', 150);
const isRoot = process.getuid?.() === 0;
const closers: (() => unknown)[] = [];

let disk: string;
let database: TestDb;
let server: TestServer;
let admin: Admin;
let paths: { item: string; guide: string };

async function get(path: string) {
  const reply = await fetch(server.url + path, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
  });
  await reply.arrayBuffer();
  const location = reply.headers.get('location');
  return {
    status: reply.status,
    id: location === null ? null : new URL(location, server.url).searchParams.get('subid'),
  };
}

/** One after the other, so that every answer is an append of its own. */
async function click(count: number): Promise<{ ids: string[]; redirected: number }> {
  const answers = [];
  for (let n = 0; n < count; n += 1) answers.push(await get(paths.item));
  return {
    ids: answers.flatMap(({ id }) => id ?? []),
    redirected: answers.filter(({ status }) => status === 302).length,
  };
}

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

const stored = async (): Promise<string[]> =>
  (await database.pool.query<{ click_id: string }>('select click_id from clicks')).rows.map((row) => row.click_id);

async function poll(isSo: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until && !(await isSo()); await sleep(50));
}

beforeAll(async () => {
  if (!isRoot) return;
  disk = mkdtempSync(join(tmpdir(), 'guidepost-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]);
  closers.push(() => {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });
  chmodSync(disk, 0o711);
  database = await testDb();
  closers.push(() => database.close());
  server = await startServer({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error' }, parent: disk });
  closers.push(() => server.stop());
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const { data: guides } = await admin.get<{ data: { id: number }[] }>('/admin/listicles');
  const guide = guides[0]!.id;
  const { data: items } = await admin.get<{ data: { id: number }[] }>(`/admin/listicles/${guide}/items`);
  paths = { item: `/out/${items[0]!.id}`, guide: `/listicles/${guide}` };
}, 120_000);

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test.runIf(isRoot)(
  'a full disk stops no reader, takes nothing that was stored, and heals by itself',
  async () => {
    const before = await click(CLICKS);
    await get(paths.guide);
    const giveBack = fill();
    const during = await click(CLICKS);
    const page = await get(paths.guide);
    giveBack();
    const backMs = performance.now();
    let healedMs = Infinity;
    await poll(async () => {
      const { ids } = await click(1);
      await sleep(300);
      if (!(await stored()).includes(ids[0]!)) return false;
      healedMs = performance.now() - backMs;
      return true;
    });
    const after = await click(CLICKS);
    const acked = [...before.ids, ...after.ids];
    await poll(async () => new Set(await stored()).size >= acked.length);
    const all = await stored();
    const lost = acked.filter((id) => !all.includes(id));
    const { totals } = await pollTotals(all.length);
    printFigures('P22', {
      acked: acked.length,
      lost: lost.length,
      asked_while_full: CLICKS,
      redirects_302: during.redirected / CLICKS,
      not_recorded_while_full: during.ids.filter((id) => !all.includes(id)).length,
      healed_ms: Math.round(healedMs),
    });
    expect(during.redirected).toBe(CLICKS);
    expect(page.status).toBe(200);
    expect(acked.length).toBe(2 * CLICKS);
    expect(lost).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    expect(healedMs).toBeLessThan(Infinity);
    expect(server.output()).toContain('could not be written');
    expect(totals.clicks).toBe(all.length);
  },
  120_000 + CLICKS * 200,
);

async function pollTotals(clicks: number) {
  let last = { totals: { clicks: 0 } };
  await poll(async () => {
    last = await admin.get<{ totals: { clicks: number } }>('/admin/stats/offers').catch(() => last);
    return last.totals.clicks >= clicks;
  });
  return last;
}
