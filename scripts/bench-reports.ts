/**
 * `npm run bench -- report [--events 1000000,10000000] [--store file]`: each call of the stats screens over a generated 90 days, by HTTP
 * against the whole program, in turns with DuckDB scanning its raw rows for the same question. Prints median and p99, the ratio of the two,
 * and the goal of the size; then the same calls while 500 redirects a second arrive, and what that does to the redirects. `--store` takes an
 * event store that is filled already; `--beside clickhouse` asks a program on ClickHouse the same in the same turns; `--each-dimension` asks
 * for nothing but a report by each dimension that there is. 100 million events want `--events 100000000`, an hour and 5 GB.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import autocannon from 'autocannon';
import { OWED_SQL } from '../src/features/networks/conversion-statuses.ts';
import { DIMENSIONS, paramOf } from '../src/features/reports/dimensions-contract.ts';
import { askIn } from '../src/features/stats/report-address.ts';
import { logIn, startServer, type TestServer } from '../tests/support/server.ts';
import { at, median, timed } from './bench-load.ts';
import { clickHouseProgram } from './bench-clickhouse.ts';
import { reportData } from './bench-report-data.ts';

const REDIRECTS_PER_SECOND = 500;
const REDIRECT_SECONDS = 10;
/** The p99 of so few seconds is as much of the machine as of the program: one is held against another only over several turns. */
const REDIRECT_TURNS = 9;
/** ms, by the greatest size for which it holds. */
const GOALS: readonly [events: number, duckDbMs: number, clickHouseMs: number][] = [
  [1_000_000, 50, 150],
  [10_000_000, 100, 150],
  [100_000_000, 400, 600],
];

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000,10000000' },
    store: { type: 'string' },
    beside: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    'each-dimension': { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);

const people = (type: string) => `count(*) filter (where type = '${type}' and not is_bot and not is_internal)`;
const funnel = `${people('view')}, count(distinct visitor) filter (where type = 'view' and not is_bot and not is_internal),
  ${people('impression')}, ${people('click')},
  sum(delta_count) filter (where type = 'conversion' and status in (${OWED_SQL})),
  sum(delta_micros) filter (where type = 'conversion' and status in (${OWED_SQL}) and currency = 'USD'),
  sum(delta_micros) filter (where type = 'conversion' and status = 'approved' and currency = 'USD')`;
const scan = (by: string, what: string, days: number, and = 'true') =>
  `select ${by ? `${by}, ` : ''}${what} from events where ts >= (select max(ts) from events) - interval ${days} day and ${and} ${by ? 'group by all' : ''}`;

/** A report as the screen asks for it at first: with its columns, which are more than those of the call alone. */
const reportBy = (dimensions: string, days: number): string => {
  const asked = Object.entries(askIn(new URLSearchParams({ dimensions, days: String(days) })));
  return `stats/report?${new URLSearchParams(asked.filter(([, value]) => value !== '')).toString()}`;
};

