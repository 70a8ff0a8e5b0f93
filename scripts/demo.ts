/**
 * `npm run demo`: a site with 90 days behind it, in a data folder of its own (`demo`, or DATA_DIR). The first start makes it: records
 * through the services, behaviour through journal and shipper, conversions as postbacks at the time of each. Then it is served like any
 * other. `-- --events 100000` makes more or less of it, `-- --seed 2` another. `-- --scale` serves it from three instances behind HAProxy.
 */
import './node-version.mjs';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { putSampleIn } from '../src/app/server/sample/sample.ts';
import { buildConversion } from '../src/features/postbacks/server/testing.ts';
import { createShipper } from '../src/features/events/server/shipper.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { lockDataFolder } from '../src/platform/server/data-folder.ts';
import type { Deps } from '../src/platform/server/deps.ts';
import { openBlobs } from '../src/platform/server/blobs/open-blobs.ts';
import { openEventStore } from '../src/platform/server/event-store/open.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { openJobs } from '../src/platform/server/jobs/graphile-jobs.ts';
import { openJournal } from '../src/platform/server/journal/journal.ts';
import { createLog } from '../src/platform/server/log.ts';
import { migrate } from '../src/platform/server/postgres/migrations.ts';
import { createOutgoing } from '../src/platform/server/outgoing/over-http.ts';
import { openDb, openPool } from '../src/platform/server/postgres/postgres.ts';
import { createSecrets, loadKey } from '../src/platform/server/secrets.ts';
import { PROGRAM, PROGRAM_ENV } from '../tests/support/program.ts';
import { makeDemoSite } from './demo/demo-site.ts';
import { serveFromThree } from './demo/scale.ts';
import { changeRanks, closeSomeOffers, payForVisits, watchBrokenWeek } from './demo/history.ts';
import { DAY_MS, traffic, type Told } from './demo/traffic.ts';

const ROOT = join(import.meta.dirname, '..');
const DAYS = 90;
const AT_ONCE = 6;
const SHIP_LIMIT_MS = 600_000;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '150000' },
    seed: { type: 'string', default: '1' },
    'make-only': { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
  },
});

function showProgress(what: string, part: number): void {
  const bar = '█'.repeat(Math.round(part * 30)).padEnd(30, '░');
  const line = `${what.padEnd(14)} ${bar} ${String(Math.round(part * 100)).padStart(3)} %`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${part >= 1 ? '\n' : ''}`);
  else if (part >= 1) process.stdout.write(`${line}\n`);
}

/** @param home what it is noted in that all was made @param env what names other stores than those of the data folder */
async function make(home: string, dataDir: string, env: Record<string, string> = {}): Promise<void> {
  const done = join(home, 'demo-made.json');
  if (existsSync(done))
    return void process.stdout.write(`The demo in ${home} is served; remove the folder to make it anew.\n`);
  const config = readConfig({ ...process.env, ...env, DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const log = createLog('error');
  const closers: (() => unknown)[] = [];
  try {
    const folder = lockDataFolder(dataDir);
    closers.push(() => folder.unlock());
    const { url, stop } = config.databaseUrl
      ? { url: config.databaseUrl, stop: () => undefined }
      : await startPostgres({ dataDir, log });
    closers.push(stop);
    await migrate(url, join(ROOT, 'migrations/postgres'), log);
    const pool = openPool(url, () => undefined);
    const db = openDb(pool);
    closers.push(() => db.destroy());
    const eventStore = openEventStore({ config, migrationsDir: join(ROOT, 'migrations'), db, log });
    closers.push(() => eventStore.close());
    await eventStore.migrate();
    const jobs = await openJobs({ url, log, concurrency: 1 });
    closers.push(() => jobs.stop());
    const outgoing = createOutgoing({ allow: [], log });
    closers.push(() => outgoing.close());
    const start = Date.now() - DAYS * DAY_MS;
    const deps: Deps = {
      config,
      log,
      clock: () => new Date(start),
      db,
      secrets: createSecrets(config.secretKey ?? loadKey(join(dataDir, 'secret.key'))),
      outgoing,
      jobs,
      blobs: openBlobs(config, { clock: () => new Date(), log }).blobs,
      eventStore,
    };
    await putSampleIn(deps);
    const { site, postbackUrls } = await makeDemoSite(deps);
    await backdate(db);
    await changeRanks(deps, site, Date.now(), DAYS);
    const made = await fill(deps, site, postbackUrls, closers);
    writeFileSync(done, JSON.stringify({ ...made, seed: values.seed }));
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** Tables say themselves when a row was made, which is today; the site is as old as its traffic. */
async function backdate(db: Deps['db']): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
      join information_schema.columns u using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'created_at' and u.column_name = 'updated_at'`.execute(db);
  for (const { name } of rows)
    await sql`update ${sql.table(name)} set created_at = updated_at where created_at > updated_at`.execute(db);
}

