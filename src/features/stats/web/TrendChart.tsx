import { lazy } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import { FigureTable } from './FigureTable.tsx';
import type { Series } from './TrendPlot.tsx';

const TrendPlot = lazy(async () => ({ default: (await import('./TrendPlot.tsx')).TrendPlot }));
const HEIGHT = 260;

type Props = {
  title: string;
  /** Undefined while the figures are on their way. */
  days: readonly string[] | undefined;
  series: readonly Series[];
  /** Parts of one whole stand on each other; courses are lines. */
  isStacked?: boolean;
};

/** A course over days, as a chart and, for who wants the figures, as a table. */
export function TrendChart({ title, days, series, isStacked = false }: Props) {
  return (
    <ChartFrame
      title={title}
      height={HEIGHT}
      isReady={days !== undefined}
      below={
        <FigureTable
          title={title}
          heads={['Day', ...series.map((one) => one.label)]}
          rows={(days ?? []).map((day, i) => ({ name: day, cells: series.map((one) => one.values[i]) }))}
        />
      }
    >
      <TrendPlot days={days ?? []} series={series} height={HEIGHT} isStacked={isStacked} />
    </ChartFrame>
  );
}