/** Each call, and the statements by which one would ask the raw rows for what it shows. */
const CALLS = (days: number): [name: string, path: string, control: string[]][] => [
  [
    'Listicle Stats',
    `stats/listicles?days=${days}`,
    [
      scan('guide_id', funnel, days),
      scan('guide_id, cast(ts as date)', `${people('view')}, ${people('click')}`, days),
      scan('', funnel, days),
    ],
  ],
  [
    'Content Stats',
    `stats/offer-content?days=${days}`,
    [
      scan('review_id', funnel, days),
      scan('review_id, place, depth', `${people('read')}, ${people('cta_view')}, ${people('click')}`, days),
      scan('', funnel, days),
    ],
  ],
  ['Offer Performance', `stats/offers?days=${days}`, [scan('offer_id', funnel, days), scan('', funnel, days)]],
  [
    'Conversion Stats',
    `stats/conversions?days=${days}`,
    [scan('cast(ts as date), status', 'sum(delta_count), sum(delta_micros)', days)],
  ],
  ['Item CTR', `stats/ctr?days=${days}`, [scan('guide_id, item_id, position', funnel, days)]],
  [
    'Report by source and day',
    reportBy('source,day', days),
    [scan('source_id, cast(ts as date)', funnel, days), scan('', funnel, days)],
  ],
  ['Report by utm_term', reportBy('utm_term', days), [scan('utm_term', funnel, days)]],
  [
    'Report by site of the ads',
    reportBy('param:site', days),
    [scan("json_extract_string(params, '$.site')", funnel, days), scan('', funnel, days)],
  ],
  [
    'Report by hour of the day',
    reportBy('hour_of_day', days),
    [scan('extract(hour from ts)', funnel, days), scan('', funnel, days)],
  ],
  ['Report by channel', reportBy('channel', days), [scan('channel', funnel, days)]],
  ['utm values', 'stats/utm-values', UTM.map((utm) => scan(utm, `${people('visit')}, ${people('view')}`, 90))],
  [
    'A tracking link',
    `tracking-links/1/stats?days=${days}`,
    ['', 'cast(ts as date)', 'destination_id', 'country', 'device'].map((by) =>
      scan(by, by ? LINK : `${LINK}, count(distinct visitor)`, days, 'link_id = 1'),
    ),
  ],
];

/** A report by each dimension, its control the funnel of all rows. */
const CUTS_ALONE = (days: number): ReturnType<typeof CALLS> =>
  [...DIMENSIONS, paramOf('site'), paramOf('ad')].map((one) => [
    `Report by ${one}`,
    reportBy(one, days),
    [scan('', funnel, days)],
  ]);
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
const LINK = `${people('visit')}, ${people('click')}, sum(delta_count), sum(delta_micros)`;

type Redirects = { p50: number; p99: number; bad: number };

/** Redirects at an even rate; a late answer counts from when it was due. */
async function redirects(url: string): Promise<Redirects> {
  const result = await autocannon({
    url: `${url}/go/sample-ad?utm_source=taboola&click_id=GiDxMTKqT5tYq8`,
    connections: 16,
    overallRate: REDIRECTS_PER_SECOND,
    duration: REDIRECT_SECONDS,
    headers: { 'user-agent': BROWSER },
  });
  return { p50: result.latency.p50, p99: result.latency.p99, bad: result.errors + result['4xx'] + result['5xx'] };
}
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

type Asked = (call: string) => Promise<void>;

