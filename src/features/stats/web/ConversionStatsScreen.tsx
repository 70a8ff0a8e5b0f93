import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../../platform/web/ui/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { FilterSelect, type Choice } from '../../../platform/web/ui/FilterSelect.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/SearchField.tsx';
import type { RowAction, RowSelection } from '../../../platform/web/ui/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/use-table-state.ts';
import type { ConversionRow } from '../contract.ts';
import { statsQueries } from './client.ts';
import { CsvButton } from './CsvButton.tsx';
import { conversionColumns } from './conversion-columns.tsx';
import { formatCount, formatMoney } from '../../../platform/web/figures.ts';
import { KpiCards } from './KpiCards.tsx';
import { daysIn, STATS_FILTERS, StatsFilters } from './StatsFilters.tsx';
import { TrendChart } from './TrendChart.tsx';
import { Unconverted } from './Unconverted.tsx';

const words = (values: string[]): Choice[] => values.map((value) => ({ value, label: value }));
const STATUSES = words(['pending', 'approved', 'rejected', 'reversed']);
const KINDS = words(['lead', 'sale', 'upsell', 'rebill', 'refund', 'chargeback', 'custom']);
const ATTRIBUTIONS = words(['matched', 'late', 'orphan', 'manual']);

type Props = {
  /** What can be done with one conversion, and with many; of an earlier feature. */
  actions?: readonly RowAction<ConversionRow>[];
  selection?: RowSelection<ConversionRow>;
};

/** The last five are set by the reports that lead here. */
const { compare: _, ...FILTERS } = {
  ...STATS_FILTERS,
  listicle_id: '',
  offer_id: '',
  network_id: '',
  source_id: '',
  link_id: '',
};

/** Every conversion with its status, and the money by status. */
export function ConversionStatsScreen({ actions = [], selection }: Props) {
  const table = useTableState({
    sortBy: 'occurred_at',
    order: 'desc',
    itemsPerPage: 20,
    filters: { ...FILTERS, status: '', event_type: '', attribution: '', time_basis: '' },
  });
  const stats = useQuery(statsQueries.conversions(table.query));
  const { data } = stats;
  const currency = data?.currency ?? 'USD';
  const select = (name: 'status' | 'event_type' | 'attribution', label: string, options: Choice[]) => (
    <FilterSelect
      label={label}
      value={table.filters[name]}
      options={options}
      onChange={(value) => table.setFilter(name, value)}
    />
  );

  return (
    <>
      <PageHeader
        title="Conversion Stats"
        purpose="Every conversion that a network reported, and the money by status."
        action={<CsvButton screen="conversions" query={{ ...table.query, page: 1, itemsPerPage: -1 }} />}
      />
      {!stats.isLoadingError && (
        <>
          <KpiCards
            places={7}
            kpis={
              data && [
                {
                  label: 'Pending',
                  value: formatCount(data.totals.by_status.pending),
                  note: `${formatMoney(data.totals.payout_pending, currency)} on hold`,
                },
                { label: 'Approved', value: formatCount(data.totals.by_status.approved) },
                { label: 'Rejected', value: formatCount(data.totals.by_status.rejected) },
                {
                  label: 'Reversed',
                  value: formatCount(data.totals.by_status.reversed),
                  note: formatMoney(data.totals.reversed, currency),
                },
                { label: 'Payout expected', value: formatMoney(data.totals.payout_expected, currency) },
                { label: 'Payout confirmed', value: formatMoney(data.totals.payout_confirmed, currency) },
                { label: 'Orphans', value: formatCount(data.totals.orphans), note: 'not in the sums' },
              ]
            }
          />
          <Unconverted amounts={data?.totals.unconverted} />
          <TrendChart
            title="Conversions by day"
            isStacked
            changes={daysIn(table.filters)}
            days={data?.chart.map((one) => one.date)}
            series={(['approved', 'pending', 'rejected', 'reversed'] as const).map((status) => ({
              label: status,
              values: data?.chart.map((one) => one[status]) ?? [],
            }))}
          />
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
          <EmptyState text="No conversion yet. Paste the postback URL of a network there, and the first one will appear here." />
        }
        toolbar={
          <>
            <SearchField label="Search click or transaction id..." value={table.search} onChange={table.setSearch} />
            <StatsFilters table={table} hiddenBots={undefined} timeZone={data?.tz} canCompare={false}>
              {select('status', 'Status', STATUSES)}
              {select('event_type', 'Event', KINDS)}
              {select('attribution', 'Attribution', ATTRIBUTIONS)}
              <FilterSelect
                label="Time"
                all="Of the conversion"
                value={table.filters.time_basis}
                options={[{ value: 'click', label: 'Of the click' }]}
                onChange={(value) => table.setFilter('time_basis', value)}
              />
            </StatsFilters>
            {table.filters.time_basis === 'click' && <Chip sx={{ alignSelf: 'center' }} label="By click time" />}
          </>
        }
      />
    </>
  );
}
