import { createClient } from '@clickhouse/client';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkPieces, findBackup } from '../../src/features/backups/server/check.ts';
import type { BackupsShown } from '../../src/features/backups/contract.ts';
import { folderPlace } from '../../src/platform/server/backup/place.ts';
import { openJournal } from '../../src/platform/server/journal/journal.ts';
import { createAdmin } from '../journey/http.ts';
import { findClickHouse, sharedClickHouse } from '../support/clickhouse.ts';
import { emptyDb } from '../support/db.ts';
import { endPostgres } from '../support/end-postgres.ts';
import { connectToDatabase } from '../support/program-database.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listDumps, PASSPHRASE } from './dumps.ts';
import { record } from './record.ts';

/** The release of tomorrow, whose migrations rewrite rows, is started on the site that one of before left. */

const ROOT = join(import.meta.dirname, '../..');
const MARKED = '-- rewrites\n-- Titles are shouted.\nupdate guides set title = upper(title);\n';
const LATER = 'alter table guides add column tomorrow text;\n';
const SAID = 'This release rewrites rows of the database: a backup is taken before';

const dump = listDumps().at(-1)!;
let base: string;
/** A site as the release of today left it; each test has a copy. */
let site: string;
let folder: string;
let dataDir: string;
const closers: (() => unknown)[] = [];

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'guidepost-before-'));
  // the database user must be able to pass
  chmodSync(made, 0o711);
  return made;
}

