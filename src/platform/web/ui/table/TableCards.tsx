import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CellContent } from './cells/CellContent.tsx';
import { ActionButtons, offeredTo } from './cells/RowActions.tsx';
import { SelectBox } from '../filters/SelectBox.tsx';
import { Kept } from './cells/Kept.tsx';
import { TableSortMenu } from './TableSortMenu.tsx';
import type { Column, Identified, RowAction, RowSelection } from './table-columns.ts';
import { useRowEvents } from './use-row-events.ts';
import type { TableState } from './use-table-state.ts';

type Props<Row extends Identified> = {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first rows are on their way. */
  rows: readonly Row[] | undefined;
  table: TableState;
  actions: readonly RowAction<Row>[];
  selection: RowSelection<Row> | undefined;
};

/** The rows as cards, for screens too narrow for columns: first column as title, the others as label and value. */
export function TableCards<Row extends Identified>(props: Props<Row>) {
  const { label, columns, rows, table, actions, selection } = props;
  const { press, tick } = useRowEvents(actions, selection);
  const [title, ...facts] = columns;
  const totals = rows?.length ? columns.filter((column) => column.total !== undefined) : [];
  return (
    <>
      <TableSortMenu columns={columns} table={table} />
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows?.map((row) => (
          <Kept key={row.id}>
            <Box component="li" sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
              <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
                {selection && (
                  <SelectBox
                    ids={[row.id]}
                    ticked={Number(selection.selected.has(row.id))}
                    onTick={tick}
                    label={`Select ${selection.nameOf(row)}`}
                  />
                )}
                <Box dir="auto" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
                  <CellContent>{title?.render(row)}</CellContent>
                </Box>
              </Box>
              <Facts
                facts={facts.map(({ key, label, render }) => ({
                  key,
                  label,
                  value: <CellContent>{render(row)}</CellContent>,
                }))}
              />
              {actions.length > 0 && <ActionButtons row={row} offered={offeredTo(actions, row)} onPress={press} />}
            </Box>
          </Kept>
        ))}
        {rows === undefined &&
          [1, 2, 3].map((card) => (
            <Box component="li" key={card} aria-hidden sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
              <Skeleton width="60%" />
              {facts.slice(0, 4).map((column) => (
                <Skeleton key={column.key} />
              ))}
            </Box>
          ))}
      </Box>
      {totals.length > 0 && (
        <Box sx={{ p: 2, borderTop: 1, borderColor: 'divider', fontWeight: 600 }}>
          Total
          <Facts facts={totals.map(({ key, label, total }) => ({ key, label, value: total }))} />
        </Box>
      )}
    </>
  );
}

type Fact = { key: string; label: string; value: ReactNode };

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(110px, 40%) 1fr',
        gap: '6px 12px',
        m: 0,
        my: 1,
        '& dd': { m: 0 },
      }}
    >
      {facts.map(({ key, label, value }) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
