import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { formatCount, formatPercent, formatSum } from '../../../platform/web/figures.ts';
import { LeftOut } from '../../../platform/web/ui/LeftOut.tsx';
import { leftOutWords } from '../../../platform/web/ui/left-out-words.ts';
import { MoneyCell } from '../../../platform/web/ui/table/cells/MoneyCell.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Dimension } from '../../reports/dimensions-contract.ts';
import type { LinkStats } from '../link-stats-contract.ts';
import { capital, countryName } from './parts/choices.ts';
import { statsQueries } from './client.ts';
import { whyQuery } from './why/why-query.ts';
import type { WhyFigure } from './why/why-words.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { STATUSES_OF, toConversions, toReport, type Narrowing } from './parts/drill.ts';
import { rateText } from './guides/funnel-columns.tsx';
import { KpiCards } from './parts/KpiCards.tsx';
import { LatestVisits } from './links/LatestVisits.tsx';
import { PeriodFilter } from './parts/PeriodFilter.tsx';
import { daysIn } from './parts/StatsFilters.tsx';
import { PrintButton } from './parts/PrintButton.tsx';
import { PrintHead } from './parts/PrintHead.tsx';
import { SharesTable } from './links/SharesTable.tsx';
import { TrendChart } from './charts/TrendChart.tsx';
import { Unconverted } from './parts/Unconverted.tsx';
import { UnreadCosts } from './links/UnreadCosts.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const LikelyBestLine = lazyPart(async () => ({
  default: (await import('./guides/LikelyBestLine.tsx')).LikelyBestLine,
}));

