import { mdiDelete } from '@mdi/js';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatMoney, NOTHING, numberOf } from '../../../platform/text/figures.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { Loss } from '../../../platform/web/ui/table/cells/Loss.tsx';
import { may } from '../../../platform/web/session/permissions.ts';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { onePage } from '../../../platform/web/ui/table/one-page.ts';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { PlacementList } from '../contract.ts';
import { placementQueries, placementsClient, PLACEMENTS_KEY } from './client.ts';

/** Lists that a source was told to leave out, with what each saved since. */
export function KeptLists({ sourceId }: { sourceId: string }) {
  const table = useTableState({ sortBy: 'created_at', order: 'desc', prefix: 'list_' });
  const asked = { source_id: sourceId, sortBy: table.sortBy, order: table.order };
  const lists = useQuery(placementQueries.lists(asked));
  const afterChange = useAfterChange(PLACEMENTS_KEY);
  const [removing, setRemoving] = useState<PlacementList>();
  return (
    <Box component="section" sx={{ mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        Kept lists
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '68ch' }}>
        What each saved is an estimate: its placements would have lost in the same measure as the others of this source
        cost since. They were chosen because they lost, so the truth is rather a little less.
      </Typography>
      <DataTable
        label="Kept lists"
        query={{ ...lists, data: onePage(lists.data?.data) }}
        table={table}
        columns={COLUMNS}
        toolbar={
          may('read:money') && (
            <ListCsv list="/admin/stats/placement-lists" query={asked} total={lists.data?.data.length} />
          )
        }
        empty={
          <EmptyState text="No list was kept yet. Keep one when you have taken it to the source: its placements are not named again, and you see what it saves." />
        }
        actions={[{ label: 'Remove list', icon: mdiDelete, onClick: setRemoving }]}
      />
      {removing && (
        <ConfirmDialog
          title="Remove List?"
          text="Its placements are judged again. What the source leaves out stays as it is there."
          confirmLabel="Remove"
          onConfirm={async () => {
            const { message = 'List removed.' } = await placementsClient.removeList(removing.id);
            afterChange({ message });
            setRemoving(undefined);
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Box>
  );
}

const COLUMNS: readonly Column<PlacementList>[] = [
  {
    key: 'placements',
    label: 'Placements',
    isLong: true,
    render: (list) => (
      <>
        {numberOf(list.placements.length, 'placement')} by {list.param}
        <Box sx={{ color: 'text.secondary', fontWeight: 400 }}>
          <CutText>{list.placements.join(', ')}</CutText>
        </Box>
      </>
    ),
  },
  { key: 'created_at', label: 'Kept', isSortable: true, render: (list) => <DateTime value={list.created_at} /> },
  {
    key: 'lost',
    label: 'Lost before',
    isSortable: true,
    isNumeric: true,
    help: 'Cost less revenue of the days that were judged.',
    render: (list) => formatMoney(list.lost, list.currency),
  },
  {
    key: 'since_visits',
    label: 'Still came',
    isSortable: true,
    isNumeric: true,
    help: 'Visits that these placements sent since, though the source was told.',
    render: (list) => (list.since_days === 0 ? NOTHING : formatCount(list.since_visits)),
  },
  {
    key: 'saved',
    label: 'Saved since',
    isSortable: true,
    isNumeric: true,
    help: 'In nine of ten such intervals lies what was truly saved.',
    render: (list) => <Saved list={list} />,
  },
];

function Saved({ list: { saved, since_days: days, currency } }: { list: PlacementList }) {
  if (days === 0) return 'From tomorrow on';
  if (!saved) return 'Cannot be told';
  return (
    <>
      <Loss value={saved.amount}>{formatMoney(saved.amount, currency)}</Loss>
      <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {`${formatMoney(saved.low, currency)} to ${formatMoney(saved.high, currency)}`}
      </Box>
    </>
  );
}
