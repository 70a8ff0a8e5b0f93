import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Cell } from '../../../platform/server/event-store/event-store.ts';
import type { EventRows } from '../../backups/server/event-moment.ts';
import { EVENT_COLUMNS } from './description/events.ts';
import { createHashedFile } from './hashed-file.ts';
import type { ExportedFile } from './manifest.ts';

const NAMES = Object.keys(EVENT_COLUMNS);
const FLUSH_ROWS = 20_000;

/** A cell of a CSV. No value is nothing at all, and an empty text is two quotes, so that both come back as they were. */
function csvCell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Writes events by the month of their time, in the order of their lines: the same files from every engine, in whatever order it keeps them.
 * Rows wait in a file for each hour, so that no more than those of one hour are held at once.
 * @param folder of the export
 */
export async function writeEvents(
  folder: string,
  rows: AsyncIterable<EventRows>,
  onRows: (rows: number) => void,
): Promise<ExportedFile[]> {
  const waiting = join(folder, '.hours');
  await mkdir(waiting, { mode: 0o700 });
  const hours = new Set<string>();
  let held = new Map<string, string[]>();
  let [heldRows, total] = [0, 0];

  async function flush(): Promise<void> {
    for (const [hour, lines] of held) await appendFile(join(waiting, hour), lines.join(''), { mode: 0o600 });
    held = new Map();
    heldRows = 0;
  }

  for await (const { columns, rows: some } of rows) {
    const unknown = columns.find((name) => !(name in EVENT_COLUMNS));
    if (unknown !== undefined) throw new Error(`Nobody described the column ${unknown} of events.`);
    const places = NAMES.map((name) => columns.indexOf(name));
    const ts = columns.indexOf('ts');
    for (const row of some) {
      const hour = String(row[ts]).slice(0, 13);
      const line = places.map((at) => csvCell(at === -1 ? null : row[at]!)).join(',');
      hours.add(hour);
      const lines = held.get(hour);
      // a record may hold line ends: as JSON it is one line
      if (lines) lines.push(`${JSON.stringify(line)}\n`);
      else held.set(hour, [`${JSON.stringify(line)}\n`]);
      heldRows += 1;
    }
    total += some.length;
    if (heldRows >= FLUSH_ROWS) await flush();
    onRows(total);
  }
  await flush();

  const files: ExportedFile[] = [];
  const months = Map.groupBy([...hours].toSorted(), (hour) => hour.slice(0, 7));
  for (const [month, ofMonth] of months) {
    const file = await createHashedFile(folder, `events/${month}.csv`);
    let count = 0;
    await file.write(`${NAMES.join(',')}\n`);
    for (const hour of ofMonth) {
      const lines: string[] = [];
      for await (const line of createInterface({ input: createReadStream(join(waiting, hour)) }))
        lines.push(JSON.parse(line) as string);
      // by code units: no locale has a say
      await file.write(`${lines.toSorted().join('\n')}\n`);
      count += lines.length;
    }
    files.push({ ...(await file.end()), rows: count, columns: NAMES });
  }
  await rm(waiting, { recursive: true });
  return files;
}
