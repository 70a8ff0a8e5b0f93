import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { formatBytes, formatDuration } from '../../../platform/text/sizes.ts';
import { withoutPlaces } from '../rules.ts';
import { judged, noted, timed, type Finding, type Check } from './check.ts';
import * as store from './store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../migrations/postgres');
const POSTGRES_MS = { warn: 100, fail: 1000 };
const EVENTS_MS = { warn: 250, fail: 2000 };
const QUERY_MS = { warn: 5000, fail: 60_000 };
const CONNECTIONS_PERCENT = { warn: 80, fail: 95 };
const TAKEN_PERCENT = { warn: 100, fail: Number.POSITIVE_INFINITY };
const SKEW_MS = { warn: 1000, fail: 60_000 };

/** The two stores: do they answer, how fast, how big are they, do their clocks agree with ours. */
export const databaseChecks = ({
  db,
  eventStore,
  clock,
  config,
  living,
}: Pick<Deps, 'db' | 'eventStore' | 'clock' | 'config' | 'living'>): Check[] => [
  {
    key: 'postgres',
    label: 'PostgreSQL',
    hint: 'Is the database running, and is its disk full? Redirects go on meanwhile; the back office waits.',
    async run() {
      const before = clock().getTime();
      let read = '';
      const answerMs = await timed(async () => (read = await store.readClock(db)));
      // the answer was made somewhere in between: only what lies outside of the two is a difference
      const [now, after] = [Date.parse(read), clock().getTime()];
      const skewMs = Math.max(0, before - now, now - after);
      return [
        judged('postgres', 'PostgreSQL', [[answerMs, POSTGRES_MS, formatDuration]], {
          value: `answers in ${formatDuration(answerMs)}`,
          hint: 'The database is slow: look for a busy disk or a long report.',
        }),
        await sizeOf(db),
        await slowest(db),
        await connections(db, config.databaseConnections, living?.() ?? 1),
        judged('clock', 'Clock', [[skewMs, SKEW_MS, formatDuration]], {
          value: skewMs < 1 ? 'agrees with the database' : `${formatDuration(skewMs)} apart from the database`,
          hint: 'Set the clocks of both machines by NTP: click times and schedules depend on them.',
        }),
      ];
    },
  },
  {
    key: 'migrations',
    label: 'Pending migrations',
    hint: 'The list of landed migrations could not be read.',
    async run() {
      const landed = new Set(await store.listLanded(db));
      const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
      const pending = files.filter((name) => !landed.has(name.slice(0, -'.sql'.length))).length;
      return [
        judged('migrations', 'Pending migrations', [[pending, { warn: 0, fail: 0 }, String]], {
          value: pending === 0 ? 'none' : String(pending),
          hint: 'Start the server again: it brings the database up to date first.',
        }),
      ];
    },
  },
  {
    key: 'event_store',
    label: 'Event store',
    hint: WAITS,
    async run() {
      const answerMs = await timed(() => store.pingEvents(eventStore)).catch(() => undefined);
      if (answerMs === undefined) return [gone(eventStore.condition().trouble)];
      const [{ bytes, rows }, doubled] = await Promise.all([eventStore.stats(), eventStore.doubled()]);
      return [
        judged('event_store', 'Event store', [[answerMs, EVENTS_MS, formatDuration]], {
          value: `answers in ${formatDuration(answerMs)}`,
          hint: 'A report may be running. When it stays slow, the machine is too small for the number of events.',
        }),
        noted('event_store_size', 'Size of the event store', `${formatBytes(bytes)}, ${count(rows)} events`, bytes),
        ...(doubled === undefined ? [] : [judgeDoubled(doubled)]),
      ];
    },
  },
];

const judgeDoubled = (doubled: number): Finding =>
  judged('event_store_batches', 'Batches that came twice', [[doubled, { warn: 0, fail: 0 }, String]], {
    value: doubled === 0 ? 'none' : String(doubled),
    hint: 'Reports count some events twice. Table event_batches of the database has how many rows each batch was meant to have.',
  });

const WAITS =
  'Reports have no numbers until it does. What comes in waits in the click journal and the database. It is started again by itself.';

const gone = (trouble: string | undefined): Finding => ({
  key: 'event_store',
  label: 'Event store',
  status: 'fail',
  value: 'does not answer',
  threshold: 'fails without an answer',
  hint: trouble === undefined ? WAITS : `${WAITS} It said: ${withoutPlaces(trouble)}`,
});

async function sizeOf(db: Db): Promise<Finding> {
  const bytes = await store.readBytes(db);
  return noted('postgres_size', 'Size of the database', formatBytes(bytes), bytes);
}

async function slowest(db: Db): Promise<Finding> {
  const { running, longest_ms: longestMs } = await store.readSlowest(db);
  return judged('slow_queries', 'Slow queries', [[longestMs, QUERY_MS, formatDuration]], {
    value: running === 0 ? 'none is running' : `${running} running, the longest for ${formatDuration(longestMs)}`,
    hint: 'A query holds the database up: look for a long report or import, and for a busy disk.',
  });
}

/** @param each how many an instance takes at most */
async function connections(db: Db, each: number, instances: number): Promise<Finding> {
  const { used, allowed } = await store.readConnections(db);
  const taken = instances * each;
  return judged(
    'connections',
    'Connections to PostgreSQL',
    [
      [(100 * used) / allowed, CONNECTIONS_PERCENT, (limit) => `${limit} % of those allowed`],
      [(100 * taken) / allowed, TAKEN_PERCENT, () => 'as many as are allowed for what all instances may take'],
    ],
    {
      value: `${used} of ${allowed} in use; ${instances === 1 ? 'the server takes' : `${instances} instances take`} ${taken} at most`,
      hint: 'Let PostgreSQL have more, or let each instance take fewer: without one left, pages and reports answer 503.',
    },
  );
}

const count = (rows: number): string => rows.toLocaleString('en-US');
