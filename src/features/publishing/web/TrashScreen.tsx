import { mdiRestore } from '@mdi/js';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../platform/text/figures.ts';
import { useCall } from '../../../platform/web/use-call.ts';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { may } from '../../../platform/web/session/permissions.ts';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { TrashKind } from '../contract.ts';
import { isOfContent } from '../rules.ts';
import { restoreEntry, trashQueries, type TrashRow } from './trash-client.ts';

const KINDS: Record<TrashKind, string> = {
  guide: 'Guide',
  guide_item: 'Guide product',
  review: 'Review',
  offer: 'Offer',
  network: 'Network',
  source: 'Traffic source',
  link: 'Tracking link',
  person: 'Person',
};
const kindChoices = () =>
  (Object.keys(KINDS) as TrashKind[])
    .filter((kind) => isOfContent(kind) || may('read:commerce'))
    .map((value) => ({ value, label: KINDS[value] }));

const COLUMNS: readonly Column<TrashRow>[] = [
  {
    key: 'name',
    label: 'Name',
    isLong: true,
    render: ({ name, waiting }) => (
      <>
        <strong>
          <CutText>{name}</CutText>
        </strong>
        {waiting > 0 && (
          <Typography variant="body2" component="div" sx={{ color: 'warning.main' }}>
            {waiting === 1 ? '1 postback waits' : `${formatCount(waiting)} postbacks wait`} for it and will be counted
            when it is back.
          </Typography>
        )}
      </>
    ),
  },
  { key: 'kind', label: 'Kind', render: ({ kind }) => KINDS[kind] },
  { key: 'deleted_by', label: 'Deleted by', render: ({ deleted_by: who }) => who ?? 'Unknown' },
  { key: 'deleted_at', label: 'Deleted', isSortable: true, render: (row) => <DateTime value={row.deleted_at} /> },
  {
    key: 'purged_after',
    label: 'Gone for good',
    help: 'From then on it is removed, unless something still names it.',
    render: (row) => <DateTime value={row.purged_after} />,
  },
];

/** What was deleted in the last 30 days, and the way back. */
export function TrashScreen() {
  const table = useTableState({ sortBy: 'deleted_at', order: 'desc', itemsPerPage: 25, filters: { kind: '' } });
  const { sortBy: _only, ...query } = table.query;
  const trash = useQuery(trashQueries.list(query));
  // what comes back stands in the lists of its own feature
  const call = useCall([]);

  return (
    <>
      <PageHeader
        title="Trash"
        purpose="What was deleted in the last 30 days. Until then everything can come back."
        action={<ListCsv list="/admin/trash" query={query} total={trash.data?.total} />}
      />
      <DataTable
        label="Trash"
        columns={COLUMNS}
        query={trash}
        table={table}
        empty={<EmptyState text="The trash is empty. What is deleted stays here for 30 days." />}
        actions={[
          { label: 'Bring back', icon: mdiRestore, onClick: (row) => call(() => restoreEntry(row), 'It is back.') },
        ]}
        toolbar={
          <>
            <SearchField label="Search the trash..." value={table.search} onChange={table.setSearch} />
            <TableFilter table={table} name="kind" label="Kind" options={kindChoices()} />
          </>
        }
      />
    </>
  );
}
