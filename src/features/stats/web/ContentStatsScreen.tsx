import { useQuery } from '@tanstack/react-query';
import { may } from '../../../platform/web/session/permissions.ts';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { ContentStats } from '../contract.ts';
import { FUNNEL_COURSE } from '../courses/pages.ts';
import { statsQueries } from './client.ts';
import { funnelColumns } from './funnel/funnel-columns.tsx';
import { FunnelScreen } from './funnel/FunnelScreen.tsx';
import { placeColumns, readingColumns } from './funnel/reading-columns.tsx';
import { toReport } from './parts/drill.ts';
import { STATS_FILTERS, withChange } from './parts/stats-filters.ts';
import { useMetric } from './parts/use-metric.ts';
import { whyQuery } from './why/why-query.ts';

type Row = ContentStats['data'][number];

/** @param totals undefined where the rows are no longer all of them */
function columnsOf(
  filters: Record<string, string>,
  currency: string,
  totals: ContentStats['totals'] | undefined,
): Column<Row>[] {
  const [views, visitors, ...rest] = funnelColumns<Row>(totals, currency, (row) =>
    toReport(
      filters,
      { review_id: row.id },
      ['day'],
      ['views', 'visitors', 'clicks', 'ctr', 'conversions', 'revenue_expected', 'revenue_confirmed', 'epc'],
    ),
  );
  return [
    views!,
    visitors!,
    ...readingColumns<Row>(totals, (row, by) =>
      toReport(filters, { review_id: row.id }, [by], by === 'depth' ? ['reads'] : ['cta_impressions', 'clicks']),
    ),
    // the places of its buttons need the room
    ...rest.map((column) => (column.key === 'revenue_confirmed' ? { ...column, isHidden: true } : column)),
    ...placeColumns<Row>(totals, (row, place) =>
      toReport(filters, { review_id: row.id, place }, ['day'], ['cta_impressions', 'clicks']),
    ),
  ];
}

/** What each review earns. */
export function ContentStatsScreen() {
  const table = useTableState({ sortBy: 'views', order: 'desc', filters: STATS_FILTERS });
  const metric = useMetric(FUNNEL_COURSE);
  const stats = useQuery(statsQueries.content({ ...withChange(table.filters), course: metric.chosen }));
  const { data } = stats;

  return (
    <FunnelScreen
      noun="review"
      title="Content Stats"
      purpose={`${may('read:money') ? 'What each review earns, how' : 'Of each review, how'} far it is read, and which of its buttons lead on to the offer.`}
      call="offer-content"
      changes="reviews"
      why={whyQuery(table.filters, { about: 'reviews' })}
      metric={metric}
      table={table}
      query={stats}
      columns={columnsOf(table.filters, data?.currency ?? 'USD', table.search ? undefined : data?.totals)}
      editor={{ name: 'Manage Content', to: '/admin/offer-content' }}
    />
  );
}
