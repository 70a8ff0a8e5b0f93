import { mdiUndoVariant } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../platform/web/date-time.ts';
import { formatCount, formatMoney, NOTHING } from '../../../platform/text/figures.ts';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { RecordFilter } from '../../../platform/web/ui/filters/RecordFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { useTimeZone } from '../../../platform/web/ui/time-zone.ts';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { sourceQueries } from '../../sources/web/client.ts';
import type { CostEntry } from '../contract.ts';
import { COSTS_KEY, costQueries, costsClient } from './client.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { narrowingWord } from '../narrowing-words.ts';

const CostDialog = lazyPart(async () => ({ default: (await import('./CostDialog.tsx')).CostDialog }));
const CostImportDialog = lazyPart(async () => ({ default: (await import('./CostImportDialog.tsx')).CostImportDialog }));

const stateOf = (entry: CostEntry): string => (entry.undone_at === null ? entry.state : 'taken_back');
const TONES = { estimated: 'warn', confirmed: 'good', taken_back: 'calm' } as const;

const COLUMNS: readonly Column<CostEntry>[] = [
  {
    key: 'source',
    label: 'Paid for',
    isLong: true,
    render: (row) =>
      [row.source, row.link, row.param && `${narrowingWord(row.param)} = ${row.value}`].filter(Boolean).join(' › '),
  },
  {
    key: 'amount',
    label: 'Amount',
    isSortable: true,
    isNumeric: true,
    help: 'One in another currency than the site is counted, and put in order, by the exchange rates of its days.',
    render: (row) => <Amount entry={row} />,
  },
  { key: 'from_at', label: 'First Day', isSortable: true, render: (row) => <Day of={row.from_at} /> },
  { key: 'to_at', label: 'Last Day', isSortable: true, render: (row) => <Day of={justBefore(row.to_at)} /> },
  {
    key: 'visits',
    label: 'Visits',
    isSortable: true,
    isNumeric: true,
    help: 'What the amount was spread over. With none, it stands on the first day.',
    render: (row) => formatCount(row.visits),
  },
  {
    key: 'state',
    label: 'State',
    render: (row) => <StatusChip status={stateOf(row)} tone={TONES[stateOf(row) as keyof typeof TONES]} />,
  },
  { key: 'note', label: 'Note', isLong: true, render: (row) => row.note ?? NOTHING },
  { key: 'actor', label: 'By', render: (row) => row.actor },
];

const NO_MONEY = '0.00';

const whatIsLeft = ({ amount, without_rate: left }: NonNullable<CostEntry['worth']>, currency: string): string =>
  amount === NO_MONEY ? 'No rate yet' : `${formatMoney(left, currency)}: no rate yet`;

const justBefore = (iso: string): string => new Date(Date.parse(iso) - 1).toISOString();

type DayProps = { of: string };

/** The day of an instant in the site's zone. */
function Day({ of: at }: DayProps) {
  const zone = useTimeZone();
  return <span style={{ whiteSpace: 'nowrap' }}>{formatDateTime(at, zone).slice(0, 10)}</span>;
}

type AmountProps = { entry: CostEntry };

function Amount({ entry: { amount, currency, worth } }: AmountProps) {
  return (
    <>
      <span title={`${amount} ${currency}`}>{formatMoney(amount, currency)}</span>
      {worth && (
        <Box component="div" sx={{ color: 'text.secondary' }}>
          {worth.amount !== NO_MONEY && (
            <div title={`${worth.amount} ${worth.currency}`}>{formatMoney(worth.amount, worth.currency)}</div>
          )}
          {worth.without_rate !== NO_MONEY && <div>{whatIsLeft(worth, currency)}</div>}
        </Box>
      )}
    </>
  );
}

/** What was paid for visitors, spread over them. */
export function CostsScreen() {
  const table = useTableState({ sortBy: 'id', order: 'desc', itemsPerPage: 20, filters: { source_id: '' } });
  const { filters } = table;
  const costs = useQuery(costQueries.list(table.query));
  const [open, setOpen] = useState<'add' | 'import'>();
  const [asked, setAsked] = useState<CostEntry>();
  const afterChange = useAfterChange(COSTS_KEY);

  const handleUndo = async ({ id }: CostEntry) => {
    const { message } = await costsClient.undo(id);
    afterChange({ message });
    setAsked(undefined);
  };

  return (
    <>
      <PageHeader
        title="Costs"
        purpose="What you paid for visitors. Each amount is spread over the visits of its days, to the last micro; a confirmed one takes the place of what the ads' own addresses said."
        action={
          <>
            <ListCsv list="/admin/costs" query={table.query} total={costs.data?.total} />
            <Button variant="outlined" component={Link} to="/admin/costs/files">
              Scheduled Files
            </Button>
            <IfMayWrite>
              <Button variant="outlined" onClick={() => setOpen('import')}>
                Import CSV
              </Button>
            </IfMayWrite>
            <AddButton onClick={() => setOpen('add')}>Add Cost</AddButton>
          </>
        }
      />
      <DataTable
        label="Costs"
        columns={COLUMNS}
        query={costs}
        table={table}
        empty={
          <EmptyState
            text="No cost yet. A source that is paid by the click may say its costs itself, by its cost parameter; all others are written down here."
            action={<AddButton onClick={() => setOpen('add')}>Add Cost</AddButton>}
          />
        }
        actions={[
          {
            label: 'Undo Cost',
            icon: mdiUndoVariant,
            isShown: (row) => row.undone_at === null,
            onClick: setAsked,
          },
        ]}
        toolbar={
          <RecordFilter
            label="Source"
            value={filters.source_id}
            onChange={(id) => table.setFilter('source_id', id)}
            queries={sourceQueries}
          />
        }
      />
      <Suspense>
        {open === 'add' && <CostDialog onClose={() => setOpen(undefined)} />}
        {open === 'import' && <CostImportDialog onClose={() => setOpen(undefined)} />}
      </Suspense>
      {asked && (
        <ConfirmDialog
          title="Undo Cost"
          text={`Take ${formatMoney(asked.amount, asked.currency)} for ${asked.source} back? Estimates that it replaced count again.`}
          confirmLabel="Undo Cost"
          onConfirm={() => handleUndo(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
