import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { useCallback, useState } from 'react';
import { formatCount } from '../../../../platform/web/figures.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import type { Annotation } from '../../annotation-contract.ts';
import { ChartNotes } from '../notes/ChartNotes.tsx';
import { TICKS_HEIGHT } from './axis-sizes.ts';
import { OpenDay } from './OpenDay.tsx';
import { isNamed, stepOfDays } from './ticks.ts';

export type Series = { label: string; values: readonly number[] };

type Props = {
  days: readonly string[];
  series: readonly Series[];
  height: number;
  isStacked: boolean;
  /** Is the last day not over? */
  isOpen: boolean;
  notes: readonly Annotation[];
};

/** Beside the axis of days: the other axis and the margin. */
const SIDES = 84;
const HUES = [colors.brandText, colors.info, colors.warning, colors.error, colors.inkSoft];
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** `Nov 21` on the axis, the whole date in the tooltip. */
const dayText = (day: string, { location }: { location: string }): string =>
  (location === 'tick' ? short : long).format(new Date(`${day}T00:00:00Z`));

/** The lines or bars themselves; fetched only where a chart is shown. */
export function TrendPlot({ days, series, height, isStacked, isOpen, notes }: Props) {
  const [width, setWidth] = useState(0);
  const box = useCallback((node: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  const isEmpty = series.every((one) => one.values.every((value) => value === 0));
  const frame = {
    height,
    skipAnimation: true,
    margin: { left: 0, right: 28, top: 20, bottom: 0 },
    grid: { horizontal: true },
    // an axis from 0 to 0 would draw its line through the middle
    yAxis: [{ min: 0, ...(isEmpty && { max: 1 }), tickMinStep: 1, width: 56 }],
  };
  const step = stepOfDays(days.length, width - SIDES);
  const axis = {
    data: [...days],
    height: TICKS_HEIGHT,
    valueFormatter: (day: string, context: { location: string }) =>
      `${dayText(day, context)}${isOpen && day === days.at(-1) && context.location !== 'tick' ? ', so far' : ''}`,
    tickInterval: (_day: string, index: number) => isNamed(index, days.length, step),
  };
  const lines = series.map((one, i) => ({
    data: [...one.values],
    label: one.label,
    color: HUES[i % HUES.length]!,
    valueFormatter: (value: number | null) => formatCount(value ?? 0),
  }));
  const marks = (
    <>
      {isOpen && <OpenDay day={days.at(-1)!} before={days.at(-2)} />}
      <ChartNotes notes={notes} />
    </>
  );
  return (
    <div ref={box}>
      {isStacked ? (
        <BarChart
          {...frame}
          xAxis={[{ ...axis, scaleType: 'band', categoryGapRatio: 0.25 }]}
          series={lines.map((one) => ({ ...one, stack: 'all' }))}
        >
          {marks}
        </BarChart>
      ) : (
        <LineChart
          {...frame}
          xAxis={[{ ...axis, scaleType: 'point' }]}
          series={lines.map((one) => ({ ...one, showMark: days.length === 1, curve: 'linear' as const }))}
        >
          {marks}
        </LineChart>
      )}
    </div>
  );
}
