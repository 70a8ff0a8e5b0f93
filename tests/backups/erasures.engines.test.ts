import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { urlOfRunning } from '../../src/platform/server/postgres/running-postgres.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Who was erased stays so when a backup of before comes back with the list; without it the click is there again. */

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const PASSPHRASE = 'a passphrase of the tests';
const folder = mkdtempSync(join(tmpdir(), 'guidepost-erasures-'));
// the database user must be able to pass
chmodSync(folder, 0o711);
const closers: (() => unknown)[] = [
  () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const place = join(folder, 'place');
const list = join(folder, 'erasures.jsonl');
const env = { SAMPLE: 'off', ERASURES_FILE: list };

async function ask<Row extends pg.QueryResultRow>(dataDir: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOfRunning(dataDir) });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

type Made = { data: { id: number } };
type Held = { visit: unknown; clicks: unknown[]; events: unknown[] };

const adminOf = (server: TestServer): Promise<Admin> =>
  createAdmin(server.url, server.adminUsername, server.adminPassword);
const heldOf = (admin: Admin, id: string): Promise<Held> => admin.get<Held>(`/admin/personal-data?click_id=${id}`);
const messagesIn = (dataDir: string) => ask<{ name: string }>(dataDir, 'select name from contact_messages order by id');

async function restored(name: string, words: string[], more: Record<string, string> = {}) {
  const dataDir = join(folder, name);
  const given = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE, ...more };
  const done = await runScript('restore.ts', [place, ...words], given);
  expect(done).toMatchObject({ code: 0, err: '' });
  const server = await startServer({ env: { SAMPLE: 'off' }, folder: dataDir });
  closers.push(() => server.stop());
  return { said: done.out, dataDir, admin: await adminOf(server) };
}

test('what was erased after a backup is gone when it comes back, from the events too', async () => {
  const server = await startServer({ env });
  closers.push(() => server.stop());
  const admin = await adminOf(server);
  const network = await admin.post<Made>('/admin/affiliate-networks', { name: 'Network', click_param: 'cid' });
  const offer = await admin.post<Made>('/admin/offers', {
    name: 'Shop',
    url: 'https://shop.example/',
    network_id: network.data.id,
  });
  const link = await admin.post<Made>('/admin/tracking-links', { name: 'Ads', slug: 'ads', fallback_url: '/' });
  const target = { type: 'offer', target_id: offer.data.id, weight: 1 };
  await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, target);
  await server.restart();
  const click = async (): Promise<string> => {
    const reply = await fetch(`${server.url}/go/ads`, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
    return new URL(reply.headers.get('location')!, server.url).searchParams.get('cid')!;
  };
  const [gone, stays] = [await click(), await click()];
  for (const id of [gone, stays])
    await expect
      .poll(async () => {
        const { clicks, events } = await heldOf(admin, id);
        return [clicks.length, events.length > 0];
      })
      .toEqual([1, true]);
  await ask(
    server.dataDir,
    "insert into contact_messages (name, email, message) values ('Gone', 'gone@example.com', 'Hello'), ('Stays', 'stays@example.com', 'Hello')",
  );
  const made = await runScript('backup.ts', [place], { DATA_DIR: server.dataDir, BACKUP_PASSPHRASE: PASSPHRASE });
  expect(made).toMatchObject({ code: 0, err: '' });

  await admin.post('/admin/personal-data/erase', { click_id: gone, reason: 'She asked for it.' });
  const answer = await fetch(`${server.url}/api/settings/contact-messages/1`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(answer.status).toBe(200);
  expect(readFileSync(list, 'utf8')).toBe(readFileSync(join(server.dataDir, 'erasures.jsonl'), 'utf8'));
  expect(readFileSync(list, 'utf8')).not.toContain(gone);
  await server.kill9();

  const without = await restored('without', []);
  expect(without.said).toContain('NO LIST OF ERASURES WAS NAMED');
  expect((await heldOf(without.admin, gone)).events.length).toBeGreaterThan(0);

  const again = await restored('again', ['--erasures', list]);
  expect(again.said).toMatch(/2 erasures of .* are carried out at the start, before anything is served/);
  expect(await heldOf(again.admin, gone)).toMatchObject({ visit: null, clicks: [], events: [] });
  expect((await heldOf(again.admin, stays)).clicks).toHaveLength(1);
  expect(await messagesIn(again.dataDir)).toEqual([{ name: 'Stays' }]);
  const counted = async ({ admin: one }: { admin: Admin }) =>
    (await one.get<{ data: { visits_30d: number }[] }>('/admin/tracking-links')).data[0]!.visits_30d;
  await expect.poll(() => counted(again)).toBe(2);
  // the next restore knows of it too
  const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n');
  expect(linesOf(join(again.dataDir, 'erasures.jsonl'))).toEqual(expect.arrayContaining(linesOf(list)));
});

test('a list that is none is told before anything is changed', async () => {
  const other = join(folder, 'other.jsonl');
  writeFileSync(other, 'hello\n');
  const dataDir = join(folder, 'never');
  const given = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE };
  for (const [words, why] of [
    [['--erasures', other], `Line 1 of ${other} is no erasure`],
    [['--erasures', join(folder, 'missing')], `There is no ${join(folder, 'missing')}`],
    [['--erasures'], 'npm run restore -- BACKUP'],
  ] as const)
    expect(await runScript('restore.ts', [place, ...words], given)).toMatchObject({
      code: 1,
      err: expect.stringContaining(why) as string,
    });
  expect(existsSync(dataDir)).toBe(false);
});
