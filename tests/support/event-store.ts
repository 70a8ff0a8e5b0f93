import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { randomBytes } from 'node:crypto';
import { createClickHouseStore } from '../../src/platform/server/event-store/clickhouse/store.ts';
import { createDuckDbStore } from '../../src/platform/server/event-store/duckdb/store.ts';
import type { EventStore } from '../../src/platform/server/event-store/event-store.ts';
import { createLog } from '../../src/platform/server/log.ts';
import { sharedClickHouse } from './clickhouse.ts';
import { testDb } from './db.ts';
import { oncePerRun } from './once-per-run.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations/columnar');

const open = (path: string): EventStore =>
  createDuckDbStore({ path, migrationsDir: MIGRATIONS, log: createLog('silent') });

/** The engine that tests of reports run on: DuckDB, or ClickHouse where the run says so. */
export const isOnClickHouse = process.env['EVENT_STORE'] === 'clickhouse';

/** An empty event store of its own, which goes with it when it is closed. */
export const testEventStore = (): Promise<EventStore & { path?: string }> =>
  isOnClickHouse ? testClickHouse().then(({ store, close }) => ({ ...store, close })) : testDuckDb();

/** A database of the run's engine, with every migration in it. */
export async function testClickHouse() {
  const { url } = await sharedClickHouse();
  const database = `t_${randomBytes(8).toString('hex')}`;
  const client = createClient({ url });
  await client.command({ query: `create database ${database}` });
  const { db, close } = await testDb();
  const address = `${url}/${database}`;
  const files = mkdtempSync(join(tmpdir(), 'guidepost-files-'));
  const store = createClickHouseStore({
    url: address,
    migrationsDir: join(MIGRATIONS, '../clickhouse'),
    files,
    db,
    log: createLog('silent'),
  });
  await store.migrate();
  return {
    url: address,
    db,
    store,
    async close() {
      await store.close();
      await client.command({ query: `drop database ${database}` });
      await client.close();
      await close();
      rmSync(files, { recursive: true, force: true });
    },
  };
}

/** A file in a folder of its own. */
export async function testDuckDb(): Promise<EventStore & { path: string }> {
  const template = await oncePerRun('events.duckdb', async (path) => {
    const store = open(path);
    await store.migrate();
    await store.close();
    return path;
  });
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-events-'));
  const path = join(folder, 'events.duckdb');
  copyFileSync(template, path);
  const store = open(path);
  await store.migrate();
  return {
    ...store,
    path,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to the process of the event store of a program; of one that is just being started again there is none. */
export function signalEventStore(dataDir: string, signal: NodeJS.Signals): void {
  const lock = join(dataDir, 'lock');
  if (!existsSync(lock)) return;
  const { pid } = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number };
  // whatever its script is called, it is told which file it holds
  const file = join(dataDir, 'events.duckdb');
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // after the name in brackets come the state and the parent
      const parent = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1];
      const command = readFileSync(`/proc/${each}/cmdline`, 'utf8');
      if (Number(parent) === pid && command.includes(file)) process.kill(Number(each), signal);
    } catch {
      // it ended by itself
    }
  }
}
