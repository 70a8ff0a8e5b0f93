import type { Cell } from '../../../platform/server/event-store/event-store.ts';
import { countBy, whereIn, type EventTable, type Span } from '../../backups/server/event-sums.ts';
import { EVENT_COLUMNS } from './description/events.ts';
import { createHashedFile } from './hashed-file.ts';
import type { ExportedFile } from './manifest.ts';

const NAMES = Object.keys(EVENT_COLUMNS);
const HOUR_MS = 3_600_000;
const PIECE_ROWS = 20_000;

/** A cell of a CSV. No value is nothing at all, and an empty text is two quotes, so that both come back as they were. */
function csvCell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Whole hours that hold so many rows together, or a single one. */
function piecesOf(hours: readonly { at: number; rows: number }[]): Span[] {
  const pieces: (Span & { rows: number })[] = [];
  for (const { at, rows } of hours) {
    const to = new Date(at + HOUR_MS);
    const last = pieces.at(-1);
    if (last && last.rows + rows <= PIECE_ROWS) Object.assign(last, { to, rows: last.rows + rows });
    else pieces.push({ from: new Date(at), to, rows });
  }
  return pieces;
}

/**
 * Writes events by the month of their time, in the order of their lines: the same files from every engine, in whatever order it keeps them.
 * A line begins with its time, so pieces follow each other; no more than those of one are held at once.
 * @param folder of the export
 */
export async function writeEvents(
  folder: string,
  events: EventTable,
  onRows: (rows: number) => void,
): Promise<ExportedFile[]> {
  const names = events.columns.map(({ name }) => name);
  const unknown = names.find((name) => !(name in EVENT_COLUMNS));
  if (unknown !== undefined) throw new Error(`Nobody described the column ${unknown} of events.`);
  const hours = await countBy(events, HOUR_MS);
  const files: ExportedFile[] = [];
  let total = 0;
  for (const [month, ofMonth] of Map.groupBy(hours, ({ at }) => new Date(at).toISOString().slice(0, 7))) {
    const file = await createHashedFile(folder, `events/${month}.csv`);
    let count = 0;
    await file.write(`${NAMES.join(',')}\n`);
    for (const piece of piecesOf(ofMonth)) {
      const rows = await events.query<Record<string, Cell>>(
        `select ${names.join(', ')} from ${events.table} where ${whereIn(events, piece)}`,
      );
      const lines = rows.map((row) => NAMES.map((name) => csvCell(row[name] ?? null)).join(','));
      // by code units: no locale has a say
      await file.write(`${lines.toSorted().join('\n')}\n`);
      count += lines.length;
      onRows((total += lines.length));
    }
    files.push({ ...(await file.end()), rows: count, columns: NAMES });
  }
  return files;
}
