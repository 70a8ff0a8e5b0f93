import type { Cell, EventRow } from './event-store.ts';

/** Rows by columns, one array for each in the order of `columns`: what only some rows have is null in the others. */
export type RowsByColumn = { rowCount: number; columns: string[]; values: Cell[][] };

/** The same with `values` as JSON: a text is handed from thread to process for a fraction of what its values cost. Without `bigint`. */
export type RowsAsText = Omit<RowsByColumn, 'values'> & { values: string };

export function toColumns(rows: EventRow[]): RowsByColumn {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { rowCount: rows.length, columns, values: columns.map((column) => rows.map((row) => row[column] ?? null)) };
}

export function toColumnsText(rows: EventRow[]): RowsAsText {
  const { values, ...rest } = toColumns(rows);
  return { ...rest, values: JSON.stringify(values) };
}
