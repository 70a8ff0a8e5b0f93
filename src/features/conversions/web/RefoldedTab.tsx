import { mdiMapMarkerPath } from '@mdi/js';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { formatMoney, NOTHING } from '../../../platform/text/figures.ts';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Refolded } from '../decisions-contract.ts';
import { deskQueries } from './client.ts';

const COLUMNS: readonly Column<Refolded>[] = [
  { key: 'conversion_id', label: 'Conversion', render: (row) => `${row.conversion_id}, ${row.event_type}` },
  { key: 'network', label: 'Network', render: (row) => row.network },
  { key: 'txid', label: 'Transaction', render: (row) => row.txid ?? NOTHING },
  {
    key: 'old_status',
    label: 'Was',
    render: (row) => (row.old_status === null ? 'not there' : <StatusChip status={row.old_status} />),
  },
  {
    key: 'old_sum',
    isSortable: true,
    label: 'Counted',
    isNumeric: true,
    render: (row) => formatMoney(row.old_sum, row.old_currency),
  },
  { key: 'new_status', label: 'Is', render: (row) => <StatusChip status={row.new_status} /> },
  {
    key: 'new_sum',
    isSortable: true,
    label: 'Counts',
    isNumeric: true,
    render: (row) =>
      `${formatMoney(row.new_sum, row.new_currency)}${row.not_counted === null ? '' : ` (not counted: ${row.not_counted})`}`,
  },
];

/** What became something else when stored conversions were folded anew by the rules of today. */
export function RefoldedTab() {
  const table = useTableState({ sortBy: 'id', order: 'desc', itemsPerPage: 20, prefix: 'refolded_' });
  const changes = useQuery(deskQueries.refolded(table.query));
  return (
    <>
      <Alert severity="info" sx={{ mb: 2 }}>
        The rules for contrary messages, refunds and rebills are stricter now, and hold for what was stored before. No
        traffic source was told of these changes.
        {changes.data && !changes.data.is_done && ' The round is still under way.'}
      </Alert>
      <DataTable
        label="Folded anew"
        columns={COLUMNS}
        query={changes}
        table={table}
        toolbar={<ListCsv list="/admin/conversions/refolded" query={table.query} total={changes.data?.total} />}
        empty={<EmptyState text="Nothing changed: every conversion is what it was." />}
        actions={[
          {
            label: 'Show Timeline',
            icon: mdiMapMarkerPath,
            to: (row) => `/admin/timeline?id=${row.conversion_id}&kind=conversion`,
          },
        ]}
      />
    </>
  );
}
