import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testDb } from '../../../../tests/support/db.ts';
import { createDuckDbStore } from '../../../platform/server/event-store/duckdb/store.ts';
import { openJournal } from '../../../platform/server/journal/journal.ts';
import { createShipper } from './shipper.ts';

const log = pino({ level: 'silent' });
const migrationsDir = join(import.meta.dirname, '../../../../migrations/columnar');
const root = new URL('../../../', import.meta.url).href;
const KILLS = 5;
const WRITERS = 9;

/** Clicks and conversion deltas without end, each noted in a file once it is acknowledged, shipped all the while. */
const script = `
  import { appendFileSync } from 'node:fs';
  import { join } from 'node:path';
  const [root, dir, url] = process.argv.slice(2);
  const at = (path) => import(new URL(path, root).href);
  const { openJournal } = await at('platform/server/journal/journal.ts');
  const { createDuckDbStore } = await at('platform/server/event-store/duckdb/store.ts');
  const { openDb, openPool } = await at('platform/server/postgres/postgres.ts');
  const { createRecorder } = await at('features/events/server/recorder.ts');
  const { createShipper } = await at('features/events/server/shipper.ts');
  const { buildClick, buildDelta } = await at('features/events/server/testing.ts');
  const log = { error() {}, warn() {} };
  const pool = openPool(url, () => {}, { max: 4 });
  const journal = await openJournal({ dir: join(dir, 'journal'), log, segmentBytes: 100000 });
  const eventStore = createDuckDbStore({ path: join(dir, 'events.duckdb'), migrationsDir: join(dir, 'none'), log });
  const jobs = { add: () => Promise.resolve() };
  createShipper({ journal, db: openDb(pool), eventStore, jobs, log, clock: () => new Date() }).start();
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

test('whenever a kill -9 comes, each acknowledged event is in each store once', async () => {
  const dir = fs.mkdtempSync(join(tmpdir(), 'shipper-kill-'));
  const database = await testDb();
  const path = join(dir, 'events.duckdb');
  let eventStore = createDuckDbStore({ path, migrationsDir, log });
  await eventStore.migrate();
  await eventStore.close();
  const file = join(dir, 'writer.mjs');
  fs.writeFileSync(file, script);
  for (let kill = 0; kill < KILLS; kill += 1) await writeAndKill(file, [root, dir, database.url], kill * 60);

  eventStore = createDuckDbStore({ path, migrationsDir, log });
  const journal = await openJournal({ dir: join(dir, 'journal'), log });
  const jobs = { add: () => Promise.resolve() };
  const shipper = createShipper({ journal, db: database.db, eventStore, jobs, log, clock: () => new Date() });
  shipper.start();
  await shipper.drain(60_000);
  const acked = new Set(fs.readFileSync(join(dir, 'acked'), 'utf8').trimEnd().split('\n'));
  const events = await eventStore.query<{ id: string; type: string }>(
    'select coalesce(click_id, event_id) as id, type from events order by 1',
  );
  const stored = new Set(events.map((event) => event.id));
  const { rows: clicks } = await database.pool.query<{ id: string }>('select click_id as id from clicks order by 1');
  expect(stored.size).toBe(events.length);
  expect([...acked].filter((id) => !stored.has(id))).toEqual([]);
  expect(events.length - acked.size).toBeLessThanOrEqual(KILLS * WRITERS);
  expect(clicks.map((click) => click.id)).toEqual(events.flatMap(({ id, type }) => (type === 'click' ? [id] : [])));

  await shipper.stop();
  await journal.close();
  await eventStore.close();
  await database.close();
  fs.rmSync(dir, { recursive: true, force: true });
});
