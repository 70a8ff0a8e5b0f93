import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * PostgreSQL hangs: every process of it is stopped, its connections stay open. A client in another process writes down what it was
 * given. Seen red: answers after 30 to 64 s, and pages in memory emptied by a write right before.
 */

const SECONDS = sampleSize('PROVE_HANG_SECONDS', 4);
const CONNECTIONS = 4;
const closers: (() => unknown)[] = [];

let folder: string;
let postgres: EmbeddedPostgres;
let server: TestServer;
let admin: Admin;
let ways: { item: string; postback: string; guide: number };

/** The postmaster and its children, which have sessions of their own. */
function processes(): number[] {
  const [first = ''] = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) return false;
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === first;
  });
  return [Number(first), ...children.map(Number)];
}

function signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processes()) process.kill(pid, signal);
}

async function get(path: string) {
  const beganMs = performance.now();
  const reply = await fetch(server.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text, ms: Math.round(performance.now() - beganMs) };
}

async function poll(isSo: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until && !(await isSo()); await sleep(50));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-hang-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ dataDir: folder, log: pino({ level: 'silent' }) });
  closers.push(() => postgres.stop());
  server = await startServer({ env: { DATABASE_URL: postgres.url } });
  closers.push(() => server.stop());
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const { data: guides } = await admin.get<{ data: { id: number }[] }>('/admin/listicles');
  const { data: items } = await admin.get<{ data: { id: number }[] }>(`/admin/listicles/${guides[0]!.id}/items`);
  const { data: networks } = await admin.get<{ data: { postback_url: string }[] }>('/admin/affiliate-networks');
  ways = {
    item: `/out/${items[0]!.id}`,
    postback: new URL(networks[0]!.postback_url).pathname,
    guide: guides[1]!.id,
  };
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test(
  'a database that hangs is told in time, pages stay save for what was taken, and no click is lost',
  async () => {
    // a page that shows nothing of what is written, and one that a write which takes nothing makes old
    const [kept, old] = ['/terms', '/'];
    const taken = ways.guide;
    const notes = mkdtempSync(join(tmpdir(), 'guidepost-client-'));
    closers.push(() => rmSync(notes, { recursive: true }));
    const args = [server.url, notes, String(CONNECTIONS), ways.item, ways.item, '/nothing', 'subid'];
    const load = spawn(process.execPath, [join(import.meta.dirname, 'load.mjs'), ...args], { stdio: 'inherit' });
    closers.push(() => load.kill('SIGKILL'));
    for (const path of [kept, `/listicles/${taken}`]) expect((await get(path)).status).toBe(200);
    await admin.put(`/admin/listicles/${taken}`, { status: 'draft' });
    expect((await get(old)).status).toBe(200);
    await admin.post('/admin/listicles', { title: 'Only added' });
    // the message of the write is on its way
    await sleep(500);
    signalPostgres('SIGSTOP');
    closers.push(() => signalPostgres('SIGCONT'));
    const missing = await get('/about');
    const [gone, same, stale, ready, call, postback] = await Promise.all([
      get(`/listicles/${taken}`),
      get(kept),
      get(old),
      get('/readyz'),
      get('/api/admin/offers'),
      get(`${ways.postback}?click_id=none&payout=1`),
    ]);
    await sleep(SECONDS * 1000);
    const way = await get(ways.item);
    signalPostgres('SIGCONT');
    load.kill('SIGTERM');
    await new Promise((done) => load.once('exit', done));
    printFigures('P21', { hung_answer_ms: Math.max(missing.ms, gone.ms, same.ms, stale.ms, ready.ms, postback.ms) });

    expect([missing.status, missing.headers.get('retry-after')]).toEqual([503, '5']);
    expect([gone.status, ready.status, postback.status, way.status]).toEqual([503, 503, 503, 302]);
    expect(call.status).toBe(401);
    expect([same.status, same.headers.get('warning')]).toEqual([200, null]);
    expect([stale.status, stale.headers.get('warning')]).toEqual([200, '110 - "Response is Stale"']);

    const lines = readFileSync(join(notes, 'acked-clicks'), 'utf8').trim().split('\n');
    const given = lines.map((line) => line.split(' ')[1]!);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    let lost: string[] = given;
    await poll(async () => {
      const { rows } = await client.query<{ click_id: string }>('select click_id from clicks');
      const stored = new Set(rows.map((row) => row.click_id));
      lost = given.filter((id) => !stored.has(id));
      return lost.length === 0;
    });
    await client.end();
    printFigures('P21', { hung_acked: given.length, hung_lost: lost.length });
    expect(lost).toEqual([]);
    await poll(async () => (await get(kept)).headers.get('warning') === null);
    const fresh = await get(kept);
    expect([fresh.status, fresh.headers.get('warning')]).toEqual([200, null]);
    expect([404, 410]).toContain((await get(`/listicles/${taken}`)).status);
  },
  120_000 + SECONDS * 1000,
);
