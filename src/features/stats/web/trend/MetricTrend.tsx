import type { Query } from '../../../../platform/web/http.ts';
import { figureOf, titleOf, type FigureName } from '../../../reports/metrics.ts';
import type { Course, CourseDay } from '../../courses/course.ts';
import type { Kpi } from '../parts/KpiCards.tsx';
import { TrendChart } from './TrendChart.tsx';
import type { Series } from './TrendPlot.tsx';

type Usual = {
  title: string;
  figures: readonly FigureName[];
  /** Parts of one whole stand on each other, which leaves no room for other days. */
  isStacked?: boolean;
};

type Props = {
  /** What the chart shows while no card is chosen. */
  usual: Usual;
  chosen: FigureName | undefined;
  /** The cards, of whose words the chart has its own; undefined while they are on their way. */
  kpis: readonly Kpi[] | undefined;
  /** Undefined while the figures are on their way. */
  stats: { course: Course; currency: string; range: { to: string }; generated_at: string } | undefined;
  /** What the days are held against. */
  compare: string;
  /** Whose changes the chart marks, and of which days. */
  changes: Query;
};

/** The value of a day for the chart; null where there is none. */
const valueIn = (day: CourseDay | undefined, name: FigureName): number | null => {
  const value = day?.[name] ?? null;
  return value === null ? null : Number(value);
};

/** The course of what a card tells, or of what is usually looked at, and of the days that these are held against. */
export function MetricTrend({ usual, chosen, kpis, stats, compare, changes }: Props) {
  const { days, before } = stats?.course ?? { days: [], before: null };
  // what a card was just pressed for comes a moment later; who may not see money has no such card
  const card = chosen && chosen in (days[0] ?? {}) ? kpis?.find(({ key }) => key === chosen) : undefined;
  const isStacked = card === undefined && usual.isStacked === true;
  const figures = card && chosen ? [chosen] : usual.figures;
  const series = figures.map((name): Series => ({
    label: card?.label ?? titleOf(name),
    kind: figureOf(name).kind,
    values: days.map((day) => valueIn(day, name)),
    ...(before && !isStacked && { before: days.map((_, place) => valueIn(before[place], name)) }),
  }));
  return (
    <TrendChart
      title={card ? `${card.label} by day` : usual.title}
      isStacked={isStacked}
      changes={changes}
      counted={stats}
      currency={stats?.currency}
      days={stats && days.map(({ day }) => day)}
      daysBefore={before?.map(({ day }) => day)}
      compare={compare}
      series={series}
    />
  );
}
