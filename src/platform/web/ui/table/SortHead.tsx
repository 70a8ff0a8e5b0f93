import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import { firstOrder } from './table-columns.ts';
import type { Sorting } from './use-sorted.ts';

type Props = { column: string; label: string; isNumeric?: boolean; sorting: Sorting };

/** The head of a column of a short table, which sorts by it. */
export function SortHead({ column, label, isNumeric = true, sorting: { sortBy, order, onSort } }: Props) {
  const isSorted = sortBy === column;
  return (
    <TableCell align={isNumeric ? 'right' : 'left'} sortDirection={isSorted ? order : false} aria-label={label}>
      <TableSortLabel
        active={isSorted}
        direction={isSorted ? order : firstOrder({ isNumeric })}
        onClick={() => onSort(column, isNumeric)}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  );
}
