import { mdiDelete } from '@mdi/js';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatMoney, NOTHING, numberOf } from '../../../platform/text/figures.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { PlacementRule } from '../contract.ts';
import { pageOfRows } from '../../stats/web/paged-rows.ts';
import { placementQueries, placementsClient, PLACEMENTS_KEY } from './client.ts';

type Props = { sourceId: string; currency: string };

/** What is asked of a source every day; an alert says what is found. */
export function DailyRules({ sourceId, currency }: Props) {
  const table = useTableState({ sortBy: 'created_at', order: 'asc', prefix: 'rule_' });
  const rules = useQuery(placementQueries.rules(sourceId));
  const afterChange = useAfterChange(PLACEMENTS_KEY);
  const rows =
    rules.data &&
    pageOfRows(
      rules.data.data,
      table,
      (row, key) => row[key as 'found' | 'ran_at'],
      (row) => row.param,
    );
  const [removing, setRemoving] = useState<PlacementRule>();
  return (
    <Box component="section" sx={{ mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Watched every day
      </Typography>
      <DataTable
        label="Daily rules"
        query={{ ...rules, data: rows }}
        table={table}
        columns={columnsOf(currency)}
        empty={
          <EmptyState text="Nothing is watched yet. “Watch every day” asks by the rule above once a day, and an alert names the placements that lose." />
        }
        actions={[{ label: 'Remove rule', icon: mdiDelete, onClick: setRemoving }]}
      />
      {removing && (
        <ConfirmDialog
          title="Remove Rule?"
          text="It is not looked at any more, and what it said is closed under Alerts."
          confirmLabel="Remove"
          onConfirm={async () => {
            const { message = 'Rule removed.' } = await placementsClient.removeRule(removing.id);
            afterChange({ message });
            setRemoving(undefined);
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Box>
  );
}

const columnsOf = (currency: string): readonly Column<PlacementRule>[] => [
  {
    key: 'rule',
    label: 'Rule',
    isLong: true,
    render: (rule) =>
      `Profit by ${rule.param} below ${formatMoney(rule.below, currency)} in ${numberOf(rule.days, 'day')}, at least ${numberOf(rule.min_visits, 'visit')}, ${rule.certainty}% certainty`,
  },
  {
    key: 'ran_at',
    label: 'Last looked',
    isSortable: true,
    render: (rule) => (rule.ran_at ? <DateTime value={rule.ran_at} /> : 'Within the hour'),
  },
  {
    key: 'found',
    label: 'Named',
    isSortable: true,
    isNumeric: true,
    help: 'Placements that lost when it was looked last.',
    render: (rule) => (rule.found === null ? NOTHING : formatCount(rule.found)),
  },
];
