import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { LINK_COURSE, USUAL_OF_LINKS } from '../courses/links.ts';
import { statsQueries } from './client.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { KpiCards } from './parts/KpiCards.tsx';
import { StatsBar } from './bar/StatsBar.tsx';
import { daysIn, withChange } from './parts/stats-filters.ts';
import { PrintButton } from './parts/PrintButton.tsx';
import { PrintHead } from './parts/PrintHead.tsx';
import { DestinationShares } from './links/DestinationShares.tsx';
import { linkKpis } from './links/link-kpis.ts';
import { MetricChart } from './trend/MetricChart.tsx';
import { useMetric } from './parts/use-metric.ts';
import { Unconverted } from './parts/Unconverted.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const LikelyBestLine = lazyPart(async () => ({
  default: (await import('./guides/LikelyBestLine.tsx')).LikelyBestLine,
}));

const AudienceShares = lazyPart(async () => ({
  default: (await import('./links/AudienceShares.tsx')).AudienceShares,
}));
const UnreadCosts = lazyPart(async () => ({ default: (await import('./links/UnreadCosts.tsx')).UnreadCosts }));
const LatestVisits = lazyPart(async () => ({ default: (await import('./links/LatestVisits.tsx')).LatestVisits }));
const LinkWhen = lazyPart(async () => ({ default: (await import('./links/LinkWhen.tsx')).LinkWhen }));

/** What one tracking link brought, and by which of its destinations. */
export function LinkStatsScreen() {
  const { linkId = '' } = useParams();
  const table = useTableState({
    sortBy: '',
    filters: { days: '', date_from: '', date_to: '', compare: '', time_basis: '' },
  });
  const asked = withChange(table.filters);
  const days = daysIn(table.filters);
  const narrowed = { ...days, time_basis: table.filters.time_basis };
  const metric = useMetric(LINK_COURSE);
  const stats = useQuery(statsQueries.link(Number(linkId), { ...asked, course: metric.chosen }));
  const { data } = stats;
  const kpis = data && linkKpis(data, narrowed, Number(linkId));
  return (
    <>
      <BackLink to="/admin/tracking-links">Tracking Links</BackLink>
      <PageHeader
        title="Tracking Link Stats"
        purpose={`What ${data ? `“${data.link.name}”` : 'this link'} brought, and by which of its destinations.`}
        action={
          <>
            <PrintButton table={table} isReady={data !== undefined} />
            <StatsCsv
              screen="report"
              query={{
                ...narrowed,
                link_id: linkId,
                dimensions: 'destination',
                metrics: 'visits,clicks,conversions,revenue_expected,revenue_confirmed,epc,cost,profit,roi',
              }}
            />
          </>
        }
      />
      <PrintHead stats={data} filters={{ link: linkId }} />
      <StatsBar table={table} hiddenBots={undefined} timeZone={data?.tz} compared="previous" />
      {stats.isLoadingError ? (
        <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
      ) : (
        <>
          <Unconverted amounts={data?.totals.unconverted} />
          <Suspense>{data?.totals.unread_costs && <UnreadCosts costs={data.totals.unread_costs} />}</Suspense>
          <KpiCards places={13} kpis={kpis} metric={metric} />
          <MetricChart
            usual={{ title: 'Visits and clicks', figures: USUAL_OF_LINKS }}
            chosen={metric.chosen}
            kpis={kpis}
            stats={data}
            compare={asked.compare}
            changes={{ link_id: Number(linkId), ...days }}
          />
          <Suspense>
            <LikelyBestLine query={{ link_id: Number(linkId) }} what="destination" />
          </Suspense>
          <DestinationShares stats={data} filters={narrowed} linkId={Number(linkId)} />
          <Suspense>
            <AudienceShares stats={data} filters={narrowed} linkId={Number(linkId)} />
            <LinkWhen filters={narrowed} linkId={linkId} chosen={metric.chosen} />
            {data && <LatestVisits visits={data.recent_visits} />}
          </Suspense>
        </>
      )}
    </>
  );
}
