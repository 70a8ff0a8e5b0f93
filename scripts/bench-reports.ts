/**
 * `node scripts/bench-reports.ts [--events 1000000] [--store file]`: each call of the stats screens over a generated 90 days, by HTTP
 * against the whole program, in turns with DuckDB scanning its raw rows for the same question. Prints medians, the ratio of the two, and
 * the goal of the size. `--store` takes an event store that is filled already. Long: `npm run bench` leaves it to you.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { createDuckDbStore } from '../src/platform/server/duckdb-store.ts';
import { createLog } from '../src/platform/server/log.ts';
import { logIn, startServer } from '../tests/support/server.ts';
import { fillEventStore } from './demo/fill.ts';

const ROUNDS = 7;
const ROOT = join(import.meta.dirname, '..');
/** ms, by the greatest size for which it holds. */
const GOALS: readonly [events: number, ms: number][] = [
  [1_000_000, 50],
  [10_000_000, 150],
  [100_000_000, 1000],
];

const { values } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, store: { type: 'string' } },
});
const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

const people = (type: string) => `count(*) filter (where type = '${type}' and not is_bot and not is_internal)`;
const funnel = `${people('view')}, count(distinct visitor) filter (where type = 'view' and not is_bot and not is_internal),
  ${people('impression')}, ${people('click')},
  sum(delta_count) filter (where type = 'conversion' and status in ('pending', 'approved')),
  sum(delta_micros) filter (where type = 'conversion' and status in ('pending', 'approved') and currency = 'USD'),
  sum(delta_micros) filter (where type = 'conversion' and status = 'approved' and currency = 'USD')`;
const scan = (by: string, what: string, days: number) =>
  `select ${by ? `${by}, ` : ''}${what} from events where ts >= (select max(ts) from events) - interval ${days} day ${by ? 'group by all' : ''}`;

/** Each call, and the statements by which one would ask the raw rows for what it shows. */
const CALLS = (days: number): [name: string, path: string, control: string[]][] => [
  [
    'Listicle Stats',
    `stats/listicles?days=${days}`,
    [
      scan('listicle_id', funnel, days),
      scan('listicle_id, cast(ts as date)', `${people('view')}, ${people('click')}`, days),
      scan('', funnel, days),
    ],
  ],
  ['Content Stats', `stats/offer-content?days=${days}`, [scan('review_id', funnel, days), scan('', funnel, days)]],
  ['Offer Performance', `stats/offers?days=${days}`, [scan('offer_id', funnel, days), scan('', funnel, days)]],
  [
    'Conversion Stats',
    `stats/conversions?days=${days}`,
    [scan('cast(ts as date), status', 'sum(delta_count), sum(delta_micros)', days)],
  ],
  ['Item CTR', `stats/ctr?days=${days}`, [scan('listicle_id, item_id, position', funnel, days)]],
  [
    'Report by source and day',
    `stats/report?dimensions=source,day&days=${days}`,
    [scan('source_id, cast(ts as date)', funnel, days), scan('', funnel, days)],
  ],
  ['Report by utm_term', `stats/report?dimensions=utm_term&days=${days}`, [scan('utm_term', funnel, days)]],
];

const server = await startServer({ env: { LOG_LEVEL: 'error' } });
const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-reports-'));
try {
  await server.terminate();
  const path = join(server.dataDir, 'events.duckdb');
  for (const end of ['', '.wal']) rmSync(`${path}${end}`, { force: true });
  if (values.store) copyFileSync(values.store, path);
  else {
    const store = createDuckDbStore({
      path,
      migrationsDir: join(ROOT, 'migrations/columnar'),
      log: createLog('error'),
    });
    await store.migrate();
    await fillEventStore(store, {
      seed: 1,
      events: Number(values.events),
      until: new Date(),
      onProgress: (done) => process.stdout.isTTY && process.stdout.write(`\r${done} events`),
    });
    await store.close();
  }
  copyFileSync(path, join(folder, 'control.duckdb'));
  const control = await DuckDBInstance.create(join(folder, 'control.duckdb'), {
    threads: '2',
    access_mode: 'READ_ONLY',
  });
  const raw = await control.connect();
  const [[rows]] = (await raw.runAndReadAll('select count(*) from events')).getRowsJson() as [[string]];
  await server.restart('database');
  const token = await logIn(server);
  const goal = (GOALS.find(([events]) => Number(rows) <= events * 1.1) ?? GOALS.at(-1)!)[1];
  process.stdout.write(
    `${rows} events over 90 days, ${ROUNDS} rounds in turns, the server and the control on 2 threads each\n`,
  );

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  for (const days of [30, 90]) {
    for (const [name, call, statements] of CALLS(days)) {
      const ask = async (): Promise<void> => {
        const reply = await fetch(`${server.url}/api/admin/${call}`, { headers: { authorization: `Bearer ${token}` } });
        if (!reply.ok) throw new Error(`${call}: ${reply.status} ${await reply.text()}`);
        await reply.arrayBuffer();
      };
      const scanAll = async (): Promise<void> => {
        for (const sql of statements) await raw.runAndReadAll(sql);
      };
      await ask();
      await scanAll();
      const times: { call: number; raw: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push({ raw: await timed(scanAll), call: await timed(ask) });
      const [mine, theirs] = [median(times.map((one) => one.call)), median(times.map((one) => one.raw))];
      const ratio = median(times.map((one) => one.call / one.raw));
      process.stdout.write(
        `${`${name}, ${days} days`.padEnd(36)} ${mine.toFixed(0).padStart(5)} ms | raw scan ${theirs.toFixed(0).padStart(5)} ms | ${ratio.toFixed(2)} of it | goal ${goal} ms ${mine <= goal ? 'reached' : 'NOT REACHED'}\n`,
      );
    }
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
