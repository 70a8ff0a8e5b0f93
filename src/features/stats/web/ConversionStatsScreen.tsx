import { CONVERSION_STATUSES } from '../../networks/conversion-statuses.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import type { RowAction, RowSelection } from '../../../platform/web/ui/table/table-columns.ts';
import { type TableState, useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { ConversionRow } from '../contract.ts';
import type { ConversionStats } from '../conversion-stats-contract.ts';
import { CONVERSION_COURSE } from '../courses/conversions.ts';
import { statsQueries } from './client.ts';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { PrintButton } from './parts/PrintButton.tsx';
import { PrintHead } from './parts/PrintHead.tsx';
import { asChoice } from './parts/choices.ts';
import { conversionColumns } from './conversions/conversion-columns.tsx';
import { conversionKpis } from './conversions/conversion-kpis.ts';
import { linkedChips, LINKED_FILTERS, OWN_FILTERS } from './conversions/conversion-filters.ts';
import { STATUSES_OF } from './parts/drill.ts';
import { NarrowChips } from './builder/NarrowChips.tsx';
import { KpiCards } from './parts/KpiCards.tsx';
import { StatsBar } from './bar/StatsBar.tsx';
import { daysIn, STATS_FILTERS, withChange } from './parts/stats-filters.ts';
import { MetricChart } from './trend/MetricChart.tsx';
import { useMetric } from './parts/use-metric.ts';
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

const TABLE_FILTERS: Record<string, string> & typeof OWN_FILTERS = {
  ...STATS_FILTERS,
  ...LINKED_FILTERS,
  ...OWN_FILTERS,
};

/** Every conversion with its status, and the money by status. */
export function ConversionStatsScreen({ actions = [], selection }: Props) {
  const table = useTableState({
    sortBy: 'occurred_at',
    order: 'desc',
    itemsPerPage: 20,
    filters: TABLE_FILTERS,
  });
  const { page, itemsPerPage, ...rest } = table.query;
  const { compare } = withChange(table.filters);
  const ask = { ...rest, compare };
  const stats = useQuery(statsQueries.conversions({ ...ask, page, limit: itemsPerPage }));
  const { data } = stats;
  const [params] = useSearchParams();
  const kpis = data && conversionKpis(data, table.filters, params);
  const metric = useMetric(CONVERSION_COURSE);

  return (
    <>
      <PageHeader
        title="Conversion Stats"
        purpose="Every conversion that a network reported, and the money by status."
        action={
          <>
            <PrintButton table={table} isReady={!stats.isFetching} />
            <IfMayWrite>
              <StatsCsv screen="conversions" query={ask} />
            </IfMayWrite>
          </>
        }
      />
      <Bar table={table} stats={data} />
      <PrintHead stats={data} filters={table.filters} />
      {!stats.isLoadingError && (
        <>
          <KpiCards places={7} kpis={kpis} metric={metric} />
          <Unconverted amounts={data?.totals.unconverted} />
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
              columnGap: 3,
            }}
          >
            <MetricChart
              usual={{ title: 'Conversions by day', figures: STATUS_WORDS, isStacked: true }}
              chosen={metric.chosen}
              kpis={kpis}
              stats={data}
              compare={compare}
              changes={daysIn(table.filters)}
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
          <IfMayWrite>
            <SearchField label="Search click or transaction id..." value={table.search} onChange={table.setSearch} />
          </IfMayWrite>
        }
      />
    </>
  );
}

type BarProps = { table: TableState<keyof typeof TABLE_FILTERS>; stats: ConversionStats | undefined };

function Bar({ table, stats }: BarProps) {
  return (
    <StatsBar table={table} hiddenBots={undefined} timeZone={stats?.tz} compared="previous">
      <TableFilter table={table} name="status" label="Status" options={STATUSES} />
      <TableFilter table={table} name="event_type" label="Event" options={KINDS} />
      <TableFilter table={table} name="attribution" label="Attribution" options={ATTRIBUTIONS} />
      <NarrowChips chips={linkedChips(table.filters, stats?.data ?? [])} onDelete={(key) => table.setFilter(key, '')} />
    </StatsBar>
  );
}
