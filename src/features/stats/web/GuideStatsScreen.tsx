import { mdiChartTimelineVariant, mdiFormatListNumbered } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { DayLine } from '../../../platform/web/ui/DayLine.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { GuideStat, GuideStats } from '../contract.ts';
import { asChoice } from './parts/choices.ts';
import { statsQueries } from './client.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { PrintButton } from './parts/PrintButton.tsx';
import { PrintHead } from './parts/PrintHead.tsx';
import { STATUSES_OF, toConversions, toReport } from './parts/drill.ts';
import { funnelColumns } from './guides/funnel-columns.tsx';
import { FunnelHead } from './guides/FunnelHead.tsx';
import { whyQuery } from './why/why-query.ts';
import { pageOfRows, rowsAsked } from './parts/paged-rows.ts';
import { daysIn, STATS_FILTERS, StatsFilters, withChange } from './parts/StatsFilters.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const CtrDialog = lazyPart(async () => ({ default: (await import('./guides/CtrDialog.tsx')).CtrDialog }));

const STATUSES = ['draft', 'published', 'featured', 'archived'].map(asChoice);

/** @param totals undefined where the rows are no longer all of them */
const columnsOf = (
  filters: Record<string, string>,
  currency: string,
  totals: GuideStats['totals'] | undefined,
): readonly Column<GuideStat>[] => [
  { key: 'title', label: 'Guide', isSortable: true, isLong: true, render: (row) => row.title },
  { key: 'status', label: 'Status', isSortable: true, render: (row) => <StatusChip status={row.status} /> },
  ...funnelColumns<GuideStat>(totals, currency, (row, figure) =>
    figure === 'conversions' || figure === 'revenue_expected' || figure === 'revenue_confirmed'
      ? toConversions(filters, { listicle_id: row.id, status: STATUSES_OF[figure] })
      : toReport(filters, { listicle_id: row.id }, ['day'], ['views', 'visitors', 'clicks', 'ctr', 'epc']),
  ),
  {
    key: 'trend',
    label: 'Trend',
    render: (row) => (
      <DayLine isCount values={row.trend.map((one) => one.views)} label={`Views of ${row.title} by day`} />
    ),
  },
  {
    key: 'last_view_at',
    label: 'Last view',
    isSortable: true,
    render: (row) => <DateTime value={row.last_view_at} />,
  },
];

/** What each guide earns, and how its readers move on. The first screen after the login. */
export function GuideStatsScreen() {
  const table = useTableState({ sortBy: 'views', order: 'desc', filters: { ...STATS_FILTERS, status: '' } });
  const ask = withChange(table.filters);
  const stats = useQuery(statsQueries.listicles(ask));
  const [opened, setOpened] = useState<GuideStat>();
  const { data } = stats;
  const currency = data?.currency ?? 'USD';
  const rows =
    data &&
    pageOfRows(
      data.data,
      table,
      (row, key) => row[key as 'views'],
      (row) => row.title,
    );

  return (
    <>
      <PageHeader
        title="Listicle Stats"
        tabTitle="Analytics Dashboard"
        purpose="What each guide earns, and how many of its readers move on to an offer."
        action={
          <>
            <PrintButton table={table} isReady={data !== undefined} />
            <StatsCsv screen="listicles" query={rowsAsked(ask, table)} />
          </>
        }
      />
      <PrintHead stats={data} filters={table.filters} />
      {!stats.isLoadingError && (
        <FunnelHead
          stats={data}
          changes={{ about: 'listicles', ...daysIn(table.filters) }}
          why={whyQuery({ ...table.filters, status: '' }, { about: 'guides', guide_status: table.filters.status })}
        />
      )}
      <DataTable
        label="Guides"
        query={{ ...stats, data: rows }}
        table={table}
        columns={columnsOf(table.filters, currency, table.search ? undefined : data?.totals)}
        actions={[
          { label: 'Products by position', icon: mdiChartTimelineVariant, onClick: setOpened },
          {
            label: 'Manage Items',
            icon: mdiFormatListNumbered,
            to: (row) => `/admin/listicles/${row.id}/items`,
            isShown: (row) => row.status !== 'deleted',
          },
        ]}
        empty={
          <EmptyState
            text="No guide yet. Write the first one, then send readers to it."
            action={
              <Button variant="outlined" component={Link} to="/admin/listicles">
                Manage Listicles
              </Button>
            }
          />
        }
        toolbar={
          <>
            <SearchField label="Search guides..." value={table.search} onChange={table.setSearch} />
            <StatsFilters
              table={table}
              hiddenBots={data && data.totals.bot_views + data.totals.bot_clicks}
              timeZone={data?.tz}
              compared="previous"
            >
              <TableFilter table={table} name="status" label="Status" options={STATUSES} />
            </StatsFilters>
          </>
        }
      />
      <Suspense>
        {opened && (
          <CtrDialog
            guide={opened}
            query={{ ...table.filters, status: '' }}
            currency={currency}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
