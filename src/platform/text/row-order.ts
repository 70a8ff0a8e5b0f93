import { containsFolded } from './fold.ts';

type Cell = string | number | null;

/** What a reader of rows that come all at once may ask: words in their names, and a column to sort by. */
export type RowsAsked = {
  search?: string | undefined;
  sortBy?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
};

/**
 * The rows whose name holds the words, sorted: the same on the screen and in its file.
 * @param valueOf what a column sorts by; numbers by size, decimals of money as numbers, nothing last
 */
export function foundRows<Row>(
  rows: readonly Row[],
  { search = '', sortBy, order = 'asc' }: RowsAsked,
  valueOf: (row: Row, column: string) => Cell,
  textOf: (row: Row) => string,
): Row[] {
  const found = search.trim() ? rows.filter((row) => containsFolded(textOf(row), search)) : [...rows];
  if (!sortBy) return found;
  const turn = order === 'desc' ? -1 : 1;
  return found.toSorted((a, b) => compare(valueOf(a, sortBy), valueOf(b, sortBy), turn));
}

function compare(a: Cell, b: Cell, turn: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return turn * String(a).localeCompare(String(b));
  return turn * (x - y);
}
