/** What a drill looks at once a backup is restored: what is sealed opens, and the reports say the same by rows and by sums. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sumUpHours } from '../src/features/events/server/hours.ts';
import type { Metric } from '../src/features/reports/contract.ts';
import { runReport } from '../src/features/reports/server/store-report.ts';
import type { EventStore } from '../src/platform/server/event-store/event-store.ts';
import { createDuckDbStore } from '../src/platform/server/event-store/duckdb/store.ts';
import type { Log } from '../src/platform/server/log.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { createSecrets } from '../src/platform/server/secrets.ts';
import { MIGRATIONS } from './backup-place.ts';

const TWELVE = [
  'visits',
  'bot_visits',
  'views',
  'bot_views',
  'impressions',
  'clicks',
  'bot_clicks',
  'conversions',
  'revenue_expected',
  'revenue_confirmed',
  'cost',
  'cost_confirmed',
] as const satisfies Metric[];

type Parts = { dataDir: string; databaseUrl: string | undefined; keyFile: string; log: Log };

/** @throws Error with a sentence @returns what was found */
export async function lookAtRestored({ dataDir, databaseUrl, keyFile, log }: Parts): Promise<string> {
  const postgres = databaseUrl === undefined ? await startPostgres({ dataDir, log }) : undefined;
  const client = new pg.Client({ connectionString: databaseUrl ?? postgres!.url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const sealed = await openSealed(client, keyFile);
    const { rows } = await client.query<{ currency: string; time_zone: string }>(
      'select currency, time_zone from settings',
    );
    const figures = await compareFigures(dataDir, rows[0]!, log);
    return `rows, events, pictures and journal are what was saved, ${sealed} sealed values open, and ${figures} figures of the reports are the same by rows and by sums.`;
  } finally {
    await client.end().catch(() => undefined);
    await postgres?.stop();
  }
}

/** Every value of every column that holds sealed ones. */
async function openSealed(client: pg.Client, keyFile: string): Promise<number> {
  const text = readFileSync(keyFile, 'utf8').trim();
  const key = Buffer.from(text, 'base64');
  // the private half of a recipient: the restore has opened the text of the check by what it holds
  if (key.length !== 32) return 0;
  const secrets = createSecrets(key);
  const columns = await client.query<{ relation: string; name: string }>(
    "select quote_ident(table_name) as relation, quote_ident(column_name) as name from information_schema.columns where table_schema = 'public' and column_name like '%\\_sealed' and data_type = 'text'",
  );
  let opened = 0;
  for (const { relation, name } of columns.rows) {
    const { rows } = await client.query<{ text: string }>(
      `select ${name} as text from ${relation} where ${name} is not null and ${name} <> ''`,
    );
    for (const { text: one } of rows) {
      try {
        secrets.open(one);
      } catch (cause) {
        throw new Error(`What ${relation} holds sealed does not open by the key of the installation.`, { cause });
      }
      opened += 1;
    }
  }
  return opened;
}

/** Asks the engine of the reports before the hours are summed up, and after. */
async function compareFigures(
  dataDir: string,
  { currency, time_zone: zone }: { currency: string; time_zone: string },
  log: Log,
): Promise<number> {
  const eventStore = createDuckDbStore({
    path: join(dataDir, 'events.duckdb'),
    migrationsDir: join(MIGRATIONS, 'columnar'),
    log,
  });
  try {
    await eventStore.migrate();
    const byRows = await ask(eventStore, currency, zone);
    const over = new Date();
    // an hour is summed up once it is over for a while
    await sumUpHours({ eventStore, clock: () => new Date(over.getTime() + 2 * 3_600_000) });
    const bySums = await ask(eventStore, currency, zone);
    const other = TWELVE.find((metric) => byRows[metric] !== bySums[metric]);
    if (other)
      throw new Error(
        `The reports are not the same after the restore: ${other} is ${byRows[other]} by rows, ${bySums[other]} by sums.`,
      );
    return TWELVE.length;
  } finally {
    await eventStore.close();
  }
}

async function ask(events: EventStore, currency: string, zone: string): Promise<Record<string, bigint>> {
  const rows = await runReport(events, {
    dimensions: [],
    metrics: TWELVE,
    filters: [],
    range: { from: new Date('2000-01-01T00:00:00Z'), to: new Date(Date.now() + 86_400_000) },
    zone,
    timeBasis: 'conversion',
    currency,
  });
  return rows[0]?.sums ?? {};
}
