import { mdiChartTimelineVariant, mdiFormatListNumbered } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { may } from '../../../platform/web/session/permissions.ts';
import { DayLine } from '../../../platform/web/ui/DayLine.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { GuideStat, GuideStats } from '../contract.ts';
import { FUNNEL_COURSE } from '../courses/pages.ts';
import { statsQueries } from './client.ts';
import { funnelColumns } from './funnel/funnel-columns.tsx';
import { FunnelScreen } from './funnel/FunnelScreen.tsx';
import { asChoice } from './parts/choices.ts';
import { STATUSES_OF, toConversions, toReport } from './parts/drill.ts';
import { STATS_FILTERS, withChange } from './parts/stats-filters.ts';
import { useMetric } from './parts/use-metric.ts';
import { whyQuery } from './why/why-query.ts';

const CtrDialog = lazyPart(async () => ({ default: (await import('./guides/CtrDialog.tsx')).CtrDialog }));

const STATUSES = ['draft', 'published', 'featured', 'archived'].map(asChoice);

/** @param totals undefined where the rows are no longer all of them */
const columnsOf = (
  filters: Record<string, string>,
  currency: string,
  totals: GuideStats['totals'] | undefined,
): readonly Column<GuideStat>[] => [
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
];

/** What each guide earns, and how its readers move on. The first screen after the login. */
export function GuideStatsScreen() {
  const table = useTableState({ sortBy: 'views', order: 'desc', filters: { ...STATS_FILTERS, status: '' } });
  const metric = useMetric(FUNNEL_COURSE);
  const stats = useQuery(statsQueries.listicles({ ...withChange(table.filters), course: metric.chosen }));
  const [opened, setOpened] = useState<GuideStat>();
  const { data } = stats;
  const currency = data?.currency ?? 'USD';
  const anyStatus = { ...table.filters, status: '' };

  return (
    <>
      <FunnelScreen
        noun="guide"
        title="Listicle Stats"
        tabTitle="Analytics Dashboard"
        purpose={`${may('read:money') ? 'What each guide earns, and how' : 'Of each guide, how'} many of its readers move on to an offer.`}
        call="listicles"
        changes="listicles"
        losses={toReport(
          table.filters,
          { sortBy: 'profit', order: 'asc' },
          ['source', 'utm_campaign'],
          ['visits', 'clicks', 'conversions', 'revenue_expected', 'cost', 'profit', 'roi', 'epc'],
        )}
        why={whyQuery(anyStatus, { about: 'guides', guide_status: table.filters.status })}
        metric={metric}
        table={table}
        query={stats}
        columns={columnsOf(table.filters, currency, table.search ? undefined : data?.totals)}
        actions={[
          { label: 'Products by position', icon: mdiChartTimelineVariant, onClick: setOpened },
          {
            label: 'Manage Items',
            icon: mdiFormatListNumbered,
            to: (row) => `/admin/listicles/${row.id}/items`,
            isShown: (row) => row.status !== 'deleted' && may('write:content'),
          },
        ]}
        filters={<TableFilter table={table} name="status" label="Status" options={STATUSES} />}
        editor={{ name: 'Manage Listicles', to: '/admin/listicles' }}
      />
      <Suspense>
        {opened && (
          <CtrDialog
            guide={opened}
            query={anyStatus}
            currency={currency}
            figure={metric.chosen}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
