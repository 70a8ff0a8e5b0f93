import Box from '@mui/material/Box';
import TablePagination from '@mui/material/TablePagination';
import Typography from '@mui/material/Typography';
import { MAX_ROWS } from '../../paging.ts';
import type { PageSize, TableState } from './use-table-state.ts';

type Props = { total: number; table: TableState };

/** The footer of a table: rows per page, which rows these are, previous and next. */
export function TablePages({ total, table }: Props) {
  const options = table.sizes.map((size) => ({ value: size as number, label: size === -1 ? 'All' : String(size) }));
  const isAll = table.itemsPerPage === -1;
  const isCapped = isAll && total > MAX_ROWS;
  const rowsPerPage = isAll ? MAX_ROWS : table.itemsPerPage;
  const lastPage = Math.max(1, Math.ceil(total / rowsPerPage));
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
      {isCapped && (
        <Typography variant="body2" sx={{ px: 2, pt: 1, color: 'text.secondary' }}>
          All shows at most {MAX_ROWS} rows at once; the rest is on the next page.
        </Typography>
      )}
      <TablePagination
        component="div"
        count={total}
        page={Math.min(table.page, lastPage) - 1}
        rowsPerPage={isCapped ? MAX_ROWS : table.itemsPerPage}
        rowsPerPageOptions={isCapped ? [...options.slice(0, -1), { value: MAX_ROWS, label: 'All' }] : options}
        onPageChange={(_event, page) => table.setPage(page + 1)}
        onRowsPerPageChange={(event) => {
          const size = Number(event.target.value);
          table.setItemsPerPage((size === MAX_ROWS ? -1 : size) as PageSize);
        }}
        sx={{ '& .MuiTablePagination-toolbar': { flexWrap: 'wrap', justifyContent: 'flex-end', pl: 2 } }}
      />
    </Box>
  );
}
