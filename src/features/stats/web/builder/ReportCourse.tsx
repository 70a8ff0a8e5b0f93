import type { Query } from '../../../../platform/web/http.ts';
import { figureOf, type FigureName } from '../../../reports/metrics.ts';
import type { ReportReply } from '../../report-contract.ts';
import { daysOfRange } from '../bar/periods.ts';
import { TrendChart } from '../charts/TrendChart.tsx';

type Props = {
  /** Cut by day; undefined while it is on its way. */ reply: ReportReply | undefined;
  figures: readonly FigureName[];
  /** Whose changes the chart marks, and of which days. */
  changes: Query;
};

/** The counts of a report over its days. */
export function ReportCourse({ reply, figures, changes }: Props) {
  const days = reply && daysOfRange(reply.range, reply.tz, new Date(reply.generated_at));
  const byDay = new Map(reply?.data.map((line) => [line.dims.day?.value, line.values]));
  return (
    <TrendChart
      title="By day"
      changes={changes}
      counted={reply}
      days={days}
      series={figures.map((name) => ({
        label: figureOf(name).label,
        values: days?.map((day) => Number(byDay.get(day)?.[name] ?? 0)) ?? [],
      }))}
    />
  );
}
