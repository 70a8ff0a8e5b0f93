import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRef, type ReactNode } from 'react';
import type { Paged } from '../../../paging.ts';
import { useMayWrite } from '../../session/permissions.ts';
import { EmptyState } from '../states/EmptyState.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import { ColumnsButton } from './columns/ColumnsButton.tsx';
import { useColumns } from './columns/use-columns.ts';
import { TableCards } from './TableCards.tsx';
import { TablePages } from './TablePages.tsx';
import { TableRows } from './TableRows.tsx';
import type { Column, Identified, RowAction, RowSelection } from './table-columns.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import type { TableState } from './use-table-state.ts';
import { ProgressLine } from '../ProgressLine.tsx';

type Props<Row extends Identified> = {
  /** What the rows are, in the plural: 'Affiliate networks'. */
  label: string;
  columns: readonly Column<Row>[];
  /** The answer of `useQuery` for `table.query`. */
  query: {
    data: Paged<Row> | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  table: TableState;
  actions?: readonly RowAction<Row>[];
  /** Lets rows be ticked. */
  selection?: RowSelection<Row>;
  /** What stands there when there is nothing yet at all: an EmptyState with the next step. */
  empty: ReactNode;
  /** SearchField and FilterSelects. */
  toolbar?: ReactNode;
  /** The screen itself says which columns there are, and lets them be chosen. */
  hasOwnChoice?: boolean;
};

/** Tables of so many columns are shown whole. */
const FEW_COLUMNS = 5;

/** What somebody who may only look can do with the rows. */
const onlyReading = <Row extends Identified>({
  actions,
  selection,
}: Pick<Props<Row>, 'actions' | 'selection'>): Pick<Props<Row>, 'actions' | 'selection'> => ({
  actions: actions?.filter(({ isReading, to }) => isReading ?? to !== undefined) ?? [],
  ...(selection?.isReading && { selection }),
});

/**
 * The one list of the back office: rows of the server, page by page, as a table or, on phones, as cards.
 * Shows its own skeleton, empty, nothing-found and error states.
 */
export function DataTable<Row extends Identified>(props: Props<Row>) {
  const { label, query, table, empty, toolbar, hasOwnChoice = false } = props;
  const mayWrite = useMayWrite();
  const { actions = [], selection } = mayWrite ? props : onlyReading(props);
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const { data, error } = query;
  const hasChoice = !hasOwnChoice && props.columns.length > FEW_COLUMNS;
  const { shown: columns, widths, setWidth, choice } = useColumns(label, props.columns, hasChoice);
  const Rows = isPhone ? TableCards : TableRows;
  const hasRows = data === undefined || data.data.length > 0;
  const section = useRef<HTMLDivElement>(null);
  useKeptFocus(section, data);
  const ticked = (selection && data?.data.filter((row) => selection.selected.has(row.id))) ?? [];

  return (
    <Paper
      variant="outlined"
      component="section"
      ref={section}
      tabIndex={-1}
      aria-label={label}
      aria-busy={query.isFetching}
      sx={{ overflow: 'hidden', outline: 'none' }}
    >
      {(toolbar || hasChoice) && (
        <Box
          data-print="none"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: 1.5, sm: 2 }, p: { xs: 1.5, sm: 2 } }}
        >
          {toolbar}
          {hasChoice && <ColumnsButton {...choice} />}
        </Box>
      )}
      {selection && ticked.length > 0 && selection.bar(ticked)}
      <Box sx={{ height: 2 }}>{query.isFetching && data && <ProgressLine />}</Box>
      {error && !(data && query.isFetching) ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : hasRows ? (
        <Rows
          label={label}
          columns={columns}
          rows={data?.data}
          table={table}
          actions={actions}
          selection={selection}
          widths={widths}
          onWidth={setWidth}
        />
      ) : (
        <NoRows total={data.total} table={table} empty={empty} lastPage={data.pages} />
      )}
      {data && !error && data.total > 0 && <TablePages total={data.total} limit={data.limit} table={table} />}
    </Paper>
  );
}

type NoRowsProps = { total: number; table: TableState; empty: ReactNode; lastPage: number };

function NoRows({ total, table, empty, lastPage }: NoRowsProps) {
  if (total > 0) {
    const action = (
      <Button variant="outlined" onClick={() => table.setPage(lastPage)}>
        Go to the last page
      </Button>
    );
    return <EmptyState text="There is nothing on this page any more." action={action} />;
  }
  if (!table.isFiltered) return empty;
  const action = (
    <Button variant="outlined" onClick={table.clear}>
      Clear search and filters
    </Button>
  );
  return <EmptyState text="Nothing matches the search and filters." action={action} />;
}
