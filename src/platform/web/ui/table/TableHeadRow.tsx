import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { type Column, firstOrder, stickyEnd } from './table-columns.ts';
import type { TableState } from './use-table-state.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  table: TableState;
  hasActions: boolean;
  /** The box that ticks all. */ children?: ReactNode;
};

/** The head of a DataTable: labels that sort. */
export function TableHeadRow<Row>({ columns, table, hasActions, children }: Props<Row>) {
  return (
    <TableHead>
      <TableRow>
        {children && <TableCell padding="checkbox">{children}</TableCell>}
        {columns.map(({ key, label, isSortable, isNumeric, help }) => {
          const isSorted = table.sortBy === key;
          const content = isSortable ? (
            <TableSortLabel
              active={isSorted}
              direction={isSorted ? table.order : firstOrder({ isNumeric })}
              onClick={() => table.sort(key, firstOrder({ isNumeric }))}
            >
              {label}
            </TableSortLabel>
          ) : (
            <span>{label}</span>
          );
          return (
            <TableCell
              key={key}
              align={isNumeric ? 'right' : 'left'}
              sortDirection={isSortable && isSorted ? table.order : false}
            >
              {help ? (
                <Tooltip title={help} describeChild>
                  {content}
                </Tooltip>
              ) : (
                content
              )}
            </TableCell>
          );
        })}
        {hasActions && (
          <TableCell align="right" sx={stickyEnd}>
            Actions
          </TableCell>
        )}
      </TableRow>
    </TableHead>
  );
}
