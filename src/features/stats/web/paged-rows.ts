import type { Paged } from '../../../platform/paging.ts';
import type { TableState } from '../../../platform/web/ui/use-table-state.ts';

type Cell = string | number | null;

/**
 * Sorts, searches and pages rows that came all at once, for the table that otherwise asks the server.
 * @param valueOf what a column sorts by; numbers by size, decimals of money as numbers, nothing last
 */
export function pageOfRows<Row>(
  rows: readonly Row[],
  table: Pick<TableState, 'page' | 'itemsPerPage' | 'sortBy' | 'order' | 'search'>,
  valueOf: (row: Row, column: string) => Cell,
  textOf: (row: Row) => string,
): Paged<Row> {
  const wanted = table.search.trim().toLowerCase();
  const found = wanted ? rows.filter((row) => textOf(row).toLowerCase().includes(wanted)) : [...rows];
  const turn = table.order === 'desc' ? -1 : 1;
  const sorted = found.toSorted((a, b) => compare(valueOf(a, table.sortBy), valueOf(b, table.sortBy), turn));
  const limit = table.itemsPerPage === -1 ? Math.max(1, sorted.length) : table.itemsPerPage;
  const start = (table.page - 1) * limit;
  return {
    data: sorted.slice(start, start + limit),
    total: sorted.length,
    page: table.page,
    limit,
    pages: Math.max(1, Math.ceil(sorted.length / limit)),
  };
}

function compare(a: Cell, b: Cell, turn: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return turn * String(a).localeCompare(String(b));
  return turn * (x - y);
}