/** Asks a program as its administrator. */
async function asker(server: TestServer): Promise<Asked> {
  const token = await logIn(server);
  return async (call) => {
    const reply = await fetch(`${server.url}/api/admin/${call}`, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${call}: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
  };
}

type Say = (name: string, all: number[], more: string) => void;

/** Prints the median against a goal in ms. */
const sayOf =
  (goal: number): Say =>
  (name, all, more) =>
    void process.stdout.write(
      `${name.padEnd(36)} p50 ${median(all).toFixed(0).padStart(5)} ms, p99 ${at(all, 0.99).toFixed(0).padStart(5)} ms | ${more}goal ${goal} ms ${median(all) <= goal ? 'reached' : 'NOT REACHED'}\n`,
    );

async function bench(events: number): Promise<void> {
  const data = await reportData(events, values.store);
  const other = values.beside === 'clickhouse' ? await clickHouseProgram(events) : undefined;
  const server = await startServer({ env: { LOG_LEVEL: 'error' } });
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-control-'));
  try {
    await server.terminate();
    const path = join(server.dataDir, 'events.duckdb');
    for (const end of ['', '.wal']) rmSync(`${path}${end}`, { force: true });
    copyFileSync(data, path);
    copyFileSync(data, join(folder, 'control.duckdb'));
    const control = await DuckDBInstance.create(join(folder, 'control.duckdb'), {
      threads: '2',
      access_mode: 'READ_ONLY',
    });
    const raw = await control.connect();
    const [[rows]] = (await raw.runAndReadAll('select count(*) from events')).getRowsJson() as [[string]];
    await server.restart('database');
    const [, ...goals] = GOALS.find(([most]) => Number(rows) <= most * 1.1) ?? GOALS.at(-1)!;
    const [say, sayBeside] = goals.map(sayOf) as [Say, Say];
    const ask = await asker(server);
    const askBeside = other && (await asker(other));
    process.stdout.write(
      `\n${rows} events over 90 days, ${ROUNDS} rounds in turns, server and control on 2 threads each, load of the machine ${loadavg()[0]!.toFixed(1)}\n`,
    );
    const calls = values['each-dimension'] ? CUTS_ALONE : CALLS;
    for (const days of [30, 90]) {
      for (const [name, call, statements] of calls(days)) {
        const scanAll = async (): Promise<void> => {
          for (const sql of statements) await raw.runAndReadAll(sql);
        };
        await ask(call);
        await scanAll();
        await askBeside?.(call);
        const times: { call: number; raw: number; beside: number }[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          times.push({
            raw: await timed(scanAll),
            call: await timed(() => ask(call)),
            beside: await timed(async () => askBeside?.(call)),
          });
        const theirs = median(times.map((one) => one.raw));
        const ratio = median(times.map((one) => one.call / one.raw));
        say(
          `${name}, ${days} days`,
          times.map((one) => one.call),
          `raw scan ${theirs.toFixed(0).padStart(5)} ms | ${ratio.toFixed(2)} of it | `,
        );
        if (other)
          sayBeside(
            '  on ClickHouse',
            times.map((one) => one.beside),
            `${median(times.map((one) => one.beside / one.call)).toFixed(2)} of DuckDB | `,
          );
      }
    }
    raw.closeSync();
    if (values['each-dimension']) return;
    await benchBesideRedirects(server.url, ask, say);
  } finally {
    await server.stop();
    await other?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The thread that asks and takes times goes before all others, as that of another machine would. @returns false where that is not allowed */
function goFirst(): boolean {
  try {
    execFileSync('chrt', ['--fifo', '--pid', '1', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The calls of all screens, one after the other, while redirects arrive, in turns with redirects alone. */
async function benchBesideRedirects(url: string, ask: Asked, say: Say): Promise<void> {
  const isFirst = goFirst();
  await redirects(url);
  const times = new Map<string, number[]>();
  const turns: { quiet: Redirects; beside: Redirects }[] = [];
  for (let turn = 0; turn < REDIRECT_TURNS; turn += 1) {
    const quiet = await redirects(url);
    let isOver = false;
    const asking = (async () => {
      while (!isOver)
        for (const [name, call] of CALLS(30)) {
          const took = await timed(() => ask(call));
          times.set(name, [...(times.get(name) ?? []), took]);
        }
    })();
    const beside = await redirects(url);
    isOver = true;
    await asking;
    turns.push({ quiet, beside });
  }
  process.stdout.write(
    `while ${REDIRECTS_PER_SECOND} redirects/s arrive${isFirst ? '' : ' from a client that waits for the processor like the server'}, load of the machine ${loadavg()[0]!.toFixed(1)}\n`,
  );
  for (const [name, all] of times) say(`${name}, 30 days`, all, `${all.length} times | `);
  const p99s = (which: 'quiet' | 'beside') => turns.map((turn) => turn[which].p99);
  const ratio = median(p99s('beside')) / median(p99s('quiet'));
  process.stdout.write(
    `redirects: p99 quiet ${p99s('quiet').join(', ')} ms, beside reports ${p99s('beside').join(', ')} ms ` +
      `(p50 ${median(turns.map(({ beside }) => beside.p50))}), ${turns.reduce((sum, { beside }) => sum + beside.bad, 0)} bad | ` +
      `${ratio.toFixed(2)} of quiet by their medians, goal 2 ${ratio <= 2 ? 'reached' : 'NOT REACHED'}\n`,
  );
}

for (const events of values.events.split(',')) await bench(Number(events));
