import { mdiCheckCircleOutline, mdiMapMarkerPath } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney, NOTHING } from '../../../platform/text/figures.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Contrary } from '../decisions-contract.ts';
import { DESK_KEY, deskClient, deskQueries, STATS_KEY } from './client.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

const saidText = ({ said }: Contrary): string =>
  said
    .map(({ status, payout, currency, at }) =>
      [status, payout === null ? '' : formatMoney(payout, currency), at === null ? 'without a time' : '']
        .filter((part) => part !== '')
        .join(' '),
    )
    .join(', ');

const COLUMNS: readonly Column<Contrary>[] = [
  { key: 'click_key', label: 'Click id', isLong: true, render: (row) => <code>{row.click_key}</code> },
  { key: 'network', label: 'Network', render: (row) => row.network },
  { key: 'received_at', isSortable: true, label: 'Received', render: (row) => <DateTime value={row.received_at} /> },
  { key: 'said', label: 'What was said', isLong: true, render: saidText },
  { key: 'status', label: 'Counts as', render: (row) => <StatusChip status={row.status} /> },
  {
    key: 'payout',
    isSortable: true,
    label: 'Payout',
    isNumeric: true,
    render: (row) => formatMoney(row.payout, row.payout_currency),
  },
  { key: 'txid', label: 'Transaction', render: (row) => row.txid ?? NOTHING },
];

/** Conversions of which a network said both that it pays and that it does not. Without times the money is not counted. */
export function ContraryTab() {
  const table = useTableState({ sortBy: 'id', order: 'desc', itemsPerPage: 20, prefix: 'contrary_' });
  const contrary = useQuery(deskQueries.contrary(table.query));
  const [accepted, setAccepted] = useState<Contrary>();
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);

  const accept = async (row: Contrary, reason: string) => {
    await deskClient.change(row.id, { status: 'approved', reason, version: row.version });
    void queries.invalidateQueries({ queryKey: STATS_KEY });
    afterChange({ message: `Conversion ${row.id} is approved.` });
    setAccepted(undefined);
  };

  return (
    <>
      <DataTable
        label="Contrary words"
        columns={COLUMNS}
        query={contrary}
        table={table}
        toolbar={<ListCsv list="/admin/conversions/contrary" query={table.query} total={contrary.data?.total} />}
        empty={<EmptyState text="No network contradicts itself: nothing was both approved and rejected." />}
        actions={[
          { label: 'Accept The Approval', icon: mdiCheckCircleOutline, onClick: setAccepted },
          {
            label: 'Show Timeline',
            icon: mdiMapMarkerPath,
            to: (row) => `/admin/timeline?id=${row.id}&kind=conversion`,
          },
        ]}
      />
      {accepted && (
        <ReasonDialog
          title="Accept The Approval"
          help={`Conversion ${accepted.id} counts with ${formatMoney(accepted.payout, accepted.payout_currency)} then. What the network says later counts again.`}
          saveLabel="Accept"
          onSave={(reason) => accept(accepted, reason)}
          onClose={() => setAccepted(undefined)}
        />
      )}
    </>
  );
}
