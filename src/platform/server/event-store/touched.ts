import type { Cell } from './event-store.ts';

/** Rows as they cross the process border: one array per column, in the order of `columns`. */
type Rows = { rowCount: number; columns: readonly string[]; values: Cell[][] };

const HOUR_MS = 3_600_000;

/** The UTC hours of a batch's rows, each with the values of the noted columns: every such key once, as values to bind. */
export function hoursOf({ rowCount, columns, values }: Rows, noted: readonly string[]): Cell[][] {
  const times = values[columns.indexOf('ts')];
  if (!times) return [];
  const beside = noted.map((column) => values[columns.indexOf(column)]);
  const keys = new Map<string, Cell[]>();
  for (let row = 0; row < rowCount; row += 1) {
    const hour = Math.floor(Date.parse(String(times[row])) / HOUR_MS);
    const rest = beside.map((cells) => cells?.[row] ?? null);
    const key = `${hour} ${rest.join(' ')}`;
    if (!keys.has(key)) keys.set(key, [new Date(hour * HOUR_MS).toISOString().replace('Z', ''), ...rest]);
  }
  return [...keys.values()];
}
