import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDuckDbStore } from '../../../platform/server/event-store/duckdb/store.ts';

const migrationsDir = join(import.meta.dirname, '../../../../migrations/columnar');
const root = new URL('../../../', import.meta.url).href;
const KILLS = 3;
/** Told by the writer before the process is killed: batches and sums, each time more. */
const STEPS = 6;

/** Events of any hour of two days, appended without end, while the hours are summed up without end. */
const script = `
  import { join } from 'node:path';
  const [root, path, none] = process.argv.slice(2);
  const at = (path) => import(new URL(path, root).href);
  const { createDuckDbStore } = await at('platform/server/event-store/duckdb/store.ts');
  const { sumUpHours } = await at('features/events/server/hours.ts');
  const log = { error() {}, warn() {} };
  const eventStore = createDuckDbStore({ path, migrationsDir: none, log });
  const any = (most) => Math.floor(Math.random() * most);
  const types = ['visit', 'view', 'click', 'conversion'];
  const row = (hour) => ({
    type: types[any(4)], ts: new Date(Date.UTC(2026, 4, 1, hour) + any(3600) * 1000).toISOString(), guide_id: any(3) + 1,
    visitor: any(9), is_bot: false, is_internal: false, status: 'approved', delta_count: 1, delta_micros: '1000001', currency: 'USD',
  });
  const appending = async () => {
    for (;;) {
      // of one hour each, or the hours would change faster than they are summed up
      const hour = any(48);
      const rows = Array.from({ length: 20 }, () => row(hour));
      await eventStore.append({ cursor: 'writer', position: String(Math.random()), table: 'events', rows });
      process.send('appended');
    }
  };
  const summing = async () => {
    for (;;) {
      // with nothing to do yet, nothing is told
      if ((await sumUpHours({ eventStore, clock: () => new Date() })) > 0) process.send('summed');
    }
  };
  void appending();
  void summing();`;

/** What is summed up of hours that are not named as changed, beside what their rows say. */
const DIFFERENCES = `
  with clean as (
    select distinct date_trunc('hour', ts) as hour from events
     where date_trunc('hour', ts) not in (select hour from touched.events)
  ), own as (
    select hour, type, guide_id, sum(count) as n from hours.content group by all
    union all select date_trunc('hour', ts), type, guide_id, count(*) from hours.conversions group by all
  ), raw as (
    select date_trunc('hour', ts) as hour, type, guide_id, count(*) as n from events group by all
  )
  select count(*) as wrong from own full join raw using (hour, type, guide_id)
   where hour in (select hour from clean) and own.n is distinct from raw.n`;
const PEOPLE = `
  select count(*) as wrong from (
    (select hour, type, visitor, guide_id from hours.people except
     select date_trunc('hour', ts), type, visitor, guide_id from events where type in ('visit', 'view'))
    union all
    (select date_trunc('hour', ts) as hour, type, visitor, guide_id from events where type in ('visit', 'view')
        and date_trunc('hour', ts) not in (select hour from touched.events) except
     select hour, type, visitor, guide_id from hours.people))`;

test('whenever a kill -9 comes, an hour is summed up right or named as changed', async () => {
  const dir = fs.mkdtempSync(join(tmpdir(), 'hours-kill-'));
  const path = join(dir, 'events.duckdb');
  const open = () => createDuckDbStore({ path, migrationsDir, log: pino({ level: 'silent' }) });
  let store = open();
  await store.migrate();
  await store.close();
  const file = join(dir, 'writer.mjs');
  fs.writeFileSync(file, script);
  let summed = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const child = fork(file, [root, path, join(dir, 'none')], { execArgv: [] });
    let left = STEPS + kill;
    await new Promise<void>((resolve, reject) => {
      child.on('exit', () => reject(new Error('the writer ended by itself')));
      let hasSummed = false;
      child.on('message', (what) => {
        left -= 1;
        hasSummed ||= what === 'summed';
        // a busy machine appends often before it sums up once
        if (left <= 0 && hasSummed) resolve();
      });
    });
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    await once(child, 'exit');
    store = open();
    expect(await store.query(DIFFERENCES)).toEqual([{ wrong: 0 }]);
    expect(await store.query(PEOPLE)).toEqual([{ wrong: 0 }]);
    const [row] = await store.query<{ n: number }>(
      'select count(distinct hour) as n from hours.content where hour not in (select hour from touched.events)',
    );
    summed += row!.n;
    await store.close();
  }
  expect(summed).toBeGreaterThan(0);
  fs.rmSync(dir, { recursive: true, force: true });
});
