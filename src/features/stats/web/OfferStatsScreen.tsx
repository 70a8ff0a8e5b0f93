import { Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { FilterSelect } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { type TableState, useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { FigureName } from '../../reports/metrics.ts';
import { offerSortValue } from '../offers/lines.ts';
import type { OfferColumn, OfferGroup } from '../offers/columns.ts';
import type { OfferStat, OfferStats } from '../offer-stats-contract.ts';
import { statsQueries } from './client.ts';
import { whyQuery } from './why/why-query.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { PrintButton } from './parts/PrintButton.tsx';
import { PrintHead } from './parts/PrintHead.tsx';
import { toConversions, toReport } from './parts/drill.ts';
import { funnelKpis } from './funnel/funnel-columns.tsx';
import { KpiCards } from './parts/KpiCards.tsx';
import { columnsIn, columnsOfGroup, offerStatColumns, columnTexts } from './offers/offer-stat-columns.tsx';
import { pageOfRows, rowsAsked } from './paged-rows.ts';
import { daysText } from './parts/print-words.ts';
import { StatsBar } from './bar/StatsBar.tsx';
import { STATS_FILTERS, withChange } from './parts/stats-filters.ts';
import { Unconverted } from './parts/Unconverted.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const ColumnChooser = lazyPart(async () => ({
  default: (await import('./builder/ColumnChooser.tsx')).ColumnChooser<OfferColumn>,
}));
const CompareBar = lazyPart(async () => ({ default: (await import('./parts/CompareBar.tsx')).CompareBar<OfferStat> }));
const OfferRiskPanel = lazyPart(async () => ({
  default: (await import('./offers/OfferRiskPanel.tsx')).OfferRiskPanel,
}));
const OfferScatter = lazyPart(async () => ({ default: (await import('./offers/OfferScatter.tsx')).OfferScatter }));
const OfferCompareDialog = lazyPart(async () => ({
  default: (await import('./offers/OfferCompareDialog.tsx')).OfferCompareDialog,
}));

/** Figures of pages, which have no offer. */
const NOT_OF_OFFERS: ReadonlySet<string> = new Set(['views', 'visitors', 'ctr', 'rpm'] satisfies FigureName[]);
const GROUPS = [
  { value: 'network', label: 'Network' },
  { value: 'category', label: 'Category' },
];
const LABELS = { offer: 'Offers', network: 'Networks', category: 'Categories' };
const FILTER_OF = { offer: 'offer_id', network: 'network_id', category: undefined } as const;
const TABLE_FILTERS = { ...STATS_FILTERS, group: '' };
const groupIn = (text: string): OfferGroup => (text === 'network' || text === 'category' ? text : 'offer');

