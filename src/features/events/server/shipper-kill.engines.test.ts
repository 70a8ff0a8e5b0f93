import { createClient } from '@clickhouse/client';
import { fork } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { findClickHouse, sharedClickHouse } from '../../../../tests/support/clickhouse.ts';
import { testDb } from '../../../../tests/support/db.ts';
import { sampleSize } from '../../../../tests/support/figures.ts';
import { openEventStore } from '../../../platform/server/event-store/open.ts';
import { openJournal } from '../../../platform/server/journal/journal.ts';
import { createShipper } from './shipper.ts';

const log = pino({ level: 'silent' });
const MIGRATIONS = join(import.meta.dirname, '../../../../migrations');
const root = new URL('../../../', import.meta.url).href;
/** `KILLS=300` by hand. */
const KILLS = sampleSize('KILLS', 5);
const WRITERS = 9;

/** Clicks and conversion deltas without end, each noted in a file once it is acknowledged, shipped all the while. */
const script = `
  import { appendFileSync } from 'node:fs';
  import { join } from 'node:path';
  const [root, dir, url, engine] = process.argv.slice(2);
  const at = (path) => import(new URL(path, root).href);
  const { openJournal } = await at('platform/server/journal/journal.ts');
  const { openEventStore } = await at('platform/server/event-store/open.ts');
  const { openDb, openPool } = await at('platform/server/postgres/postgres.ts');
  const { createRecorder } = await at('features/events/server/recorder.ts');
  const { createShipper } = await at('features/events/server/shipper.ts');
  const { buildClick, buildDelta } = await at('features/events/server/testing.ts');
  const { createLog } = await at('platform/server/log.ts');
  const log = createLog('silent');
  const pool = openPool(url, () => {}, { max: 4 });
  const journal = await openJournal({ dir: join(dir, 'journal'), log, segmentBytes: 100000 });
  const clickHouse = engine ? { url: engine, reportsUrl: engine } : undefined;
  const db = openDb(pool);
  const config = { dataDir: dir, clickHouse };
  const eventStore = openEventStore({ config, migrationsDir: join(root, '../migrations'), db, log });
  const jobs = { add: () => Promise.resolve() };
  createShipper({ journal, db, eventStore, jobs, log, clock: () => new Date() }).start();
  const recorder = createRecorder({ journal });
  const note = (id) => { appendFileSync(join(dir, 'acked'), id + '\\n'); process.send(id); };
  const clicking = async () => {
    for (;;) {
      const click = buildClick();
      await recorder.record([click]);
      note(click.click_id);
    }
  };
  const converting = async () => {
    for (;;) {
      const delta = buildDelta();
      await pool.query('insert into event_outbox (payload) values ($1)', [JSON.stringify(delta)]);
      note(delta.event_id);
    }
  };
  for (let n = 0; n < 8; n += 1) void clicking();
  void converting();`;

/** Runs the writer until it has acknowledged 800 events and a moment longer. */
async function writeAndKill(file: string, args: string[], extraMs: number): Promise<void> {
  const child = fork(file, args, { execArgv: [] });
  let left = 800;
  await new Promise<void>((resolve, reject) => {
    child.on('exit', () => reject(new Error('the writer ended by itself')));
    child.on('message', () => {
      left -= 1;
      if (left === 0) resolve();
    });
  });
  await sleep(extraMs);
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const missing = findClickHouse();

/** @returns the address of a new database in the engine of the run */
async function newClickHouse(): Promise<string> {
  const { url } = await sharedClickHouse();
  const name = `k_${randomBytes(8).toString('hex')}`;
  const client = createClient({ url });
  await client.command({ query: `create database ${name}` });
  await client.close();
  return `${url}/${name}`;
}

test.each([{ engine: 'DuckDB' }, { engine: 'ClickHouse' }].filter(({ engine }) => engine === 'DuckDB' || !missing))(
  'whenever a kill -9 comes, each acknowledged event is in PostgreSQL and $engine once',
  async ({ engine }) => {
    const dir = fs.mkdtempSync(join(tmpdir(), 'shipper-kill-'));
    const database = await testDb();
    const url = engine === 'ClickHouse' ? await newClickHouse() : undefined;
    const config = { dataDir: dir, clickHouse: url === undefined ? undefined : { url, reportsUrl: url } };
    const open = () => openEventStore({ config, migrationsDir: MIGRATIONS, db: database.db, log });
    let eventStore = open();
    await eventStore.migrate();
    await eventStore.close();
    const file = join(dir, 'writer.mjs');
    fs.writeFileSync(file, script);
    const given = [root, dir, database.url, ...(url === undefined ? [] : [url])];
    // of the time between two batches
    for (let kill = 0; kill < KILLS; kill += 1) await writeAndKill(file, given, randomInt(300));

    eventStore = open();
    const journal = await openJournal({ dir: join(dir, 'journal'), log });
    const jobs = { add: () => Promise.resolve() };
    const shipper = createShipper({ journal, db: database.db, eventStore, jobs, log, clock: () => new Date() });
    shipper.start();
    // a process that is killed after a second or two leaves most of what it wrote to the next
    await shipper.drain(60_000 + KILLS * 3000);
    const acked = new Set(fs.readFileSync(join(dir, 'acked'), 'utf8').trimEnd().split('\n'));
    const events = await eventStore.query<{ id: string; type: string }>(
      'select coalesce(click_id, event_id) as id, type from events order by 1',
    );
    const stored = new Set(events.map((event) => event.id));
    const { rows: clicks } = await database.pool.query<{ id: string }>('select click_id as id from clicks order by 1');
    expect(stored.size).toBe(events.length);
    expect((await eventStore.doubled()) ?? 0).toBe(0);
    expect([...acked].filter((id) => !stored.has(id))).toEqual([]);
    expect(events.length - acked.size).toBeLessThanOrEqual(KILLS * WRITERS);
    expect(clicks.map((click) => click.id)).toEqual(events.flatMap(({ id, type }) => (type === 'click' ? [id] : [])));

    await shipper.stop();
    await journal.close();
    await eventStore.close();
    await database.close();
    fs.rmSync(dir, { recursive: true, force: true });
  },
  240_000 + KILLS * 30_000,
);
