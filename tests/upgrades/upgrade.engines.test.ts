import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { endPostgres } from '../support/end-postgres.ts';
import { urlOfRunning } from '../../src/platform/server/postgres/running-postgres.ts';
import { runScript } from '../support/script.ts';
import { startServer } from '../support/server.ts';
import { listDumps, PASSPHRASE, type Dump } from './dumps.ts';
import { record } from './record.ts';

/** Sites of earlier releases are brought up by this one, and everybody sees what was seen then. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function restored({ place }: Dump): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-upgrade-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  closers.push(async () => {
    await endPostgres(join(folder, 'site', 'postgres', 'cluster'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  const dataDir = join(folder, 'site');
  const done = await runScript('restore.ts', [place], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE });
  expect(done).toMatchObject({ code: 0, err: '' });
  return dataDir;
}

describe.for(listDumps())('$name', (dump) => {
  test('the newest program shows the pages, leads the links on and reports the figures of then', async () => {
    const server = await startServer({ folder: await restored(dump) });
    closers.push(() => server.stop());
    // sums by the hour are made anew by and by
    await expect.poll(() => record(server, dump.recorded), { timeout: 60_000, interval: 1000 }).toEqual(dump.recorded);
    expect(Object.keys(dump.recorded.pages).length).toBeGreaterThan(5);
  });
});

test('the program and every command refuse data of a newer release, and say which one to start', async () => {
  const dataDir = await restored(listDumps().at(-1)!);
  const first = await startServer({ folder: dataDir });
  const client = new pg.Client({ connectionString: urlOfRunning(dataDir) });
  await client.connect();
  await client.query("insert into migration_checksums (name, sha256) values ('9999_of_tomorrow', '')");
  const words =
    /^The database holds the migration 9999_of_tomorrow, which this release does not know \(its newest is \d{4}_[a-z_]+\): start the newer release, or restore the backup of before it into an empty place\.\n$/m;
  const env = { DATA_DIR: dataDir };
  const asked: [string, string[]][] = [
    ['admin.ts', ['list']],
    ['adopt.ts', ['--give-up', '1']],
    ['backup.ts', [join(dataDir, '..', 'place')]],
    ['database.ts', ['copy', 'postgresql://127.0.0.1:1/none']],
  ];
  // beside a program that runs, and while none does
  for (const [script, said] of asked)
    expect([script, await runScript(script, said, env)]).toEqual([
      script,
      { code: 1, out: '', err: expect.stringMatching(words) as string },
    ]);
  await client.end();
  await first.terminate();
  for (const [script, said] of asked)
    expect([script, await runScript(script, said, env)]).toEqual([
      script,
      { code: 1, out: '', err: expect.stringMatching(words) as string },
    ]);
  await expect(startServer({ folder: dataDir })).rejects.toThrow(/Guidepost cannot start: The database holds/);
});
