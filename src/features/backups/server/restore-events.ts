import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../../platform/server/backup/manifest.ts';
import { readRaw } from '../../../platform/server/backup/pieces.ts';
import type { Place } from '../../../platform/server/backup/place.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { figuresOf, sumsOf } from './event-sums.ts';

type Events = Manifest['events'];

const TABLE = 'events';
/** Where this cursor stands, a restore was begun and not ended. */
const RESTORING = 'restoring';
const ENDED = '';
/** The engine reads as many side by side. */
const AT_ONCE = 4;

/**
 * Makes a store ready for the events of a backup: what a restore that was broken off left in it goes.
 * @throws Error when there are events of somebody else
 */
async function makeReady(eventStore: EventStore): Promise<void> {
  const begun = await eventStore.cursor(RESTORING);
  const isEmpty = (await eventStore.query(`select 1 as one from ${TABLE} limit 1`)).length === 0;
  if (!isEmpty && (begun === undefined || begun === ENDED))
    throw new Error(
      'There are events in the event store: nothing was changed in it. Name an empty database in CLICKHOUSE_URL.',
    );
  await eventStore.transact(isEmpty ? [] : [{ sql: `delete from ${TABLE} where true` }], {
    cursor: RESTORING,
    position: 'begun',
  });
}

/**
 * Puts the events of a backup into an empty store, and how far it was in what is shipped to it; then has the engine sum them up, and
 * compares that with the manifest, figures of reports included. What is derived from events is made anew by the program.
 * @throws Error with a sentence
 */
export async function restoreEvents(
  eventStore: EventStore,
  { events, place }: { events: Events; place: Place },
  onRows: (rows: number, of: number) => void,
): Promise<void> {
  const here = new Set(await eventStore.columns(TABLE));
  const unknown = events.months.flatMap(({ columns }) => columns).find((column) => !here.has(column));
  if (unknown !== undefined)
    throw new Error(`The events of the backup have ${unknown}, which this release does not know.`);
  await makeReady(eventStore);
  await mkdir(eventStore.files, { recursive: true, mode: 0o700 });
  let done = 0;
  for (const { month, rows, columns, pieces } of events.months) {
    const bring = (from: number): Promise<string[]> =>
      Promise.all(
        pieces.slice(from, from + AT_ONCE).map(async (piece) => {
          const path = join(eventStore.files, `${piece.sha256}.parquet`);
          await writeFile(path, await readRaw(place, piece, `the events of ${month}`), { mode: 0o600 });
          return path;
        }),
      );
    // some are brought while those before them are loaded
    let next = bring(0);
    for (let from = 0; from < pieces.length; from += AT_ONCE) {
      const paths = await next;
      next = bring(from + AT_ONCE);
      next.catch(() => undefined);
      await eventStore.load({ table: TABLE, columns, paths });
      for (const path of paths) await rm(path);
      onRows((done += Math.round((rows * paths.length) / pieces.length)), events.rows);
    }
  }
  await compare(eventStore, events);
  const hours = `select distinct ${eventStore.dialect.hourOf('ts')}, type from ${TABLE}`;
  await eventStore.transact([{ sql: `insert into touched.${TABLE} ${hours}` }]);
  for (const [cursor, position] of Object.entries(events.cursors))
    await eventStore.append({ cursor, position, table: TABLE, rows: [] });
  await eventStore.append({ cursor: RESTORING, position: ENDED, table: TABLE, rows: [] });
}

async function compare(eventStore: EventStore, events: Events): Promise<void> {
  const table = await eventStore.openMoment(TABLE, new AbortController().signal);
  try {
    for (const { month, rows, columns, digest } of events.months) {
      const from = new Date(`${month}-01T00:00:00.000Z`);
      const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
      const found = await sumsOf(table, columns, { from, to });
      if (found.rows !== rows || found.digest !== digest)
        throw new Error(
          `The events of ${month} are not the same after the restore (${rows} rows, ${found.rows} there).`,
        );
    }
    const figures = await figuresOf(table);
    if (JSON.stringify(figures) !== JSON.stringify(events.figures))
      throw new Error('The figures of the reports are not the same after the restore.');
  } finally {
    await table.close();
  }
}
