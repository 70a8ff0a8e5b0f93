import { mdiPencil } from '@mdi/js';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatMoney, formatPercent, NOTHING } from '../../../platform/text/figures.ts';
import { colors } from '../../../platform/web/styles/tokens.ts';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { onePage } from '../../../platform/web/ui/table/one-page.ts';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Budget, BudgetState } from '../contract.ts';
import { BudgetCourse } from './BudgetCourse.tsx';
import { budgetsQuery } from './client.ts';

const BudgetDialog = lazyPart(async () => ({ default: (await import('./BudgetDialog.tsx')).BudgetDialog }));

type Row = Budget & { id: number };

const MONTHS_SHOWN = 12;
const WORDS: Record<Exclude<BudgetState, 'none'>, string> = {
  within: 'Within',
  fast: 'Too fast',
  near: 'Nearly spent',
  over: 'All spent',
};
const TONES = { within: 'good', fast: 'warn', near: 'warn', over: 'bad' } as const;

/** What was spent on each source in a month, of what might be. */
export function BudgetsScreen() {
  const table = useTableState({ sortBy: 'spent', order: 'desc', filters: { month: '' } });
  const asked = { month: table.filters.month, sortBy: table.sortBy, order: table.order };
  const budgets = useQuery(budgetsQuery(asked));
  const { data } = budgets;
  const [open, setOpen] = useState<{ budget: Budget | undefined }>();
  const addButton = <AddButton onClick={() => setOpen({ budget: undefined })}>Set Budget</AddButton>;
  return (
    <>
      <PageHeader
        title="Budgets"
        purpose="What may be spent on each traffic source in a month, what was, and whether it will last."
        action={
          <>
            <ListCsv list="/admin/budgets" query={asked} total={data?.data.length} />
            {addButton}
          </>
        }
      />
      <DataTable
        label="Budgets"
        query={{ ...budgets, data: onePage(data?.data.map((budget): Row => ({ ...budget, id: budget.source_id }))) }}
        table={table}
        columns={columnsOf(data?.currency ?? 'USD', data?.days ?? 30)}
        empty={
          <EmptyState
            text="No source has a budget, and none cost anything in this month. Say what may be spent on one: an alert comes before it is gone."
            action={addButton}
          />
        }
        actions={[{ label: 'Set budget', word: 'Set', icon: mdiPencil, onClick: (budget) => setOpen({ budget }) }]}
        toolbar={
          <TableFilter table={table} name="month" label="Month" all="This month" options={monthsBefore(data?.month)} />
        }
      />
      {open && data && (
        <Suspense>
          <BudgetDialog
            budget={open.budget}
            month={data.month}
            currency={data.currency}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The months before this one, as long as it is not known which one is looked at. */
function monthsBefore(shown: string | undefined) {
  const now = new Date();
  const months = Array.from({ length: MONTHS_SHOWN }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - i, 1)).toISOString().slice(0, 7),
  );
  return [...new Set([...months, ...(shown ? [shown] : [])])]
    .toSorted()
    .toReversed()
    .map((month) => ({ value: month, label: month }));
}

const columnsOf = (currency: string, days: number): readonly Column<Row>[] => [
  { key: 'source', label: 'Source', isSortable: true, isLong: true, render: (row) => row.source },
  {
    key: 'state',
    label: 'State',
    isSortable: true,
    render: (row) =>
      row.state === 'none' ? NOTHING : <StatusChip status={WORDS[row.state]} tone={TONES[row.state]} />,
  },
  {
    key: 'amount',
    label: 'Budget',
    isSortable: true,
    isNumeric: true,
    render: (row) => <Amount row={row} currency={currency} />,
  },
  {
    key: 'spent',
    label: 'Spent',
    isSortable: true,
    isNumeric: true,
    help: 'What arrivals cost, estimated and confirmed, as in the reports.',
    render: (row) => <Spent row={row} currency={currency} />,
  },
  {
    key: 'at_this_pace',
    label: 'At this pace',
    isSortable: true,
    isNumeric: true,
    help: 'What will be spent until the end of the month if the days to come are as the last seven.',
    render: (row) => (row.at_this_pace === null ? NOTHING : formatMoney(row.at_this_pace, currency)),
  },
  { key: 'course', label: 'Course', render: (row) => <BudgetCourse budget={row} days={days} /> },
];

type Cell = { row: Row; currency: string };

function Amount({ row, currency }: Cell) {
  if (row.amount === null) return NOTHING;
  return (
    <>
      {formatMoney(row.amount, row.set_in ?? currency)}
      <Box component="div" sx={{ color: row.set_in ? 'warning.dark' : 'text.secondary' }}>
        {row.set_in ? `Set it in ${currency}` : `since ${row.since}`}
      </Box>
    </>
  );
}

const COLORS: Record<BudgetState, string> = {
  none: colors.brandText,
  within: colors.brandText,
  fast: colors.warning,
  near: colors.warning,
  over: colors.error,
};

function Spent({ row, currency }: Cell) {
  if (row.spent === null) return NOTHING;
  return (
    <Box component="span" sx={{ display: 'inline-grid', gap: 0.5, minWidth: 96 }}>
      <span>
        {formatMoney(row.spent, currency)}
        {row.share !== null && ` · ${formatPercent(row.share)}`}
      </span>
      {row.share !== null && (
        <Box
          component="span"
          aria-hidden
          sx={{ height: 6, borderRadius: 3, backgroundColor: colors.line, overflow: 'hidden' }}
        >
          <Box
            component="span"
            sx={{
              display: 'block',
              height: 1,
              width: `${Math.min(1, row.share) * 100}%`,
              backgroundColor: COLORS[row.state],
            }}
          />
        </Box>
      )}
      {row.unconverted && (
        <Box component="small" sx={{ color: 'warning.dark' }}>
          {row.unconverted} unconverted
        </Box>
      )}
    </Box>
  );
}
