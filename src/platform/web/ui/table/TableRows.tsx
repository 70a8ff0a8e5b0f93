import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableRow from '@mui/material/TableRow';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { colors } from '../../styles/tokens.ts';
import { CellContent } from './cells/CellContent.tsx';
import { ActionButtons, offeredTo } from './cells/RowActions.tsx';
import { fixedCount } from './columns/arrange.ts';
import { SelectBox } from '../filters/SelectBox.tsx';
import { Kept } from './cells/Kept.tsx';
import { TableHeadRow } from './TableHeadRow.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import {
  type Column,
  type Identified,
  longColumns,
  type RowAction,
  type RowSelection,
  type SetWidth,
  stickyEnd,
  stickyStart,
  type Widths,
  widthStyle,
} from './table-columns.ts';
import { useRowEvents } from './use-row-events.ts';
import type { TableState } from './use-table-state.ts';

const longCell = { overflowWrap: 'anywhere', minWidth: 144 } as const;
/** Right edge: a shadow that the end of the rows covers, so that it shows only while there is more to see. */
const moreHint = [
  `linear-gradient(${colors.white}, ${colors.white}) right / 20px 100% no-repeat local`,
  'linear-gradient(to left, rgb(16 36 31 / 0.14), transparent) right / 12px 100% no-repeat scroll',
].join(', ');
/** Collapsed, the lines between rows would end where a cell stays in place over the others. */
const ruled = { borderCollapse: 'separate' } as const;
const shortCell = { whiteSpace: 'nowrap' } as const;
const sizedCell = { overflowWrap: 'anywhere', overflow: 'hidden' } as const;
/** Somebody's name is longer at times than its column is meant for. */
const SHORT = 32;

type Props<Row extends Identified> = {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first rows are on their way. */
  rows: readonly Row[] | undefined;
  table: TableState;
  actions: readonly RowAction<Row>[];
  selection: RowSelection<Row> | undefined;
  widths: Widths;
  onWidth: SetWidth;
};

/** The rows as a table; wider than its box, it scrolls inside it. */
export function TableRows<Row extends Identified>(props: Props<Row>) {
  const { label, columns, rows, table, actions, selection, widths, onWidth } = props;
  const hasActions = actions.length > 0;
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const { press, tick } = useRowEvents(actions, selection);
  const long = longColumns(columns);
  const name = columns[fixedCount(columns) - 1]?.key;
  const hasTotals = rows !== undefined && rows.length > 0 && columns.some((column) => column.total !== undefined);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={`${label}, scrollable`} sx={{ background: moreHint }}>
      <Table size="small" aria-label={label} sx={ruled}>
        <TableHeadRow
          columns={columns}
          table={table}
          hasActions={hasActions}
          name={name}
          widths={widths}
          onWidth={onWidth}
        >
          {selection && (
            <SelectBox
              ids={rows?.map(({ id }) => id) ?? []}
              ticked={rows?.filter(({ id }) => selection.selected.has(id)).length ?? 0}
              onTick={tick}
              label="Select all of this page"
            />
          )}
        </TableHeadRow>
        {rows === undefined ? (
          <TableSkeleton
            columns={columns}
            rowCount={table.itemsPerPage}
            hasBoxes={selection !== undefined}
            hasActions={hasActions}
          />
        ) : (
          <TableBody>
            {rows.map((row) => (
              <Kept key={row.id}>
                <TableRow hover>
                  {selection && (
                    <TableCell padding="checkbox">
                      <SelectBox
                        ids={[row.id]}
                        ticked={Number(selection.selected.has(row.id))}
                        onTick={tick}
                        label={`Select ${selection.nameOf(row)}`}
                      />
                    </TableCell>
                  )}
                  {columns.map((column, index) => {
                    const content = column.render(row);
                    const isLong = long.has(column) || (typeof content === 'string' && content.length > SHORT);
                    return (
                      <TableCell
                        key={column.key}
                        align={column.isNumeric ? 'right' : 'left'}
                        {...(isLong && { dir: 'auto' })}
                        {...(index === 0 && { component: 'th', scope: 'row' })}
                        style={widthStyle(widths[column.key])}
                        sx={{
                          ...(widths[column.key] === undefined ? (isLong ? longCell : shortCell) : sizedCell),
                          ...(column.key === name && stickyStart),
                        }}
                      >
                        <CellContent>{content}</CellContent>
                      </TableCell>
                    );
                  })}
                  {hasActions && (
                    <TableCell align="right" sx={stickyEnd}>
                      <ActionButtons
                        row={row}
                        offered={offeredTo(actions, row)}
                        onPress={press}
                        isMenu={isNarrow && actions.length > 1}
                      />
                    </TableCell>
                  )}
                </TableRow>
              </Kept>
            ))}
          </TableBody>
        )}
        {hasTotals && (
          <TableFooter>
            <TableRow sx={{ backgroundColor: colors.surface, '& td': { color: 'text.primary', fontWeight: 600 } }}>
              {selection && <TableCell />}
              {columns.map((column, index) => (
                <TableCell
                  key={column.key}
                  align={column.isNumeric ? 'right' : 'left'}
                  {...(column.key === name && { sx: { ...stickyStart, backgroundColor: colors.surface } })}
                >
                  {column.total ?? (index === 0 && 'Total')}
                </TableCell>
              ))}
              {hasActions && <TableCell sx={{ ...stickyEnd, backgroundColor: colors.surface }} />}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </TableContainer>
  );
}