type DemoSite = Awaited<ReturnType<typeof makeDemoSite>>;

async function fill(
  deps: Deps,
  site: DemoSite['site'],
  postbackUrls: DemoSite['postbackUrls'],
  closers: (() => unknown)[],
): Promise<{ events: number; reports: number }> {
  const journal = await openJournal({ dir: join(deps.config.dataDir, 'journal'), log: deps.log });
  closers.push(() => journal.close());
  const shipper = createShipper({ ...deps, clock: () => new Date(), journal });
  closers.push(() => shipper.stop());
  shipper.start();
  const reports: Told[] = [];
  let events = 0;
  const now = Date.now();
  for (const day of traffic({
    site,
    seed: Number(values.seed),
    events: Number(values.events),
    days: DAYS,
    until: now,
  })) {
    const past = day.events.filter((event) => Date.parse(event.ts) <= now);
    for (let from = 0; from < past.length; from += 50)
      await journal.append(JSON.stringify(past.slice(from, from + 50)));
    events += past.length;
    reports.push(...day.reports.filter((told) => told.at <= now));
    showProgress('behaviour', (day.index + 1) / DAYS);
  }
  process.stdout.write(`${events} events are written down; shipping them to both stores\n`);
  await shipper.drain(SHIP_LIMIT_MS);
  await postBack(deps, reports, postbackUrls);
  await payForVisits(deps, site, now, DAYS);
  await shipper.drain(SHIP_LIMIT_MS);
  await watchBrokenWeek(deps, now);
  await closeSomeOffers(deps, site, now);
  return { events, reports: reports.length };
}

/** Sends each report at its time. Those of one click come in order; different clicks do not wait for each other. */
async function postBack(deps: Deps, reports: Told[], postbackUrls: Map<number, string>): Promise<void> {
  const byClick = [...Map.groupBy(reports, (told) => told.click_id).values()];
  let sent = 0;
  const work = async (): Promise<void> => {
    for (let steps = byClick.pop(); steps; steps = byClick.pop()) {
      for (const told of steps) {
        const clock = () => new Date(told.at);
        await buildConversion({ ...deps, clock }, postbackUrls.get(told.network_id)!, {
          click_id: told.click_id,
          txid: told.txid,
          status: told.status,
          event: told.kind,
          payout: (told.payout / 1_000_000).toFixed(2),
          currency: told.currency,
        });
        sent += 1;
      }
      showProgress('conversions', sent / reports.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function serveFromOne(): Promise<void> {
  const dataDir = resolve(process.env['DATA_DIR'] ?? 'demo');
  await make(dataDir, dataDir);
  if (values['make-only']) return;
  const server = spawn(process.execPath, PROGRAM, {
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: dataDir, ...PROGRAM_ENV },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 0));
}

execFileSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' });
await (values.scale ? serveFromThree(make) : serveFromOne());
