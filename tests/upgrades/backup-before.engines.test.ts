import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPieces, findBackup } from '../../src/features/backups/server/check.ts';
import { folderPlace } from '../../src/platform/server/backup/place.ts';
import { endPostgres } from '../support/end-postgres.ts';
import { connectToDatabase } from '../support/program-database.ts';
import { runScript } from '../support/script.ts';
import { startServer } from '../support/server.ts';
import { listDumps, PASSPHRASE } from './dumps.ts';

/** The release of tomorrow, whose migrations write rows anew, is started on the site that one of before left. */

const ROOT = join(import.meta.dirname, '../..');
const MARKED = '-- rewrites\n-- Titles are shouted.\nupdate guides set title = upper(title);\n';
const LATER = 'alter table guides add column tomorrow text;\n';

let folder: string;
let dataDir: string;
let release: string;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-before-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'site');
  release = join(folder, 'release');
  for (const name of ['src', 'scripts', 'migrations', 'package.json'])
    cpSync(join(ROOT, name), join(release, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(release, name));
  writeFileSync(join(release, 'migrations/postgres/9998_guides_shouted.sql'), MARKED);
  writeFileSync(join(release, 'migrations/postgres/9999_guides_later.sql'), LATER);
  const dump = listDumps().at(-1)!;
  const done = await runScript('restore.ts', [dump.place], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE });
  expect(done).toMatchObject({ code: 0, err: '' });
  // what the dump had in its journal is shipped by the release of today
  const today = await startServer({ folder: dataDir, keepsFolder: true });
  await expect.poll(() => readdirSync(join(dataDir, 'adopted')), { timeout: 120_000, interval: 500 }).toEqual([]);
  await today.terminate();
}, 600_000);
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await endPostgres(join(dataDir, 'postgres', 'cluster'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const start = async (env: Record<string, string> = {}) => {
  const server = await startServer({ folder: dataDir, root: release, keepsFolder: true, env });
  closers.push(() => server.terminate());
  return server;
};
const placeIn = (path: string) => folderPlace(path);
const titles = async (): Promise<string[]> => {
  const database = await connectToDatabase(dataDir);
  const { rows } = await database.query<{ title: string }>('select title from guides order by id');
  await database.end();
  return rows.map(({ title }) => title);
};

test('a backup of the rows as they were is taken first, and none at the next start; a new site takes none', async () => {
  const server = await start();
  const shouted = await titles();
  expect(shouted.every((title) => title === title.toUpperCase())).toBe(true);
  const place = placeIn(join(dataDir, 'before-upgrade'));
  const [name, ...others] = await place.listBackups();
  expect(others).toEqual([]);
  const manifest = await findBackup(place, name!);
  expect(manifest.database.migrations.map((one) => one.name)).not.toContain('9998_guides_shouted');
  await checkPieces(place, manifest, () => undefined);
  expect(manifest.events.rows).toBeGreaterThan(0);

  // it is one that comes back: with the titles of then, into an empty place
  await server.terminate();
  const again = join(folder, 'again');
  const key = join(dataDir, 'secret.key');
  const restored = await runScript('restore.ts', [join(dataDir, 'before-upgrade'), '--key-file', key], {
    DATA_DIR: again,
  });
  expect(restored).toMatchObject({ code: 0, err: '' });

  await server.restart();
  expect(await place.listBackups()).toEqual([name]);
  await server.terminate();

  const fresh = join(folder, 'fresh');
  const empty = await startServer({ folder: fresh, root: release, keepsFolder: true });
  closers.push(async () => {
    await empty.terminate();
    await endPostgres(join(fresh, 'postgres', 'cluster'));
  });
  expect(existsSync(join(fresh, 'before-upgrade'))).toBe(false);
});

test('one that fails refuses the start and changes nothing, until it is said that none is wanted', async () => {
  // a file stands where the folder would be
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, '');
  const refused = start({ BACKUP_TO: join(blocked, 'place') });
  await expect(refused).rejects.toThrow(
    /Guidepost cannot start: This release writes rows of the database anew, and no backup could be taken before, so nothing was changed: .* set MIGRATE_WITHOUT_BACKUP=1/,
  );
  const server = await start({ BACKUP_TO: join(blocked, 'place'), MIGRATE_WITHOUT_BACKUP: '1' });
  expect((await titles()).every((title) => title === title.toUpperCase())).toBe(true);
  expect(existsSync(join(dataDir, 'before-upgrade'))).toBe(false);
  await server.terminate();
});

test('BACKUP_TO is where it goes, and a command does not bring rows up to date in its stead', async () => {
  const to = join(folder, 'place');
  const command = await runScript('admin.ts', ['list'], { DATA_DIR: dataDir }, release);
  expect(command).toMatchObject({
    code: 1,
    err: expect.stringContaining('start the program, which takes a backup before') as string,
  });
  await start({ BACKUP_TO: to });
  expect(readdirSync(to).filter((name) => name.endsWith('.json'))).toHaveLength(1);
  expect(existsSync(join(dataDir, 'before-upgrade'))).toBe(false);
});
