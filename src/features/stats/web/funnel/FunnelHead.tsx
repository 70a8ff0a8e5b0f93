import { may } from '../../../../platform/web/session/permissions.ts';
import type { Query } from '../../../../platform/web/http.ts';
import type { GuideStats } from '../../contract.ts';
import type { Course } from '../../courses/course.ts';
import { USUAL_OF_PAGES } from '../../courses/pages.ts';
import { funnelKpis } from './funnel-columns.tsx';
import { KpiCards } from '../parts/KpiCards.tsx';
import { MetricChart } from '../trend/MetricChart.tsx';
import type { MetricChoice } from '../parts/use-metric.ts';
import { Unconverted } from '../parts/Unconverted.tsx';

type Props = {
  /** Undefined while the numbers are on their way. */
  stats:
    | (Pick<GuideStats, 'totals' | 'before' | 'currency' | 'range' | 'generated_at'> & {
        course: Course;
        paid?: GuideStats['paid'];
      })
    | undefined;
  /** Which card the chart is about. */
  metric: MetricChoice;
  /** What the days are held against. */
  compare: string;
  /** Whose changes the chart marks, and of which days. */
  changes: Query;
  /** What the screen is narrowed down to, for whoever asks what its money is made of. */
  why: Query;
  /** The address of what loses most. */
  losses?: string | undefined;
};

/** The sums and the days above a report of pages: from view to click to money. */
export function FunnelHead({ stats, metric, compare, changes, why, losses = '' }: Props) {
  const paid = stats?.paid && { ...stats.paid, losses };
  const kpis = stats && funnelKpis(stats.totals, stats.currency, stats.before, why, paid);
  return (
    <>
      <KpiCards kpis={kpis} metric={metric} places={may('read:money') ? 9 : 5} />
      <Unconverted amounts={stats?.totals.unconverted} />
      <MetricChart
        usual={{ title: 'Views and clicks', figures: USUAL_OF_PAGES }}
        chosen={metric.chosen}
        kpis={kpis}
        stats={stats}
        compare={compare}
        changes={changes}
      />
    </>
  );
}
