import type { EventRow, RowsAsText, RowsByColumn } from './event-store.ts';

export function toColumns(rows: EventRow[]): RowsByColumn {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { rowCount: rows.length, columns, values: columns.map((column) => rows.map((row) => row[column] ?? null)) };
}

export function toColumnsText(rows: EventRow[]): RowsAsText {
  const { values, ...rest } = toColumns(rows);
  return { ...rest, values: JSON.stringify(values) };
}
