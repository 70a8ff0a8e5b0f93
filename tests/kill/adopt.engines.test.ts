import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * An instance redirects while the database is away, is killed, and never comes back: its folder is all that is left. Another one takes its
 * place. Seen red: without the rules of start-up (both run, each with a part of the numbers), and without adopting (20 visits in no number).
 */

const VISITS = 20;

let folder: string;
let postgres: EmbeddedPostgres;
let first: TestServer;
let second: TestServer;
let admin: Admin;
let secretKey: string;
const closers: (() => unknown)[] = [];

const log = pino({ level: 'silent' });

async function count(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return Number((await client.query<{ count: string }>(text)).rows[0]!.count);
  } finally {
    await client.end();
  }
}

async function visit(server: TestServer): Promise<number> {
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0', accept: 'text/html' };
  return (await fetch(`${server.url}/go/sample-ad`, { redirect: 'manual', headers })).status;
}

const adopt = (...words: string[]) =>
  runScript('adopt.ts', words, { DATA_DIR: second.dataDir, DATABASE_URL: postgres.url });

const visitsShown = async (): Promise<number> => {
  const { data } = await admin.get<{ data: { slug: string; visits_30d: number }[] }>('/admin/tracking-links');
  return data.find(({ slug }) => slug === 'sample-ad')!.visits_30d;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-adopt-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ dataDir: folder, log });
  closers.push(() => postgres.stop());
  first = await startServer({ env: { DATABASE_URL: postgres.url } });
  closers.push(() => first.stop());
  secretKey = readFileSync(join(first.dataDir, 'secret.key'), 'utf8');
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test('a second instance is refused while the first one runs', async () => {
  const starting = startServer({ env: { DATABASE_URL: postgres.url }, secretKey });
  await expect(starting).rejects.toThrow(
    /Guidepost cannot start: Another Guidepost runs on this database \(instance 1/,
  );
});

test('one that was killed while the database was away is told, and what it recorded can be adopted', async () => {
  await postgres.stop();
  const statuses: number[] = [];
  for (let nth = 0; nth < VISITS; nth += 1) statuses.push(await visit(first));
  expect(statuses).toEqual(Array.from({ length: VISITS }, () => 302));
  await first.kill9();
  postgres = await startPostgres({ dataDir: folder, log });
  second = await startServer({ env: { DATABASE_URL: postgres.url }, secretKey });
  closers.push(() => second.stop());
  admin = await createAdmin(second.url, second.adminUsername, second.adminPassword);
  const stored = await count('select count(*) from visits');
  const shown = await visitsShown();
  await expect
    .poll(
      async () =>
        (await admin.get<{ data: { message: string }[] }>('/admin/alerts?state=open')).data.map((one) => one.message),
      { timeout: 180_000, interval: 1000 },
    )
    .toContainEqual(expect.stringMatching(/^Instance 1 on .* did not end in order/));
  expect(await adopt(join(folder, 'nothing'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no journal in') as string,
  });
  expect(await adopt(second.dataDir)).toMatchObject({ code: 1 });
  expect(await adopt(first.dataDir)).toEqual({
    code: 0,
    err: '',
    out: 'The journal of instance 1 is being shipped.\nEverything of instance 1 is in the numbers. Its folder is no longer needed.\n',
  });
  expect(await count('select count(*) from visits')).toBe(stored + VISITS);
  await expect.poll(visitsShown).toBe(shown + VISITS);
  const { data } = await admin.get<{ data: { message: string }[] }>('/admin/alerts?state=open');
  expect(data.filter(({ message }) => message.startsWith('Instance 1'))).toEqual([]);
});