/** What one tracking link brought, and by which of its destinations. */
export function LinkStatsScreen() {
  const { linkId = '' } = useParams();
  const table = useTableState({ sortBy: '', filters: { days: '', date_from: '', date_to: '' } });
  const stats = useQuery(statsQueries.link(Number(linkId), table.filters));
  const { data } = stats;
  const currency = data?.currency ?? 'USD';
  const money = (value: string | null) =>
    formatSum(value, currency, data !== undefined && data.totals.unconverted.length > 0);
  const cell = (one: LinkStats['by_destination'][number], key: 'revenue' | 'epc' | 'cost' | 'profit') => (
    <MoneyCell
      key={key}
      value={one[key]}
      currency={currency}
      unconverted={one.unconverted}
      isMain={key === 'revenue'}
    />
  );
  const rows = (figure: keyof typeof STATUSES_OF, value: number) =>
    value === 0 ? {} : { to: toConversions(table.filters, { link_id: linkId, status: STATUSES_OF[figure] }) };
  const ask = (figure: WhyFigure) => ({ why: { figure, query: whyQuery(table.filters, { link_id: linkId }) } });
  const noteOf = (text: string) => (data?.totals.left_out ? `${text}; ${leftOutWords(data.totals.left_out)}` : text);
  const lines = (more: Narrowing, dimensions: Dimension[]) =>
    toReport(table.filters, { link_id: linkId, ...more }, dimensions, [
      'visits',
      'clicks',
      'conversions',
      'revenue_expected',
    ]);
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
                ...table.filters,
                link_id: linkId,
                dimensions: 'destination',
                metrics: 'visits,clicks,conversions,revenue_expected,revenue_confirmed,epc,cost,profit,roi',
              }}
            />
          </>
        }
      />
      <PrintHead stats={data} filters={{ link: linkId }} />
      <Box data-print="none" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 3 }}>
        <PeriodFilter timeZone={data?.tz} />
      </Box>
      {stats.isLoadingError ? (
        <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
      ) : (
        <>
          <Unconverted amounts={data?.totals.unconverted} />
          <UnreadCosts costs={data?.totals.unread_costs} />
          <KpiCards
            places={13}
            kpis={
              data && [
                {
                  label: 'Visits',
                  value: formatCount(data.totals.visits),
                  note: `days in ${data.tz}`,
                  ...(data.totals.visits > 0 && { to: lines({}, ['day']) }),
                },
                { label: 'Uniques', value: formatCount(data.totals.uniques), note: 'counted anew each day' },
                { label: 'Bots hidden', value: formatCount(data.totals.bots) },
                {
                  label: 'Clicks out',
                  value: formatCount(data.totals.clicks_out),
                  ...(data.totals.clicks_out > 0 && { to: lines({}, ['offer']) }),
                },
                {
                  label: 'CTR',
                  value: formatPercent(data.totals.ctr),
                  title: rateText(data.totals.clicks_out, data.totals.visits),
                  note: 'clicks / visits',
                },
                {
                  label: 'Conversions',
                  value: formatCount(data.totals.conversions),
                  ...rows('conversions', data.totals.conversions),
                },
                {
                  label: 'Revenue expected',
                  value: money(data.totals.revenue),
                  ...ask('expected'),
                  ...rows('revenue_expected', Number(data.totals.revenue)),
                },
                {
                  label: 'Revenue confirmed',
                  value: money(data.totals.revenue_confirmed),
                  ...ask('confirmed'),
                  ...rows('revenue_confirmed', Number(data.totals.revenue_confirmed)),
                },
                { label: 'EPC', value: money(data.totals.epc), ...ask('epc') },
                {
                  label: 'Cost',
                  value: data.totals.cost === null ? 'Not known' : money(data.totals.cost),
                  ...ask('cost'),
                  note:
                    data.totals.cost === null ? 'nothing says it' : `${money(data.totals.cost_confirmed)} confirmed`,
                },
                {
                  label: 'Profit',
                  value: money(data.totals.profit),
                  note: noteOf('expected - cost'),
                  ...ask('profit'),
                },
                {
                  label: 'Profit confirmed',
                  value: money(data.totals.profit_confirmed),
                  ...ask('profit_confirmed'),
                  note: noteOf('confirmed - cost'),
                },
                { label: 'ROI', value: formatPercent(data.totals.roi), note: noteOf('profit / cost'), ...ask('roi') },
              ]
            }
          />
          <TrendChart
            title="Visits and clicks"
            changes={{ link_id: Number(linkId), ...daysIn(table.filters) }}
            counted={data}
            days={data?.series.map((one) => one.day)}
            series={[
              { label: 'Visits', values: data?.series.map((one) => one.visits) ?? [] },
              { label: 'Clicks', values: data?.series.map((one) => one.clicks) ?? [] },
            ]}
          />
          <Suspense>
            <LikelyBestLine query={{ link_id: Number(linkId) }} what="destination" />
          </Suspense>
          <SharesTable
            title="Destinations"
            heads={['Visits', 'Clicks out', 'CTR', 'Best CTR', 'Conv.', 'Expected', 'EPC', 'Cost', 'Profit', 'ROI']}
            rows={data?.by_destination.map((one) => ({
              key: one.destination_id,
              name: one.name,
              to: lines({ destination_id: one.destination_id }, ['day']),
              share: one.visits,
              cells: [
                formatCount(one.visits),
                formatCount(one.clicks_out),
                <span key="ctr" title={rateText(one.clicks_out, one.visits)}>
                  {formatPercent(one.ctr)}
                </span>,
                <span
                  key="best"
                  title="How likely its true CTR is the best of all destinations, by the numbers of this period alone. Whoever looks often sees high numbers by chance too: the line above the table takes that into account."
                >
                  {one.p_best === null ? 'Too few' : formatPercent(one.p_best)}
                </span>,
                formatCount(one.conversions),
                cell(one, 'revenue'),
                cell(one, 'epc'),
                cell(one, 'cost'),
                <span key="profit">
                  {cell(one, 'profit')}
                  {one.profit !== null && <LeftOut days={one.left_out} />}
                </span>,
                formatPercent(one.roi),
              ],
            }))}
          />
          <Box
            sx={{
              display: 'grid',
              columnGap: 3,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
            }}
          >
            <SharesTable
              title="Countries"
              heads={['Visits']}
              rows={data?.by_country.map((one) => ({
                key: one.country,
                name: countryName(one.country),
                to: one.country === '(unknown)' ? undefined : lines({ country: one.country }, ['day']),
                share: one.visits,
                cells: [formatCount(one.visits)],
              }))}
            />
            <SharesTable
              title="Devices"
              heads={['Visits']}
              rows={data?.by_device.map((one) => ({
                key: one.device,
                name: capital(one.device),
                to: one.device === '(unknown)' ? undefined : lines({ device: one.device }, ['day']),
                share: one.visits,
                cells: [formatCount(one.visits)],
              }))}
            />
            <SharesTable
              title="Referrers"
              heads={['Visits']}
              rows={data?.top_referrers.map((one) => ({
                key: one.referrer ?? '',
                name: one.referrer ?? 'None told',
                share: one.visits,
                cells: [formatCount(one.visits)],
              }))}
            />
          </Box>
          {data && <LatestVisits visits={data.recent_visits} />}
        </>
      )}
    </>
  );
}
