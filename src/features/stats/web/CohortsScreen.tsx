import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatMoney, NOTHING } from '../../../platform/text/figures.ts';
import { RecordFilter } from '../../../platform/web/ui/filters/RecordFilter.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { Loss } from '../../../platform/web/ui/table/cells/Loss.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { sourceQueries } from '../../sources/web/client.ts';
import type { Cohorts } from '../cohorts/contract.ts';
import { StatsBar } from './bar/StatsBar.tsx';
import { cohortsQuery } from './parts/cohorts-client.ts';
import { pageOfRows } from './paged-rows.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { Unconverted } from './parts/Unconverted.tsx';

type Cohort = Cohorts['data'][number];
type Row = Cohort & { id: string };

const FILTERS = {
  days: '',
  date_from: '',
  date_to: '',
  by: '',
  source_id: '',
  utm_source: '',
  utm_term: '',
  device: '',
};
const SPANS = [
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
];

/** What the clicks of a day, week or month brought by and by, and what is still to come. */
export function CohortsScreen() {
  const table = useTableState({ sortBy: 'from', order: 'desc', filters: FILTERS });
  const cohorts = useQuery(cohortsQuery(table.filters));
  const { data } = cohorts;
  const rows =
    data &&
    pageOfRows(
      data.data.map((row): Row => ({ ...row, id: row.from })),
      table,
      (row, key) => {
        const value = row[key as keyof Cohort];
        return key === 'from' || value === null ? (value as string | null) : Number(value);
      },
      (row) => row.from,
    );
  return (
    <>
      <PageHeader
        title="Cohorts"
        purpose="What the clicks of a week brought by and by, and what is still to come of them: money counts on the day of its click."
        action={<StatsCsv screen="cohorts" query={table.filters} />}
      />
      <StatsBar table={table} hiddenBots={undefined} timeZone={data?.tz}>
        <TableFilter table={table} name="by" label="In one line" all="Week" options={SPANS} />
        <RecordFilter
          label="Source"
          value={table.filters.source_id}
          onChange={(id) => table.setFilter('source_id', id)}
          queries={sourceQueries}
        />
      </StatsBar>
      <Unconverted amounts={data?.unconverted} />
      <DataTable
        label="Cohorts"
        query={{ ...cohorts, data: rows }}
        table={table}
        columns={columnsOf(data?.currency ?? 'USD', data?.totals ?? undefined)}
        empty={
          <EmptyState text="No day of this period is over yet. Today’s clicks are told tomorrow: choose more days." />
        }
      />
    </>
  );
}

/** Not all of its days are so old. */
const early = (value: string | null, currency: string) => (value === null ? NOTHING : formatMoney(value, currency));

const columnsOf = (currency: string, totals: Cohort | undefined): readonly Column<Row>[] => {
  const column = (
    key: keyof Cohort,
    label: string,
    help: string,
    of: (row: Cohort) => React.ReactNode,
  ): Column<Row> => ({ key, label, help, isSortable: true, isNumeric: true, render: of, total: totals && of(totals) });
  return [
    {
      key: 'from',
      label: 'Clicks of',
      isSortable: true,
      render: (row) => (row.from === row.to ? row.from : `${row.from} to ${row.to.slice(5)}`),
    },
    column('visits', 'Visits', 'People who came by a tracking link.', (row) => formatCount(row.visits)),
    column('conversions', 'Conv.', 'Pending and approved, until the end of yesterday.', (row) =>
      formatCount(row.conversions),
    ),
    column('cost', 'Cost', 'What the visits cost, where it is known.', (row) => early(row.cost, currency)),
    column('after_1', '1 day', 'Earned until the end of the day after the click.', (row) =>
      early(row.after_1, currency),
    ),
    column('after_7', '7 days', 'Earned until the end of the seventh day after the click.', (row) =>
      early(row.after_7, currency),
    ),
    column('after_30', '30 days', 'Earned until the end of the thirtieth day after the click.', (row) =>
      early(row.after_30, currency),
    ),
    column('revenue', 'So far', 'Earned until the end of yesterday.', (row) => formatMoney(row.revenue, currency)),
    column(
      'to_come',
      'To come',
      'An estimate by how conversions of earlier clicks came. In nine of ten such intervals lies what comes.',
      (row) => <ToCome row={row} currency={currency} />,
    ),
    column(
      'profit_at_last',
      'Profit at last',
      'So far and to come, less the cost. Only where all costs are known.',
      (row) => <Loss value={row.profit_at_last}>{early(row.profit_at_last, currency)}</Loss>,
    ),
  ];
};

function ToCome({ row, currency }: { row: Cohort; currency: string }) {
  if (Number(row.to_come_high) === 0) return formatMoney('0', currency);
  return (
    <>
      {formatMoney(row.to_come, currency)}
      <Box component="span" sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {`${formatMoney(row.to_come_low, currency)} to ${formatMoney(row.to_come_high, currency)}`}
      </Box>
    </>
  );
}