/** Which offers, networks or categories pay for the clicks they get. */
export function OfferStatsScreen() {
  const table = useTableState({ sortBy: 'clicks', order: 'desc', filters: TABLE_FILTERS });
  const [params, setParams] = useSearchParams();
  const [ticked, setTicked] = useState<ReadonlySet<OfferStat['id']>>(new Set());
  const group = groupIn(table.filters.group);
  const columns = columnsIn(params.get('columns') ?? '', group);
  const ask = withChange(table.filters);
  // unique clicks are counted only where they are shown
  const stats = useQuery(statsQueries.offers({ ...ask, columns: columns.includes('uniques') ? 'uniques' : '' }));
  const { data } = stats;
  const currency = data?.currency ?? 'USD';
  const rows = data && pageOfRows(data.data, table, offerSortValue, (row) => row.name);
  const pair = pairOf(data?.data, params.get('pair'));

  const write = (key: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(key, value);
        else next.delete(key);
        return next;
      },
      { preventScrollReset: true },
    );

  return (
    <>
      <PageHeader
        title="Offer Performance"
        purpose="Which offers pay for the clicks they get, and how much of it lasts."
        action={
          <>
            <PrintButton table={table} isReady={data !== undefined} />
            <StatsCsv screen="offers" query={{ ...rowsAsked(ask, table), columns: columns.join(',') }} />
          </>
        }
      />
      <StatsBar table={table} hiddenBots={data?.totals.bot_clicks} timeZone={data?.tz} compared="previous">
        <FilterSelect
          label="Group by"
          all="Offer"
          value={table.filters.group}
          options={GROUPS}
          onChange={(value) => {
            setTicked(new Set());
            table.setFilter('group', value);
          }}
        />
      </StatsBar>
      <PrintHead stats={data} filters={table.filters} />
      {!stats.isLoadingError && <Head stats={data} filters={table.filters} group={group} />}
      <DataTable
        label={LABELS[group]}
        hasOwnChoice
        query={{ ...stats, data: rows }}
        table={table}
        columns={offerStatColumns({
          chosen: columns,
          totals: table.search ? undefined : data?.totals,
          currency,
          rowsOf: (row, status) => rowsBehind(row, status, group, table.filters),
        })}
        selection={{
          isReading: true,
          selected: ticked,
          onChange: setTicked,
          nameOf: (row) => row.name,
          bar: () => (
            <Suspense>
              <CompareBar
                rows={(data?.data ?? []).filter((row) => ticked.has(row.id))}
                nameOf={(row) => row.name}
                onCompare={([first, second]) => write('pair', `${first.id},${second.id}`)}
                onClear={() => setTicked(new Set())}
              />
            </Suspense>
          ),
        }}
        empty={
          <EmptyState
            text="No click on any offer in this period. Place an offer in a guide and send readers there."
            action={
              <Button variant="outlined" component={Link} to="/admin/listicles">
                Manage Listicles
              </Button>
            }
          />
        }
        toolbar={
          <Toolbar
            table={table}
            group={group}
            columns={columns}
            onColumns={(names) => write('columns', names.join(','))}
          />
        }
      />
      {pair && data && (
        <Suspense>
          <OfferCompareDialog
            pair={pair}
            currency={currency}
            period={`${daysText(data.range, data.tz)}, days in ${data.tz}.`}
            onClose={() => write('pair', '')}
          />
        </Suspense>
      )}
    </>
  );
}

/** The two lines that an address names; undefined unless both are there. */
function pairOf(rows: readonly OfferStat[] | undefined, text: string | null): [OfferStat, OfferStat] | undefined {
  const [first, second] = (text ?? '').split(',').map((id) => rows?.find((row) => String(row.id) === id));
  return first && second && first !== second ? [first, second] : undefined;
}

/** Where the conversions or clicks of a line stand; undefined for a line of nothing that a list can be cut by. */
function rowsBehind(row: OfferStat, status: string, group: OfferGroup, filters: Filters): string | undefined {
  const key = FILTER_OF[group];
  if (row.id === 0 || key === undefined) return undefined;
  return status === 'clicks'
    ? toReport(filters, { [key]: row.id }, ['day'], ['clicks', 'conversions', 'cr', 'revenue_expected', 'epc'])
    : toConversions(filters, { [key]: row.id, status });
}

type Filters = typeof TABLE_FILTERS;
type HeadProps = { stats: OfferStats | undefined; filters: Filters; group: OfferGroup };

/** Over the table: the figures of all, what puts offers at risk, and how they stand to each other. */
function Head({ stats, filters, group }: HeadProps) {
  // what is at risk is told by clicks
  const { group: _group, compare: _compare, time_basis: _basis, ...audience } = filters;
  return (
    <>
      <KpiCards
        places={5}
        kpis={
          stats &&
          funnelKpis(stats.totals, stats.currency, stats.before, whyQuery(filters)).filter(
            ({ key }) => !NOT_OF_OFFERS.has(key),
          )
        }
      />
      <Unconverted amounts={stats?.totals.unconverted} />
      <Box data-print="none">
        <Suspense fallback={<Skeleton variant="rounded" height={64} sx={{ mb: 3 }} />}>
          <OfferRiskPanel query={audience} />
        </Suspense>
      </Box>
      <Suspense fallback={<Skeleton variant="rounded" height={400} sx={{ mb: 3 }} />}>
        <OfferScatter stats={stats} group={group} />
      </Suspense>
    </>
  );
}

type ToolbarProps = {
  table: TableState<keyof Filters>;
  group: OfferGroup;
  columns: readonly OfferColumn[];
  onColumns: (names: readonly OfferColumn[]) => void;
};

function Toolbar({ table, group, columns, onColumns }: ToolbarProps) {
  return (
    <>
      <SearchField label="Search offers..." value={table.search} onChange={table.setSearch} />
      <Suspense>
        <ColumnChooser
          options={columnsOfGroup(group).map((name) => ({ name, ...columnTexts(name) }))}
          chosen={columns}
          onChange={onColumns}
        />
      </Suspense>
    </>
  );
}
