import { mdiSortAscending, mdiSortDescending } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { FilterSelect } from '../filters/FilterSelect.tsx';
import { Icon } from '../Icon.tsx';
import { firstOrder, type Column } from './table-columns.ts';
import type { TableState } from './use-table-state.ts';

type Props<Row> = { columns: readonly Column<Row>[]; table: TableState };

/** Sorting where there is no head to press: a column and a direction. */
export function TableSortMenu<Row>({ columns, table }: Props<Row>) {
  const options = columns
    .filter((column) => column.isSortable)
    .map((column) => ({ value: column.key, label: column.label }));
  if (options.length === 0) return null;
  const isAscending = table.order === 'asc';
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.5, pt: 1, pb: 2 }}>
      <FilterSelect
        label="Sort by"
        all="Default order"
        value={table.sortBy}
        options={options}
        onChange={(key) => {
          const column = columns.find((one) => one.key === key);
          if (column && key !== table.sortBy) table.sort(key, firstOrder(column));
        }}
      />
      <IconButton
        aria-label={isAscending ? 'Ascending; change to descending' : 'Descending; change to ascending'}
        onClick={() => table.sort(table.sortBy)}
      >
        <Icon path={isAscending ? mdiSortAscending : mdiSortDescending} />
      </IconButton>
    </Box>
  );
}
