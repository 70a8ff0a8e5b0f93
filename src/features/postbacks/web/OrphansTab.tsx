import { mdiLinkVariantPlus, mdiMapMarkerPath, mdiMagnifyScan } from '@mdi/js';
import { postbackQueries, postbacksClient } from './client.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatMoney, NOTHING } from '../../../platform/text/figures.ts';
import { useCall } from '../../../platform/web/use-call.ts';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Orphan } from '../../conversions/manual-contract.ts';
import { CONVERSIONS_LASTING } from '../../conversions/lasting.ts';
import { DESK_KEY, STATS_KEY } from '../../conversions/web/client.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const AssignClickDialog = lazyPart(async () => ({
  default: (await import('./AssignClickDialog.tsx')).AssignClickDialog,
}));

const mono = (text: string) => (
  <Box component="code" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
    {text}
  </Box>
);

const COLUMNS: readonly Column<Orphan>[] = [
  { key: 'click_key', label: 'Click id as sent', isLong: true, render: (row) => mono(row.click_key) },
  { key: 'network', label: 'Network', render: (row) => row.network },
  { key: 'received_at', isSortable: true, label: 'Received', render: (row) => <DateTime value={row.received_at} /> },
  { key: 'status', label: 'Status', render: (row) => <StatusChip status={row.status} /> },
  {
    key: 'payout',
    isSortable: true,
    label: 'Payout',
    isNumeric: true,
    render: (row) => formatMoney(row.payout, row.payout_currency),
  },
  { key: 'txid', label: 'Transaction', render: (row) => (row.txid === null ? NOTHING : mono(row.txid)) },
  {
    key: 'is_watched',
    label: 'Search',
    help: 'The click of an orphan is looked for by itself during 72 hours.',
    render: (row) => (
      <StatusChip status={row.is_watched ? 'looked_for' : 'given_up'} tone={row.is_watched ? 'info' : 'warn'} />
    ),
  },
];

/** Conversions whose click is not known. They are in no sum until they have one. */
export function OrphansTab() {
  const table = useTableState({ sortBy: 'id', order: 'desc', itemsPerPage: 20, prefix: 'orphan_' });
  const { search } = table;
  const orphans = useQuery(postbackQueries.orphans(table.query));
  const [assigned, setAssigned] = useState<Orphan>();
  const queries = useQueryClient();
  const call = useCall(DESK_KEY);

  const rematch = (ids?: string[]) =>
    call(async () => {
      const { data, message } = await postbacksClient.rematch(ids ? { ids } : {});
      void queries.invalidateQueries({ queryKey: STATS_KEY });
      return {
        message: (ids && data[0]?.message) || message,
        tone: data.every((one) => one.ok) ? 'success' : 'info',
      };
    });

  return (
    <>
      {(orphans.data?.total ?? 0) > 0 && (
        <Box sx={{ mb: 2 }}>
          <CannotUndo why={CONVERSIONS_LASTING.match} />
        </Box>
      )}
      <DataTable
        label="Orphans"
        columns={COLUMNS}
        query={orphans}
        table={table}
        empty={<EmptyState text="No orphan: every conversion belongs to a click that we know." />}
        actions={[
          {
            label: 'Show Timeline',
            icon: mdiMapMarkerPath,
            to: (row) => `/admin/timeline?id=${row.id}&kind=conversion`,
          },
          { label: 'Look Again', icon: mdiMagnifyScan, onClick: (row) => rematch([row.id]) },
          { label: 'Tie To A Click', icon: mdiLinkVariantPlus, onClick: setAssigned },
        ]}
        toolbar={
          <>
            <SearchField label="Search click or transaction id..." value={search} onChange={table.setSearch} />
            <ListCsv list="/admin/conversions/orphans" query={table.query} total={orphans.data?.total} />
            {(orphans.data?.total ?? 0) > 0 && (
              <Button variant="outlined" onClick={() => rematch()}>
                Look For All Again
              </Button>
            )}
          </>
        }
      />
      <Suspense>{assigned && <AssignClickDialog orphan={assigned} onClose={() => setAssigned(undefined)} />}</Suspense>
    </>
  );
}
