import type { Manifest } from '../../../platform/server/backup/manifest.ts';
import { readLines } from '../../../platform/server/backup/pieces.ts';
import type { Place } from '../../../platform/server/backup/place.ts';
import type { Cell, EventStore } from '../../../platform/server/event-store/event-store.ts';
import { createDigest, createFigures, lineOf } from './event-sums.ts';

type Events = Manifest['events'];

const TABLE = 'events';
/** Under which the pieces are counted while they come back. */
const CURSOR = 'restore';

/**
 * Puts the events of a backup into an empty store, and how far it was in what is shipped to it; then reads all of it once more and compares
 * it with the manifest, figures of reports included. What is derived from events is made anew by the program.
 * @throws Error with a sentence
 */
export async function restoreEvents(
  eventStore: EventStore,
  { events, place }: { events: Events; place: Place },
  onRows: (rows: number, of: number) => void,
): Promise<void> {
  let done = 0;
  for (const { month, columns, pieces } of events.months)
    for (const [at, piece] of pieces.entries()) {
      const text = await readLines(place, piece, `the events of ${month}`);
      const rows = JSON.parse(`[${text.toString('utf8').trimEnd().replaceAll('\n', ',')}]`) as Cell[][];
      const values = columns.map((_, column) => rows.map((row) => row[column]!));
      await eventStore.append({
        cursor: CURSOR,
        position: `${month} ${at}`,
        table: TABLE,
        rows: { rowCount: rows.length, columns, values: JSON.stringify(values) },
      });
      done += rows.length;
      onRows(done, events.rows);
    }
  for (const [cursor, position] of Object.entries(events.cursors))
    await eventStore.append({ cursor, position, table: TABLE, rows: [] });
  await compare(eventStore, events);
}

async function compare(eventStore: EventStore, events: Events): Promise<void> {
  const columns = events.months[0]?.columns ?? [];
  const figures = createFigures(columns);
  const months = new Map(events.months.map(({ month }) => [month, createDigest()]));
  const ts = columns.indexOf('ts');
  const never = new AbortController().signal;
  for await (const rows of eventStore.stream<Record<string, Cell>>(`select * from ${TABLE}`, [], never))
    for (const named of rows) {
      const row = columns.map((column) => named[column] ?? null);
      months.get(String(row[ts]).slice(0, 7))?.add(lineOf(row));
      figures.add(row);
    }
  const other = events.months.find(({ month, rows, digest }) => {
    const found = months.get(month)!;
    return found.rows() !== rows || found.text() !== digest;
  });
  if (other)
    throw new Error(
      `The events of ${other.month} are not the same after the restore (${other.rows} rows, ${months.get(other.month)!.rows()} there).`,
    );
  if (JSON.stringify(figures.figures) !== JSON.stringify(events.figures))
    throw new Error('The figures of the reports are not the same after the restore.');
}
