import Skeleton from '@mui/material/Skeleton';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type Column, longColumns, stickyEnd } from './table-columns.ts';

const MOST_ROWS = 10;

type Props<Row> = {
  columns: readonly Column<Row>[];
  /** Rows asked for; -1 is all. */
  rowCount: number;
  hasBoxes: boolean;
  hasActions: boolean;
};

/** Grey rows in the shape of the table that comes. */
export function TableSkeleton<Row>({ columns, rowCount, hasBoxes, hasActions }: Props<Row>) {
  const long = longColumns(columns);
  const rows = rowCount === -1 ? MOST_ROWS : Math.min(rowCount, MOST_ROWS);
  return (
    <TableBody aria-hidden>
      {Array.from({ length: rows }, (_unused, row) => (
        <TableRow key={row}>
          {hasBoxes && <TableCell padding="checkbox" />}
          {columns.map((column) => (
            <TableCell key={column.key}>
              <Skeleton width={long.has(column) ? 140 : 64} sx={column.isNumeric ? { ml: 'auto' } : {}} />
            </TableCell>
          ))}
          {hasActions && (
            <TableCell sx={stickyEnd}>
              <Skeleton width={72} sx={{ ml: 'auto' }} />
            </TableCell>
          )}
        </TableRow>
      ))}
    </TableBody>
  );
}
