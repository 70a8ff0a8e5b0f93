import type { Query } from '../../../../platform/web/http.ts';
import { figureOf, type FigureName } from '../../../reports/metrics.ts';
import type { ReportReply } from '../../report-contract.ts';
import { daysOfRange } from '../bar/periods.ts';
import { TrendChart } from '../trend/TrendChart.tsx';

type Props = {
  /** Cut by day; undefined while it is on its way. */ reply: ReportReply | undefined;
  figures: readonly FigureName[];
  /** What the days are held against. */
  compare: string;
  /** Whose changes the chart marks, and of which days. */
  changes: Query;
};

const valueOf = (value: number | string | null | undefined) => (value === undefined ? null : Number(value));

/** The counts of a report over its days. */
export function ReportCourse({ reply, figures, compare, changes }: Props) {
  const days = reply && daysOfRange(reply.range, reply.tz, new Date(reply.generated_at));
  const byDay = new Map(reply?.data.map((line) => [line.dims.day?.value, line.values]));
  const before = reply?.days_before;
  return (
    <TrendChart
      title="By day"
      changes={changes}
      counted={reply}
      compare={compare}
      daysBefore={before?.map(({ day }) => day)}
      days={days}
      series={figures.map((name) => ({
        label: figureOf(name).label,
        kind: 'count',
        values: days?.map((day) => Number(byDay.get(day)?.[name] ?? 0)) ?? [],
        ...(before && { before: days?.map((_, place) => valueOf(before[place]?.values[name])) ?? [] }),
      }))}
    />
  );
}
