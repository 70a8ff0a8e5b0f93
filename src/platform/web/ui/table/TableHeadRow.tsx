import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type ReactNode, Suspense } from 'react';
import { Hint } from '../Hint.tsx';
import { lazyPart } from '../states/lazy-part.tsx';
import {
  type Column,
  firstOrder,
  type SetWidth,
  stickyEnd,
  stickyStart,
  type Widths,
  widthStyle,
} from './table-columns.ts';
import type { TableState } from './use-table-state.ts';

const ColumnEdge = lazyPart(async () => ({ default: (await import('./columns/ColumnEdge.tsx')).ColumnEdge }));

type Props<Row> = {
  columns: readonly Column<Row>[];
  table: TableState;
  hasActions: boolean;
  /** The key of the column that stays in sight. */
  name: string | undefined;
  widths: Widths;
  onWidth: SetWidth;
  /** The box that ticks all. */ children?: ReactNode;
};

/** The head of a DataTable: labels that sort. */
export function TableHeadRow<Row>(props: Props<Row>) {
  const { columns, table, hasActions, name, widths, onWidth, children } = props;
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
              aria-label={label}
              style={widthStyle(widths[key])}
              sx={key === name ? stickyStart : { position: 'relative' }}
            >
              {help ? (
                <Hint title={help} describeChild>
                  {content}
                </Hint>
              ) : (
                content
              )}
              <Suspense>
                <ColumnEdge
                  label={label}
                  width={widths[key]}
                  onChange={(width, isLasting) => onWidth(key, width, isLasting)}
                />
              </Suspense>
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
