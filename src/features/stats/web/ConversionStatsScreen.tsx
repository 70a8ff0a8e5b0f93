import { CONVERSION_STATUSES } from '../../networks/conversion-statuses.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import type { RowAction, RowSelection } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { ConversionRow } from '../contract.ts';
import { statsQueries } from './client.ts';
import { whyQuery } from './why/why-query.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { PrintButton } from './parts/PrintButton.tsx';
import { PrintHead } from './parts/PrintHead.tsx';
import { asChoice, capital } from './parts/choices.ts';
import { conversionColumns } from './conversions/conversion-columns.tsx';
import { isLinked, linkedChips, LINKED_FILTERS } from './conversions/conversion-filters.ts';
import { STATUSES_OF } from './parts/drill.ts';
import { NarrowChips } from './builder/NarrowChips.tsx';
import { formatCount, formatSum } from '../../../platform/web/figures.ts';
import { KpiCards } from './parts/KpiCards.tsx';
import { daysIn, STATS_FILTERS, StatsFilters } from './parts/StatsFilters.tsx';
import { TrendChart } from './charts/TrendChart.tsx';
import { Unconverted } from './parts/Unconverted.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const LagChart = lazyPart(async () => ({ default: (await import('./charts/LagChart.tsx')).LagChart }));
const STATUS_WORDS = ['approved', 'pending', 'rejected', 'reversed'] as const;
const STATUSES = [
  ...CONVERSION_STATUSES.map(asChoice),
  { value: STATUSES_OF.revenue_expected, label: 'Pending and approved' },
];
const KINDS = ['lead', 'sale', 'upsell', 'rebill', 'refund', 'chargeback', 'custom'].map(asChoice);
const ATTRIBUTIONS = ['matched', 'late', 'orphan', 'manual'].map(asChoice);

type Props = {
  /** What can be done with one conversion, and with many; of an earlier feature. */
  actions?: readonly RowAction<ConversionRow>[];
  selection?: RowSelection<ConversionRow>;
};

const { compare: _, ...FILTERS } = { ...STATS_FILTERS, ...LINKED_FILTERS };

/** Every conversion with its status, and the money by status. */
export function ConversionStatsScreen({ actions = [], selection }: Props) {
  const table = useTableState({
    sortBy: 'occurred_at',
    order: 'desc',
    itemsPerPage: 20,
    filters: { ...FILTERS, status: '', event_type: '', attribution: '', time_basis: '' },
  });
  const { page, itemsPerPage, ...ask } = table.query;
  const stats = useQuery(statsQueries.conversions({ ...ask, page, limit: itemsPerPage }));
  const { data } = stats;
  const currency = data?.currency ?? 'USD';
  const money = (value: string) => formatSum(value, currency, data !== undefined && data.totals.unconverted.length > 0);
  const [params] = useSearchParams();
  const only = (status: string, figure: number): { to?: string } => {
    if (figure === 0) return {};
    const next = new URLSearchParams(params);
    next.set('status', status);
    next.delete('page');
    return { to: `?${next.toString()}` };
  };

  return (
    <>
      <PageHeader
        title="Conversion Stats"
        purpose="Every conversion that a network reported, and the money by status."
        action={
          <>
            <PrintButton table={table} isReady={!stats.isFetching} />
            <StatsCsv screen="conversions" query={ask} />
          </>
        }
      />
      <PrintHead stats={data} filters={table.filters} />
      {!stats.isLoadingError && (
        <>
          <KpiCards
            places={7}
            kpis={
              data && [
                {
                  label: 'Pending',
                  value: formatCount(data.totals.by_status.pending),
                  note: `${money(data.totals.payout_pending)} on hold`,
                  why: { figure: 'pending', query: whyQuery(table.filters) },
                  ...only('pending', data.totals.by_status.pending),
                },
                {
                  label: 'Approved',
                  value: formatCount(data.totals.by_status.approved),
                  ...only('approved', data.totals.by_status.approved),
                },
                {
                  label: 'Rejected',
                  value: formatCount(data.totals.by_status.rejected),
                  ...only('rejected', data.totals.by_status.rejected),
                },
                {
                  label: 'Reversed',
                  value: formatCount(data.totals.by_status.reversed),
                  note: money(data.totals.reversed),
                  ...only('reversed', data.totals.by_status.reversed),
                },
                {
                  label: 'Payout expected',
                  value: money(data.totals.payout_expected),
                  why: { figure: 'expected', query: whyQuery(table.filters) },
                  ...only(STATUSES_OF.revenue_expected, Number(data.totals.payout_expected)),
                },
                {
                  label: 'Payout confirmed',
                  value: money(data.totals.payout_confirmed),
                  why: { figure: 'confirmed', query: whyQuery(table.filters) },
                  ...only(STATUSES_OF.revenue_confirmed, Number(data.totals.payout_confirmed)),
                },
                {
                  label: 'Orphans',
                  value: formatCount(data.totals.orphans),
                  note: 'not in the sums',
                  ...(data.totals.orphans > 0 && { to: '/admin/conversions' }),
                },
              ]
            }
          />
          <Unconverted amounts={data?.totals.unconverted} />
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
              columnGap: 3,
            }}
          >
            <TrendChart
              title="Conversions by day"
              isStacked
              changes={daysIn(table.filters)}
              counted={data}
              days={data?.chart.map((one) => one.date)}
              series={STATUS_WORDS.map((status) => ({
                label: capital(status),
                values: data?.chart.map((one) => one[status]) ?? [],
              }))}
            />
            {data && (
              <Suspense>
                <LagChart stats={data} />
              </Suspense>
            )}
          </Box>
        </>
      )}
      <DataTable
        label="Conversions"
        query={stats}
        table={table}
        columns={conversionColumns}
        actions={actions}
        {...(selection && { selection })}
        empty={
          <EmptyState
            text="No conversion yet. Paste the postback URL of a network there, and the first one will appear here."
            action={
              <Button variant="outlined" component={Link} to="/admin/affiliate-networks">
                Affiliate Networks
              </Button>
            }
          />
        }
        toolbar={
          <>
            <SearchField label="Search click or transaction id..." value={table.search} onChange={table.setSearch} />
            <StatsFilters table={table} hiddenBots={undefined} timeZone={data?.tz}>
              <TableFilter table={table} name="status" label="Status" options={STATUSES} />
              <TableFilter table={table} name="event_type" label="Event" options={KINDS} />
              <TableFilter table={table} name="attribution" label="Attribution" options={ATTRIBUTIONS} />
              <TableFilter
                table={table}
                name="time_basis"
                label="Time of"
                all="Conversion"
                options={[{ value: 'click', label: 'Click' }]}
              />
            </StatsFilters>
            <NarrowChips
              chips={linkedChips(table.filters, data?.data ?? [])}
              onDelete={(key) => isLinked(key) && table.setFilter(key, '')}
            />
            {table.filters.time_basis === 'click' && <Chip sx={{ alignSelf: 'center' }} label="By click time" />}
          </>
        }
      />
    </>
  );
}
