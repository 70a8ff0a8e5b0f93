import { useState } from 'react';
import { foundRows } from '../../../text/row-order.ts';
import { firstOrder } from './table-columns.ts';

/** By which column a short table is read, and which way. */
export type Sorting = {
  sortBy: string | undefined;
  order: 'asc' | 'desc';
  onSort: (column: string, isNumeric: boolean) => void;
};

/** The rows of a table that came whole, as they came until a column is chosen. @param valueOf see `foundRows` */
export function useSorted<Row>(
  rows: readonly Row[],
  valueOf: Parameters<typeof foundRows<Row>>[2],
): { rows: readonly Row[]; sorting: Sorting } {
  const [{ sortBy, order }, setSort] = useState<Pick<Sorting, 'sortBy' | 'order'>>({ sortBy: undefined, order: 'asc' });
  const onSort: Sorting['onSort'] = (column, isNumeric) =>
    setSort((now) => ({
      sortBy: column,
      order: now.sortBy !== column ? firstOrder({ isNumeric }) : now.order === 'asc' ? 'desc' : 'asc',
    }));
  return { rows: foundRows(rows, { sortBy, order }, valueOf, () => ''), sorting: { sortBy, order, onSort } };
}
