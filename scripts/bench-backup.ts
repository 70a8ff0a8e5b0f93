/**
 * `npm run bench -- backup --events 100000000 --pictures 2`: how long a backup of a site of at least so many events takes while its program
 * runs, and a restore of it on a bare machine, compared with the manifest as ever. `--on clickhouse` restores into the stand-in of ClickHouse
 * instead, and takes a backup of that. Pictures are gigabytes of noise. `--folder` names where it all lies: some 150 bytes an event.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@clickhouse/client';
import { createDuckDbStore } from '../src/platform/server/event-store/duckdb/store.ts';
import { diskBlobStore } from '../src/platform/server/blobs/disk-blob-store.ts';
import { createLog } from '../src/platform/server/log.ts';
import { startClickHouse } from '../tests/support/clickhouse.ts';
import { runScript } from '../tests/support/script.ts';
import { startServer } from '../tests/support/server.ts';
import { fillEventStore } from './demo/fill.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    pictures: { type: 'string', default: '0.2' },
    on: { type: 'string', default: 'duckdb' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const EVENTS = Number(values.events);
const PICTURE_BYTES = 1_000_000;
const PICTURES = Math.round((Number(values.pictures) * 1e9) / PICTURE_BYTES);
/** Made one by one; the rest are these at other times with other ids. */
const MADE = Math.min(EVENTS, 1_000_000);
const DAYS = 9;
const DAY_MS = 86_400_000;
const SECRET = { BACKUP_PASSPHRASE: 'a passphrase of the bench' };
const ROOT = join(import.meta.dirname, '..');
const log = createLog('error');

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return done;
}

async function command(what: string, script: string, words: string[], env: Record<string, string>): Promise<void> {
  const { code, out, err } = await timed(what, () => runScript(script, words, { ...SECRET, ...env }));
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${err}`);
  say(`   ${out.trim()}`);
}

async function fillEvents(dataDir: string): Promise<void> {
  const path = join(dataDir, 'events.duckdb');
  const store = createDuckDbStore({ path, migrationsDir: join(ROOT, 'migrations/columnar'), log });
  await store.migrate();
  await fillEventStore(store, { seed: 1, events: MADE, days: DAYS, until: new Date() });
  const columns = await store.columns('events');
  const made = `ts >= timestamp '${new Date(Date.now() - (DAYS + 1) * DAY_MS).toISOString().slice(0, 19)}'`;
  for (let copy = 1; copy < EVENTS / MADE; copy += 1) {
    const values = columns.map((name) =>
      name === 'ts' || name === 'click_ts'
        ? `${name} - interval ${copy * DAYS} day`
        : ['visit_id', 'view_id', 'click_id'].includes(name)
          ? `left(${name}, 8) || '${String(copy).padStart(4, '0')}' || substr(${name}, 13)`
          : name,
    );
    await store.transact([
      {
        sql: `insert into events (${columns.join(', ')}) select ${values.join(', ')} from events where ${made} and ts < now()::timestamp`,
      },
    ]);
  }
  await store.close();
  say(`   ${(statSync(path).size / 1e9).toFixed(2)} GB in the event store`);
}

const folder = mkdtempSync(join(values.folder, 'guidepost-bench-backup-'));
// the database user must be able to pass
chmodSync(folder, 0o711);
try {
  const dataDir = join(folder, 'site');
  const place = join(folder, 'place');
  mkdirSync(dataDir, { mode: 0o711 });
  const server = await startServer({ folder: dataDir });
  await server.terminate();
  await timed(`${EVENTS.toLocaleString('en-US')} events made`, () => fillEvents(dataDir));
  await timed(`${PICTURES} pictures made`, async () => {
    const blobs = diskBlobStore(join(dataDir, 'blobs'));
    for (let nth = 0; nth < PICTURES; nth += 1)
      await blobs.put(`images/bench/${nth}.webp`, randomBytes(PICTURE_BYTES), 'image/webp');
  });
  await server.restart();
  await command('backup of DuckDB while the program runs', 'backup.ts', [place], { DATA_DIR: dataDir });
  await command('a second one', 'backup.ts', [place], { DATA_DIR: dataDir });
  await server.terminate();
  rmSync(dataDir, { recursive: true });
  const bare = join(folder, 'bare');
  mkdirSync(bare, { mode: 0o711 });
  if (values.on === 'duckdb') await command('restore into DuckDB', 'restore.ts', [place], { DATA_DIR: bare });
  else {
    const clickHouse = await startClickHouse(join(folder, 'clickhouse'));
    const client = createClient({ url: clickHouse.url });
    await client.command({ query: 'create database if not exists site' });
    await client.close();
    const env = { CLICKHOUSE_URL: `${clickHouse.url}/site` };
    await command('restore into ClickHouse', 'restore.ts', [place], { DATA_DIR: bare, ...env });
    const again = await startServer({ folder: bare, env });
    await command('backup of ClickHouse', 'backup.ts', [join(folder, 'other-place')], { DATA_DIR: bare, ...env });
    await again.terminate();
    await clickHouse.close();
  }
} finally {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
