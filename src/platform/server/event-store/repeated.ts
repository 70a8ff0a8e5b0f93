import type { Batch } from './batch.ts';
import type { Cell } from './event-store.ts';

/** Rows of one type in a batch that have an id of their own: between which times, and with which ids. */
export type Repeatable = { type: string; column: string; from: string; to: string; ids: string[] };

/** What must be looked for in a table before a batch is added that may repeat some of it. A row that comes again has the very time of the first. */
export function listRepeatable({ columns, values, rowCount, ownIds }: Batch): Repeatable[] {
  const [types, times] = [cellsOf('type'), cellsOf('ts')];
  function cellsOf(column: string): readonly Cell[] {
    return values[columns.indexOf(column)] ?? [];
  }
  return Object.entries(ownIds).flatMap(([type, column]) => {
    const own = cellsOf(column);
    const rows = Array.from({ length: rowCount }, (_, row) => row).filter(
      (row) => types[row] === type && typeof own[row] === 'string',
    );
    if (rows.length === 0) return [];
    const stamps = rows.map((row) => String(times[row])).toSorted();
    return [{ type, column, from: stamps[0]!, to: stamps.at(-1)!, ids: rows.map((row) => String(own[row])) }];
  });
}

/** @param known types and ids, each as `type id` */
export function withoutRows(batch: Batch, known: ReadonlySet<string>): Batch {
  if (known.size === 0) return batch;
  const types = batch.values[batch.columns.indexOf('type')]!;
  const isFresh = (_: unknown, row: number): boolean => {
    const column = batch.ownIds[String(types[row])];
    return (
      column === undefined || !known.has(`${types[row]} ${String(batch.values[batch.columns.indexOf(column)]?.[row])}`)
    );
  };
  const values = batch.values.map((cells) => cells.filter(isFresh));
  return { ...batch, values, rowCount: values[0]!.length };
}
