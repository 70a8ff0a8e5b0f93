import { mdiUndoVariant } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, NOTHING } from '../../../../platform/text/figures.ts';
import { foundRows } from '../../../../platform/text/row-order.ts';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../../platform/web/ui/states/EmptyState.tsx';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import { DataTable } from '../../../../platform/web/ui/table/DataTable.tsx';
import { onePage } from '../../../../platform/web/ui/table/one-page.ts';
import type { Column } from '../../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../../platform/web/ui/table/use-table-state.ts';
import type { Feed, FeedRun } from '../../feed-contract.ts';
import { COSTS_KEY } from '../client.ts';
import { statusOf } from './feed-words.ts';
import { feedQueries, feedsClient } from './feeds-client.ts';
import { totalsOf } from './FetchResult.tsx';

const COLUMNS: readonly Column<FeedRun>[] = [
  { key: 'at', label: 'When', isSortable: true, render: (run) => <DateTime value={run.at} /> },
  {
    key: 'status',
    label: 'Status',
    isSortable: true,
    render: (run) => <StatusChip status={statusOf(run).word} tone={statusOf(run).tone} />,
  },
  { key: 'rows', label: 'Rows', isSortable: true, isNumeric: true, render: (run) => count(run, run.rows) },
  { key: 'days', label: 'Days', isSortable: true, isNumeric: true, render: (run) => count(run, run.days) },
  {
    key: 'totals',
    label: 'Amount',
    isSortable: true,
    isNumeric: true,
    render: (run) => totalsOf(run.totals) || NOTHING,
  },
  {
    key: 'entries',
    label: 'Entries',
    isSortable: true,
    isLong: true,
    help: 'What was written to Costs, and what of earlier fetches counts no more.',
    render: (run) =>
      run.error ??
      (run.status === 'written' ? `${run.entries_written} written, ${run.entries_replaced} replaced` : NOTHING),
  },
  { key: 'actor', label: 'By', isSortable: true, render: (run) => run.actor },
];

const count = (run: FeedRun, n: number): string => (run.rows === 0 ? NOTHING : formatCount(n));

/** Amounts by the first currency: the runs of a file have the same. */
function sortValue(run: FeedRun, column: string): string | number | null {
  if (column === 'totals') return run.totals[0]?.amount ?? null;
  if (column === 'entries') return run.status === 'written' ? run.entries_written : null;
  return run[column as 'at' | 'status' | 'rows' | 'days' | 'actor'];
}

type Props = { feed: Feed; onClose: () => void };

/** The last fetches of a file, and the way back out of one. */
export function RunsDialog({ feed, onClose }: Props) {
  const table = useTableState({ sortBy: 'at', order: 'desc', prefix: 'run_' });
  const runs = useQuery(feedQueries.runs(feed.id));
  const rows =
    runs.data &&
    foundRows(runs.data.data, { sortBy: table.sortBy, order: table.order }, sortValue, ({ actor }) => actor);
  const afterChange = useAfterChange(COSTS_KEY);
  const [asked, setAsked] = useState<FeedRun>();
  return (
    <ViewDialog title={`Fetches of ${feed.name}`} width="table" onClose={onClose}>
      <DataTable
        label="Fetches"
        columns={COLUMNS}
        query={{ ...runs, data: onePage(rows) }}
        table={table}
        empty={<EmptyState text="It was not fetched yet." />}
        actions={[
          {
            label: 'Take fetch back',
            icon: mdiUndoVariant,
            isShown: (run) => run.status === 'written' && run.undone_at === null,
            onClick: setAsked,
          },
        ]}
      />
      {asked && (
        <ConfirmDialog
          title="Take Fetch Back?"
          text="What it wrote counts no more, and what it replaced counts again. The same file is not taken in again on schedule."
          confirmLabel="Take Back"
          onConfirm={async () => {
            const { message } = await feedsClient.undoRun(feed.id, asked.id);
            afterChange({ message });
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </ViewDialog>
  );
}
