import type { Paged } from '../../../platform/paging.ts';
import type { Query } from '../../../platform/web/http.ts';
import type { TableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { foundRows } from '../../../platform/text/row-order.ts';

/** The question of a screen's file: the same rows in the same order. */
export const rowsAsked = (ask: Query, { search, sortBy, order }: Pick<TableState, 'search' | 'sortBy' | 'order'>) => ({
  ...ask,
  search,
  sortBy,
  order,
});

/** Sorts, searches and pages rows that came all at once, for the table that otherwise asks the server. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  table: Pick<TableState, 'page' | 'itemsPerPage' | 'sortBy' | 'order' | 'search'>,
  valueOf: Parameters<typeof foundRows<Row>>[2],
  textOf: (row: Row) => string,
): Paged<Row> {
  const sorted = foundRows(rows, table, valueOf, textOf);
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
