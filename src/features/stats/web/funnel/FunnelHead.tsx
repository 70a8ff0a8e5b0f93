import { may } from '../../../../platform/web/session/permissions.ts';
import type { Query } from '../../../../platform/web/http.ts';
import type { GuideStats } from '../../contract.ts';
import { funnelKpis } from './funnel-columns.tsx';
import { KpiCards } from '../parts/KpiCards.tsx';
import { TrendChart } from '../charts/TrendChart.tsx';
import { Unconverted } from '../parts/Unconverted.tsx';

type Props = {
  /** Undefined while the numbers are on their way. */
  stats: Pick<GuideStats, 'totals' | 'before' | 'series' | 'currency' | 'range' | 'generated_at'> | undefined;
  /** Whose changes the chart marks, and of which days. */
  changes: Query;
  /** What the screen is narrowed down to, for whoever asks what its money is made of. */
  why: Query;
};

/** The sums and the days above a report of pages: from view to click to money. */
export function FunnelHead({ stats, changes, why }: Props) {
  return (
    <>
      <KpiCards
        kpis={stats && funnelKpis(stats.totals, stats.currency, stats.before, why)}
        places={may('read:money') ? 9 : 5}
      />
      <Unconverted amounts={stats?.totals.unconverted} />
      <TrendChart
        title="Views and clicks"
        changes={changes}
        counted={stats}
        days={stats?.series.map((one) => one.day)}
        series={[
          { label: 'Views', values: stats?.series.map((one) => one.views) ?? [] },
          { label: 'Clicks', values: stats?.series.map((one) => one.clicks) ?? [] },
        ]}
      />
    </>
  );
}
