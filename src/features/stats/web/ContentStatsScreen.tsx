import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { ContentStats } from '../contract.ts';
import { statsQueries } from './client.ts';
import { whyQuery } from './why/why-query.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { PrintButton } from './parts/PrintButton.tsx';
import { PrintHead } from './parts/PrintHead.tsx';
import { toReport } from './parts/drill.ts';
import { funnelColumns } from './guides/funnel-columns.tsx';
import { FunnelHead } from './guides/FunnelHead.tsx';
import { placeColumns, readingColumns } from './guides/reading-columns.tsx';
import { pageOfRows, rowsAsked } from './parts/paged-rows.ts';
import { daysIn, STATS_FILTERS, StatsFilters, withChange } from './parts/StatsFilters.tsx';

type Row = ContentStats['data'][number];

/** What each review earns. */
export function ContentStatsScreen() {
  const table = useTableState({ sortBy: 'views', order: 'desc', filters: STATS_FILTERS });
  const ask = withChange(table.filters);
  const stats = useQuery(statsQueries.content(ask));
  const { data } = stats;
  const currency = data?.currency ?? 'USD';
  const totals = table.search ? undefined : data?.totals;
  const [views, visitors, ...rest] = funnelColumns<Row>(totals, currency, (row) =>
    toReport(
      table.filters,
      { review_id: row.id },
      ['day'],
      ['views', 'visitors', 'clicks', 'ctr', 'conversions', 'revenue_expected', 'revenue_confirmed', 'epc'],
    ),
  );
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
        title="Content Stats"
        purpose="What each review earns, how far it is read, and which of its buttons lead on to the offer."
        action={
          <>
            <PrintButton table={table} isReady={data !== undefined} />
            <StatsCsv screen="offer-content" query={rowsAsked(ask, table)} />
          </>
        }
      />
      <PrintHead stats={data} filters={table.filters} />
      {!stats.isLoadingError && (
        <FunnelHead
          stats={data}
          changes={{ about: 'reviews', ...daysIn(table.filters) }}
          why={whyQuery(table.filters, { about: 'reviews' })}
        />
      )}
      <DataTable
        label="Reviews"
        query={{ ...stats, data: rows }}
        table={table}
        columns={[
          { key: 'title', label: 'Review', isSortable: true, isLong: true, render: (row) => row.title },
          { key: 'status', label: 'Status', isSortable: true, render: (row) => <StatusChip status={row.status} /> },
          views!,
          visitors!,
          ...readingColumns<Row>(totals, (row, by) =>
            toReport(
              table.filters,
              { review_id: row.id },
              [by],
              by === 'depth' ? ['reads'] : ['cta_impressions', 'clicks'],
            ),
          ),
          ...rest,
          ...placeColumns<Row>(totals, (row, place) =>
            toReport(table.filters, { review_id: row.id, place }, ['day'], ['cta_impressions', 'clicks']),
          ),
          {
            key: 'last_view_at',
            label: 'Last view',
            isSortable: true,
            render: (row) => <DateTime value={row.last_view_at} />,
          },
        ]}
        empty={
          <EmptyState
            text="No review yet. Write the first one, then send readers to it."
            action={
              <Button variant="outlined" component={Link} to="/admin/offer-content">
                Manage Content
              </Button>
            }
          />
        }
        toolbar={
          <>
            <SearchField label="Search reviews..." value={table.search} onChange={table.setSearch} />
            <StatsFilters
              table={table}
              hiddenBots={data && data.totals.bot_views + data.totals.bot_clicks}
              timeZone={data?.tz}
              compared="previous"
            />
          </>
        }
      />
    </>
  );
}
