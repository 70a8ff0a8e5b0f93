import { LineChart } from '@mui/x-charts/LineChart';
import { colors } from '../../../platform/web/tokens.ts';

export type Series = { label: string; values: readonly number[] };

type Props = { days: readonly string[]; series: readonly Series[]; height: number };

const HUES = [colors.brandText, colors.info, colors.warning, colors.error, colors.inkSoft];

/** The lines themselves; fetched only where a chart is shown. */
export function TrendPlot({ days, series, height }: Props) {
  const isEmpty = series.every((one) => one.values.every((value) => value === 0));
  return (
    <LineChart
      height={height}
      skipAnimation
      margin={{ left: 0, right: 16, top: 16, bottom: 0 }}
      grid={{ horizontal: true }}
      xAxis={[{ data: [...days], scaleType: 'point', valueFormatter: (day: string) => day.slice(5) }]}
      // an axis from 0 to 0 would draw its line through the middle
      yAxis={[{ min: 0, ...(isEmpty && { max: 1 }), tickMinStep: 1, width: 56 }]}
      series={series.map((one, i) => ({
        data: [...one.values],
        label: one.label,
        color: HUES[i % HUES.length]!,
        showMark: days.length === 1,
        curve: 'linear' as const,
      }))}
    />
  );
}
