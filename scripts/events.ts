/**
 * `npm run events -- copy`: moves the events of a site out of DuckDB into the ClickHouse that CLICKHOUSE_URL names, while the program runs or
 * while it does not. It may be broken off and called again.
 */
import './node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseHalfRestored } from '../src/features/backups/server/half-restored.ts';
import { moveEvents, type Moved } from '../src/features/backups/server/moving/move-events.ts';
import { holdMoving } from '../src/features/backups/server/store-moment.ts';
import { readMark } from '../src/features/events/server/store-mark.ts';
import { readConfig, type Config } from '../src/platform/server/config.ts';
import { AppError } from '../src/platform/errors.ts';
import { formatMicros } from '../src/platform/money.ts';
import { openEventStore } from '../src/platform/server/event-store/open.ts';
import { createLog } from '../src/platform/server/log.ts';
import type { Db } from '../src/platform/server/postgres/postgres.ts';
import { MIGRATIONS, progressLine } from './backup-place.ts';
import { runCommand } from './command.ts';
import { openInstallation } from './installation.ts';
import { holderOf } from './site-holder.ts';

const USAGE = `CLICKHOUSE_URL=http://USER:PASSWORD@HOST:8123/DATABASE npm run events -- copy
moves the events of the site out of DuckDB into that empty database; DATA_DIR and DATABASE_URL as the program has them`;

/** Without a name and a password. */
function addressOf(url: string): string {
  const address = new URL(url);
  [address.username, address.password] = ['', ''];
  return address.href;
}

async function openTarget(config: Config, db: Db) {
  const store = openEventStore({ config, migrationsDir: MIGRATIONS, db, log: createLog('silent') });
  try {
    await store.migrate();
    return store;
  } catch (error) {
    await store.close();
    const why = error instanceof AppError && error.cause instanceof Error ? error.cause.message : String(error);
    // it says itself what to do
    if (error instanceof AppError && error.code === 'conflict') throw error;
    throw new Error(
      `ClickHouse does not do what it is asked at ${addressOf(config.clickHouse!.url)}: ${why.split('\n')[0]}. Is CLICKHOUSE_URL right, does the database exist, and may the user do everything in it?`,
      { cause: error },
    );
  }
}

async function copy(): Promise<string> {
  const began = performance.now();
  const config = readConfig();
  if (!config.clickHouse) throw new Error(`CLICKHOUSE_URL is not set.\n${USAGE}`);
  refuseHalfRestored(config.dataDir);
  const address = addressOf(config.clickHouse.url);
  const progress = progressLine();
  const installation = await openInstallation();
  try {
    const { db, url } = installation;
    // a program on ClickHouse has none
    if (!existsSync(join(config.dataDir, 'events.duckdb')))
      throw new Error(
        `There is no events.duckdb in the data folder ${config.dataDir}: set DATA_DIR as the program has it. Events that lie in ClickHouse are moved by a backup and a restore.`,
      );
    const letGo = await holdMoving(url);
    const to = await openTarget(config, db).catch(async (error: unknown) => {
      await letGo();
      throw error;
    });
    // where events are as long as the environment names nothing else
    const from = await holderOf({ ...config, clickHouse: undefined }, installation, 'copy');
    try {
      const moved = await moveEvents({
        from,
        to,
        address,
        known: await readMark(db),
        onProgress: progress.say,
      });
      return sayMoved(moved, performance.now() - began);
    } finally {
      await from.close();
      await to.close();
      await letGo();
    }
  } catch (error) {
    // the cause is what the engine said
    if (error instanceof AppError && error.cause instanceof Error)
      throw new Error(`${error.message} ${error.cause.message} Nothing was moved: call it again to go on.`, {
        cause: error,
      });
    throw error;
  } finally {
    progress.end();
    await installation.close();
  }
}

function sayMoved({ rows, copied, figures, standstillMs }: Moved, tookMs: number): string {
  const { visits, views, clicks, conversions } = figures;
  const parts = [
    [visits, 'visits'],
    [views, 'views'],
    [clicks, 'clicks'],
    [conversions, 'conversions'],
  ] as const;
  const earned = Object.entries(figures.earned).map(
    ([currency, micros]) => `, ${formatMicros(BigInt(micros))} ${currency} earned`,
  );
  return `${count(rows)} events are in ClickHouse now (${parts.map(([some, what]) => `${count(some)} ${what}`).join(', ')}${earned.join('')}), counts and sums of each hour the same; ${count(copied)} were copied in ${seconds(tookMs)}, and shipping stood still for ${seconds(standstillMs)}. Set CLICKHOUSE_URL and start the program again: until then clicks wait in the journal. events.duckdb is not used any more.`;
}

const count = (some: number): string => some.toLocaleString('en-US');
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

async function run(words: string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== 'copy') throw new Error(USAGE);
  return copy();
}

await runCommand(run);
