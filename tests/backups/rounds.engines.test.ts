import { createClient } from '@clickhouse/client';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBackup } from '../../src/features/backups/server/check.ts';
import { folderPlace } from '../../src/platform/server/backup/place.ts';
import { urlOfRunning } from '../../src/platform/server/postgres/running-postgres.ts';
import { createAdmin } from '../journey/http.ts';
import { findClickHouse, sharedClickHouse } from '../support/clickhouse.ts';
import { emptyDb } from '../support/db.ts';
import { endPostgres } from '../support/end-postgres.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeBusySite, type BusySite } from './busy-site.ts';

/** P25, again and again: a backup of a site in use comes back as it was at the instant, whichever engines it goes into. */

const ROUNDS = sampleSize('PROVE_BACKUP_ROUNDS', 1);
const PASSPHRASE = { BACKUP_PASSPHRASE: 'a passphrase of the tests' };
const ENV = { SAMPLE: 'off', PUBLIC_URL: 'https://guides.example' };

let folder: string;
let server: TestServer;
let site: BusySite;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-rounds-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  server = await startServer({ env: ENV });
  site = await makeBusySite(server, { name: 'Ads', click_id_param: 'xid' });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

type Elsewhere = { env: Record<string, string>; close(): Promise<void> };

const NOWHERE: Elsewhere = { env: {}, close: () => Promise.resolve() };

async function databaseElsewhere(): Promise<Elsewhere> {
  const database = await emptyDb();
  return { env: { DATABASE_URL: database.url }, close: () => database.close() };
}

async function eventsElsewhere(): Promise<Elsewhere> {
  const { url } = await sharedClickHouse();
  const name = `b_${randomBytes(6).toString('hex')}`;
  const client = createClient({ url });
  await client.command({ query: `create database ${name}` });
  return {
    env: { CLICKHOUSE_URL: `${url}/${name}` },
    async close() {
      await client.command({ query: `drop database ${name}` });
      await client.close();
    },
  };
}

/** The same instant in the stores of its own, in a PostgreSQL elsewhere, and with events in ClickHouse. */
const PLACES: { name: string; open(): Promise<Elsewhere> }[] = [
  { name: 'stores of its own', open: () => Promise.resolve(NOWHERE) },
  { name: 'a PostgreSQL elsewhere', open: databaseElsewhere },
  ...(findClickHouse() === undefined ? [{ name: 'ClickHouse', open: eventsElsewhere }] : []),
];

async function ids(url: string, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** @returns how many clicks and sales came back; of each what is missing, too many or there twice */
async function round(nth: number, into: (typeof PLACES)[number]) {
  const place = join(folder, `place-${nth}`);
  const load = await site.startLoad();
  const some = site.visits.length;
  await expect.poll(() => site.visits.length).toBeGreaterThan(some + 20);
  const made = await runScript('backup.ts', [place], { ...PASSPHRASE, DATA_DIR: server.dataDir });
  const then = site.visits.length;
  await expect.poll(() => site.visits.length).toBeGreaterThan(then + 20);
  await load.end();
  expect(made).toMatchObject({ code: 0, err: '' });
  const { instant, journal } = await findBackup(folderPlace(place));
  const [instantMs, atMs] = [Date.parse(instant), Date.parse(journal.at)];

  const dataDir = join(folder, `restored-${nth}`);
  const elsewhere = await into.open();
  let restored: TestServer | undefined;
  try {
    const { env } = elsewhere;
    const done = await runScript('restore.ts', [place], { ...PASSPHRASE, ...env, DATA_DIR: dataDir });
    expect(done).toMatchObject({ code: 0, err: '' });
    restored = await startServer({ env: { ...ENV, ...env }, folder: dataDir });
    while (readdirSync(join(dataDir, 'adopted')).length > 0) await sleep(50);
    const url = env['DATABASE_URL'] ?? urlOfRunning(dataDir);
    const clicks = await ids(url, 'select click_id as id from clicks');
    const sales = await ids(url, 'select txid as id from conversions');
    const [known, sold] = [new Set(clicks), new Set(sales)];
    const admin = await createAdmin(restored.url, restored.adminUsername, restored.adminPassword);
    const shown = async () => {
      const { totals: offers } = await admin.get<{ totals: { clicks: number } }>('/admin/stats/offers');
      const { totals } = await admin.get<{ totals: { count: number } }>('/admin/stats/conversions');
      return [offers.clicks, totals.count];
    };
    await expect.poll(shown).toEqual([known.size, sold.size]);
    return {
      clicks: known.size,
      sales: sold.size,
      missing:
        site.visits.filter(({ id, answeredMs }) => answeredMs < atMs && !known.has(id)).length +
        site.sales.filter(({ id, answeredMs }) => answeredMs < instantMs && !sold.has(id)).length,
      too_many:
        site.visits.filter(({ id, beganMs }) => beganMs > atMs && known.has(id)).length +
        site.sales.filter(({ id, beganMs }) => beganMs > atMs && sold.has(id)).length,
      twice: clicks.length - known.size + sales.length - sold.size,
    };
  } finally {
    await restored?.terminate();
    await endPostgres(join(dataDir, 'postgres', 'cluster'));
    await elsewhere.close();
    for (const path of [dataDir, place]) rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

test(`${ROUNDS} backups of a site in use come back as it was at the instant`, { timeout: 60 * 60_000 }, async () => {
  const sum = { rounds: 0, clicks: 0, sales: 0, missing: 0, too_many: 0, twice: 0 };
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    const into = PLACES[(nth + 1) % PLACES.length]!;
    const found = await round(nth, into);
    expect({ nth, into: into.name, ...found }).toMatchObject({ missing: 0, too_many: 0, twice: 0 });
    sum.rounds += 1;
    for (const key of ['clicks', 'sales', 'missing', 'too_many', 'twice'] as const) sum[key] += found[key];
  }
  expect(sum.sales).toBeGreaterThan(0);
  printFigures('P25', sum);
});
