/**
 * `node scripts/upgrade-dump.ts NAME`: keeps a small site of this release, and what is seen of it, in `tests/upgrades/dumps/NAME`, so that
 * every later release is tried on it.
 */
import './node-version.mjs';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from '../tests/support/script.ts';
import { startServer } from '../tests/support/server.ts';
import { FOLDER, PASSPHRASE } from '../tests/upgrades/dumps.ts';
import { record } from '../tests/upgrades/record.ts';
import { runCommand } from './command.ts';

const DAY_MS = 86_400_000;
const EVENTS = '3000';

async function run([name = '', ...rest]: string[]): Promise<string> {
  if (!/^\d{4}-\d\d-\d\d-[a-z0-9-]+$/.test(name) || rest.length > 0)
    throw new Error(
      'node scripts/upgrade-dump.ts NAME    such as 2026-11-26-parquet: the day, and what the release brought',
    );
  const to = join(FOLDER, name);
  if (existsSync(to)) throw new Error(`${to} is there already: dumps are kept as they are.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'guidepost-dump-'));
  // the database user must be able to pass
  chmodSync(dataDir, 0o711);
  const site = join(dataDir, 'site');
  mkdirSync(site, { mode: 0o711 });
  execFileSync(process.execPath, [join(import.meta.dirname, 'demo.ts'), '--events', EVENTS, '--make-only'], {
    env: { ...process.env, DATA_DIR: site },
    stdio: 'inherit',
  });
  const server = await startServer({ folder: site });
  try {
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const now = Date.now();
    const recorded = await record(server, { from: dayOf(now - 92 * DAY_MS), to: dayOf(now - DAY_MS) });
    await server.terminate();
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, 'recorded.json'), `${JSON.stringify(recorded, null, 1)}\n`);
    const made = await runScript('backup.ts', [join(to, 'place')], { DATA_DIR: site, BACKUP_PASSPHRASE: PASSPHRASE });
    if (made.code !== 0) throw new Error(made.err);
    return `${to}: ${made.out.trim()}`;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await runCommand(run);
