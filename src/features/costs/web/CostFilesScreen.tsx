import { mdiDelete, mdiDownload, mdiHistory, mdiPencil } from '@mdi/js';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { onePage } from '../../../platform/web/ui/table/one-page.ts';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Feed } from '../feed-contract.ts';
import { COSTS_KEY } from './client.ts';
import { rhythmOf, statusOf } from './feeds/feed-words.ts';
import { feedQueries, feedsClient } from './feeds/feeds-client.ts';

const FeedDialog = lazyPart(async () => ({ default: (await import('./feeds/FeedDialog.tsx')).FeedDialog }));
const FetchDialog = lazyPart(async () => ({ default: (await import('./feeds/FetchDialog.tsx')).FetchDialog }));
const RunsDialog = lazyPart(async () => ({ default: (await import('./feeds/RunsDialog.tsx')).RunsDialog }));

type Open = { kind: 'add' } | { kind: 'edit' | 'fetch' | 'runs' | 'delete'; feed: Feed };

/** Files that say what was paid, which are fetched by themselves. */
export function CostFilesScreen() {
  const table = useTableState({ sortBy: '' });
  const feeds = useQuery(feedQueries.list());
  const afterChange = useAfterChange(COSTS_KEY);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const opens = (kind: 'edit' | 'fetch' | 'runs' | 'delete') => (feed: Feed) => setOpen({ kind, feed });
  const addButton = <AddButton onClick={() => setOpen({ kind: 'add' })}>Schedule File</AddButton>;
  return (
    <>
      <BackLink to="/admin/costs">Costs</BackLink>
      <PageHeader
        title="Scheduled Files"
        purpose="Files of what you paid, which are fetched from an address by themselves. What a file says of a day takes the place of what it said before; what you wrote down by hand is never touched."
        action={addButton}
      />
      <DataTable
        label="Scheduled files"
        columns={COLUMNS}
        query={{ ...feeds, data: onePage(feeds.data?.data) }}
        table={table}
        empty={
          <EmptyState
            text="No file is fetched yet. Many traffic sources mail or publish a daily report as CSV: give the address where it lies."
            action={addButton}
          />
        }
        actions={[
          { label: 'Fetch now', word: 'Fetch', icon: mdiDownload, onClick: opens('fetch'), isShown: hasAddress },
          { label: 'Edit file', icon: mdiPencil, onClick: opens('edit') },
          { label: 'Fetches so far', icon: mdiHistory, isReading: true, onClick: opens('runs') },
          { label: 'Delete file', icon: mdiDelete, onClick: opens('delete') },
        ]}
      />
      <Suspense>
        {open?.kind === 'add' && <FeedDialog feed={undefined} onClose={close} />}
        {open?.kind === 'edit' && <FeedDialog feed={open.feed} onClose={close} />}
        {open?.kind === 'fetch' && <FetchDialog feed={open.feed} onClose={close} />}
        {open?.kind === 'runs' && <RunsDialog feed={open.feed} onClose={close} />}
      </Suspense>
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title="Delete Scheduled File?"
          text={`“${open.feed.name}” is not fetched any more. What it wrote to Costs stays.`}
          onConfirm={async () => {
            const { message } = await feedsClient.remove(open.feed.id);
            afterChange({ message });
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

const hasAddress = (feed: Feed): boolean => feed.address !== null;

const COLUMNS: readonly Column<Feed>[] = [
  {
    key: 'name',
    label: 'File',
    isLong: true,
    render: (feed) => (
      <>
        {feed.name}
        <Box component="div" sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {feed.source} · {feed.address ?? 'Enter its address again'}
        </Box>
      </>
    ),
  },
  { key: 'rhythm', label: 'Fetched', render: rhythmOf },
  { key: 'last', label: 'Last Fetch', isLong: true, render: (feed) => <LastRun feed={feed} /> },
  {
    key: 'due_at',
    label: 'Next',
    render: (feed) => <DateTime value={feed.due_at} never={feed.address === null ? 'No address' : 'Off'} />,
  },
];

function LastRun({ feed: { last_run: run } }: { feed: Feed }) {
  if (!run) return 'Not yet';
  const { word, tone } = statusOf(run);
  return (
    <>
      <StatusChip status={word} tone={tone} /> <DateTime value={run.at} />
      {run.error && <Box sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>{run.error}</Box>}
    </>
  );
}