beforeAll(async () => {
  base = makeFolder();
  site = join(base, 'site');
  const done = await runScript('restore.ts', [dump.place], { DATA_DIR: site, BACKUP_PASSPHRASE: PASSPHRASE });
  expect(done).toMatchObject({ code: 0, err: '' });
  // what the dump had in its journal is shipped by the release of today
  const today = await startServer({ folder: site, keepsFolder: true });
  while (readdirSync(join(site, 'adopted')).length > 0) await sleep(200);
  expect(await today.terminate()).toBe(0);
}, 600_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

beforeEach(() => {
  folder = makeFolder();
  dataDir = join(folder, 'site');
  execFileSync('cp', ['-a', site, dataDir]);
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await endPostgres(join(dataDir, 'postgres', 'cluster'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** @param more files of its migrations beyond those of today */
function releaseOfTomorrow(more: Record<string, string>): string {
  const root = mkdtempSync(join(folder, 'release-'));
  chmodSync(root, 0o755);
  for (const name of ['src', 'scripts', 'migrations', 'package.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(root, name));
  for (const [name, text] of Object.entries(more)) writeFileSync(join(root, 'migrations', name), text);
  return root;
}
const shouting = (): string =>
  releaseOfTomorrow({ 'postgres/9998_guides_shouted.sql': MARKED, 'postgres/9999_guides_later.sql': LATER });

async function start(root: string | undefined, env: Record<string, string> = {}, at = dataDir): Promise<TestServer> {
  const server = await startServer({ folder: at, keepsFolder: true, env, ...(root !== undefined && { root }) });
  closers.push(() => server.terminate());
  return server;
}
const titles = async (): Promise<string[]> => {
  const database = await connectToDatabase(dataDir);
  const { rows } = await database.query<{ title: string }>('select title from guides order by id');
  await database.end();
  return rows.map(({ title }) => title);
};
const isShouted = (all: string[]): boolean => all.length > 0 && all.every((title) => title === title.toUpperCase());
const before = (): string => join(dataDir, 'before-upgrade');
const listIn = (place: string): Promise<string[]> => folderPlace(place).listBackups();

test('the rows as they were are saved first, once, and the release of before shows them again; a new site takes none', async () => {
  const release = shouting();
  const server = await start(release);
  expect(server.output()).toContain(SAID);
  expect(isShouted(await titles())).toBe(true);
  const [name, ...others] = await listIn(before());
  expect(others).toEqual([]);
  expect(server.output()).toContain(`npm run restore -- ${before()}/${name}`);
  const place = folderPlace(before());
  const manifest = await findBackup(place, name!);
  expect(manifest.database.migrations.map((one) => one.name)).not.toContain('9998_guides_shouted');
  await checkPieces(place, manifest, () => undefined);
  expect(manifest.events.rows).toBeGreaterThan(0);

  // Server Health has it among the backups
  const admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const { data } = await admin.get<{ data: BackupsShown }>('/admin/backups');
  expect(data.runs).toMatchObject([
    {
      kind: 'backup',
      outcome: 'good',
      backup: name,
      note: expect.stringContaining('Taken before an upgrade') as string,
    },
  ]);

  const said = server.output().length;
  await server.restart();
  expect(server.output().slice(said)).not.toContain('backup');
  expect(await listIn(before())).toEqual([name]);
  await server.terminate();

  // the release of before, in an empty place
  const again = join(folder, 'again');
  const key = ['--key-file', join(dataDir, 'secret.key')];
  const restored = await runScript('restore.ts', [before(), ...key], { DATA_DIR: again });
  expect(restored).toMatchObject({ code: 0, err: '' });
  const today = await start(undefined, {}, again);
  closers.push(() => endPostgres(join(again, 'postgres', 'cluster')));
  await expect.poll(() => record(today, dump.recorded), { timeout: 60_000, interval: 1000 }).toEqual(dump.recorded);
  await today.terminate();

  const fresh = join(folder, 'fresh');
  closers.push(() => endPostgres(join(fresh, 'postgres', 'cluster')));
  const empty = await start(release, {}, fresh);
  expect(empty.output()).not.toContain(SAID);
  expect(existsSync(join(fresh, 'before-upgrade'))).toBe(false);
});

test('a release that only adds takes none', async () => {
  const server = await start(releaseOfTomorrow({ 'postgres/9999_guides_later.sql': LATER }));
  expect(server.output()).not.toContain(SAID);
  expect(existsSync(before())).toBe(false);
});

test('one that fails refuses the start and changes nothing, until it is said that none is wanted', async () => {
  const release = shouting();
  // a file stands where the folder would be
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, '');
  const env = { BACKUP_TO: join(blocked, 'place') };
  // a second time too
  for (let nth = 0; nth < 2; nth += 1)
    await expect(start(release, env)).rejects.toThrow(
      /Guidepost cannot start: This release rewrites rows of the database, and no backup could be taken before, so nothing was changed: .*blocked.* start once with MIGRATE_WITHOUT_BACKUP=1/,
    );
  const server = await start(release, { ...env, MIGRATE_WITHOUT_BACKUP: '1' });
  expect(isShouted(await titles())).toBe(true);
  expect(server.output()).not.toContain(SAID);
  expect(existsSync(before())).toBe(false);
});

test('BACKUP_TO is where it goes, and a command does not bring rows up to date in its stead', async () => {
  const release = shouting();
  const to = join(folder, 'place');
  const command = await runScript('admin.ts', ['list'], { DATA_DIR: dataDir }, release);
  expect(command).toMatchObject({
    code: 1,
    err: expect.stringContaining('start the program, which takes a backup before') as string,
  });
  await start(release, { BACKUP_TO: to });
  expect(await listIn(to)).toHaveLength(1);
  expect(existsSync(before())).toBe(false);
});

test('an upgrade that breaks off and is started again and again keeps the one backup of before it', async () => {
  const release = releaseOfTomorrow({
    'postgres/9997_guides_shouted.sql': MARKED,
    'postgres/9998_guides_broken.sql': '-- rewrites\nupdate guides set title = nothing;\n',
  });
  for (let nth = 0; nth < 3; nth += 1)
    await expect(start(release)).rejects.toThrow(/The migration 9998_guides_broken failed: column "nothing"/);
  const [name, ...others] = await listIn(before());
  expect(others).toEqual([]);
  // the release of before on its backup: nothing is shouted there
  const manifest = await findBackup(folderPlace(before()), name!);
  expect(manifest.database.migrations.map((one) => one.name)).not.toContain('9997_guides_shouted');
  // mended, and up: the next upgrade takes its own, and the last two stay
  rmSync(join(release, 'migrations/postgres/9998_guides_broken.sql'));
  const server = await start(release);
  await server.terminate();
  expect(await listIn(before())).toEqual([name]);
  for (const file of ['9998_guides_again.sql', '9999_guides_again.sql']) {
    writeFileSync(join(release, 'migrations/postgres', file), MARKED);
    await (await start(release)).terminate();
  }
  const kept = await listIn(before());
  expect(kept).toHaveLength(2);
  expect(kept).not.toContain(name);
});

test('a rewriting migration of the event store is one too', async () => {
  const marked = "-- rewrites\nupdate events set country = 'XX' where type = 'visit';\n";
  const release = releaseOfTomorrow({ 'columnar/9999_events_rewritten.sql': marked });
  const server = await start(release);
  expect(server.output()).toContain(SAID);
  const [name, ...others] = await listIn(before());
  expect(others).toEqual([]);
  const manifest = await findBackup(folderPlace(before()), name!);
  expect(manifest.events.migrations.map((one) => one.name)).not.toContain('9999_events_rewritten.sql');
  await server.restart();
  expect(await listIn(before())).toEqual([name]);
});

test('in a PostgreSQL elsewhere, with tables of the release of then: the backup is one that comes back', async () => {
  const database = await emptyDb();
  closers.push(() => database.close());
  const old = join(folder, 'old');
  const env = { DATABASE_URL: database.url };
  const done = await runScript('restore.ts', [dump.place], {
    ...env,
    DATA_DIR: old,
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  expect(done).toMatchObject({ code: 0, err: '' });
  // as if it had been at work there ever since: nothing of a restore is left
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("update sending_hold set ended_at = now(), outcome = 'released'");
  await client.end();
  rmSync(join(old, 'adopted'), { recursive: true });
  const journal = await openJournal({ dir: join(old, 'journal'), log: pino({ level: 'silent' }), reserveBytes: 0 });
  await journal.close();
  const server = await start(shouting(), env, old);
  const place = join(old, 'before-upgrade');
  const [name] = await listIn(place);
  const manifest = await findBackup(folderPlace(place), name!);
  expect(manifest.database.migrations.at(-1)!.name).toBe('0110_backup_runs');
  await server.terminate();
  const restored = await runScript('restore.ts', [place, '--key-file', join(old, 'secret.key')], {
    DATA_DIR: join(folder, 'again'),
  });
  expect(restored).toMatchObject({ code: 0, err: '' });
});

const missing = findClickHouse();
test.skipIf(missing !== undefined)('events in ClickHouse are saved before their rows are rewritten', async () => {
  const { url } = await sharedClickHouse();
  const name = `b_${randomBytes(6).toString('hex')}`;
  const client = createClient({ url });
  closers.push(async () => {
    await client.command({ query: `drop database ${name}` });
    await client.close();
  });
  await client.command({ query: `create database ${name}` });
  const env = { CLICKHOUSE_URL: `${url}/${name}` };
  const own = join(folder, 'own');
  closers.push(() => endPostgres(join(own, 'postgres', 'cluster')));
  const today = await start(undefined, env, own);
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0', accept: 'text/html' };
  expect((await fetch(`${today.url}/go/sample-ad`, { redirect: 'manual', headers })).status).toBe(302);
  const devices = async () => {
    const query = `select distinct device from ${name}.events where type = 'visit'`;
    return (await client.query({ query, format: 'JSONEachRow' })).json<{ device: string }>();
  };
  await expect.poll(devices).toEqual([{ device: 'desktop' }]);
  await today.terminate();

  const marked = `-- rewrites\nalter table events update device = 'none' where type = 'visit' settings mutations_sync = 1;\n`;
  const server = await start(releaseOfTomorrow({ 'clickhouse/9999_events_rewritten.sql': marked }), env, own);
  expect(server.output()).toContain(SAID);
  await expect.poll(devices).toEqual([{ device: 'none' }]);
  const place = join(own, 'before-upgrade');
  const kept = await listIn(place);
  expect(kept).toHaveLength(1);
  await server.restart();
  expect(await listIn(place)).toEqual(kept);
  await server.terminate();

  const again = join(folder, 'again');
  const restored = await runScript('restore.ts', [place, '--key-file', join(own, 'secret.key')], { DATA_DIR: again });
  expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/ [1-9]\d* events/) as string });
});
