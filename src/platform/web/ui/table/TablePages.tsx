import Box from '@mui/material/Box';
import TablePagination from '@mui/material/TablePagination';
import Typography from '@mui/material/Typography';
import { MAX_COUNTED, MAX_FOUND } from '../../../list-bounds.ts';
import type { PageSize, TableState } from './use-table-state.ts';

type Props = {
  total: number;
  /** Rows that the answer holds at most: with "All" it is the server's cap. */
  limit: number;
  table: TableState;
};

/** The footer of a table: rows per page, which rows these are, previous and next. */
export function TablePages({ total, limit, table }: Props) {
  const options = table.sizes.map((size) => ({ value: size as number, label: size === -1 ? 'All' : String(size) }));
  const isCapped = table.itemsPerPage === -1 && total > limit;
  // the server counts no further
  const isCountedUp = total === (table.search ? MAX_FOUND : MAX_COUNTED);
  const lastPage = Math.max(1, Math.ceil(total / limit));
  return (
    <Box data-print="none" sx={{ borderTop: 1, borderColor: 'divider' }}>
      {isCapped && (
        <Typography variant="body2" sx={{ px: 2, pt: 1, color: 'text.secondary' }}>
          All shows at most {limit} rows at once; the rest is on the next page.
        </Typography>
      )}
      <TablePagination
        component="div"
        count={total}
        labelDisplayedRows={({ from, to, count }) => `${from}–${to} of ${count}${isCountedUp ? ' or more' : ''}`}
        page={Math.min(table.page, lastPage) - 1}
        rowsPerPage={isCapped ? limit : table.itemsPerPage}
        rowsPerPageOptions={isCapped ? [...options.slice(0, -1), { value: limit, label: 'All' }] : options}
        onPageChange={(_event, page) => table.setPage(page + 1)}
        onRowsPerPageChange={(event) => {
          const size = Number(event.target.value);
          table.setItemsPerPage((isCapped && size === limit ? -1 : size) as PageSize);
        }}
        sx={{
          '& .MuiTablePagination-toolbar': { flexWrap: 'wrap', justifyContent: 'flex-end', px: { xs: 1, sm: 2 } },
          '& .MuiTablePagination-spacer': { display: { xs: 'none', sm: 'block' } },
          '& .MuiTablePagination-input': { ml: { xs: 0, sm: 1 }, mr: { xs: 1, sm: 4 } },
          '& .MuiTablePagination-actions': { ml: { xs: 0, sm: 2.5 } },
        }}
      />
    </Box>
  );
}
