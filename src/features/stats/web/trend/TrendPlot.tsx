import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { useCallback, useState } from 'react';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import type { Annotation } from '../../annotation-contract.ts';
import { ChartNotes } from '../notes/ChartNotes.tsx';
import { TICKS_HEIGHT } from '../charts/axis-sizes.ts';
import { DashedMark } from './DashedMark.tsx';
import { formatValue, type ValueKind } from './format-value.ts';
import { OpenDay } from './OpenDay.tsx';
import { isNamed, stepOfDays } from '../charts/ticks.ts';

/** A course. `before` is the same of the days that it is held against, by their place in the period. Null: there is none. */
export type Series = {
  label: string;
  kind: ValueKind;
  values: readonly (number | null)[];
  before?: readonly (number | null)[];
};

type Props = {
  days: readonly string[];
  series: readonly Series[];
  height: number;
  isStacked: boolean;
  /** Is the last day not over? */
  isOpen: boolean;
  notes: readonly Annotation[];
  currency: string;
  /** What the days are held against is called. */
  beforeLabel: string;
  daysBefore: readonly string[] | undefined;
};

/** Beside the axis of days: the other axis and the margin. */
const SIDES = 84;
const HUES = [colors.brandText, colors.info, colors.warning, colors.error, colors.inkSoft];
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** `Nov 21` on the axis, the whole date in the tooltip. */
const dayText = (day: string, { location }: { location: string }): string =>
  (location === 'tick' ? short : long).format(new Date(`${day}T00:00:00Z`));

/** Short enough for the edge of a chart. */
const onAxis = (kind: ValueKind, value: number, currency: string): string =>
  kind === 'money'
    ? new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency,
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1,
      }).format(value)
    : kind === 'ratio'
      ? new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(value)
      : formatValue(kind, value, currency);

/** A line of other days: the hue of its own, half as strong. */
const SOFT = '99';

/** The lines or bars themselves; fetched only where a chart is shown. */
export function TrendPlot(props: Props) {
  const { days, series, height, isStacked, isOpen, notes, currency, beforeLabel, daysBefore } = props;
  const [width, setWidth] = useState(0);
  const box = useCallback((node: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  const shown = series.flatMap(({ values, before = [] }) => [...values, ...before]);
  const isEmpty = shown.every((value) => value === 0 || value === null);
  const isLoss = shown.some((value) => value !== null && value < 0);
  const kind = series[0]?.kind ?? 'count';
  const frame = {
    height,
    skipAnimation: true,
    margin: { left: 0, right: 28, top: 20, bottom: 0 },
    grid: { horizontal: true },
    // an axis from 0 to 0 would draw its line through the middle
    yAxis: [
      {
        ...(!isLoss && { min: 0 }),
        ...(isEmpty && { max: 1 }),
        ...(kind === 'count'
          ? { tickMinStep: 1 }
          : { valueFormatter: (value: number) => onAxis(kind, value, currency) }),
        width: 56,
      },
    ],
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
    valueFormatter: (value: number | null) => formatValue(one.kind, value, currency),
  }));
  const linesBefore = series.flatMap(({ label, kind: of, before }, i) =>
    before
      ? [
          {
            id: `before-${i}`,
            data: [...before],
            label: `${label}, ${beforeLabel}`,
            color: `${HUES[i % HUES.length]!}${SOFT}`,
            labelMarkType: DashedMark,
            valueFormatter: (value: number | null, { dataIndex }: { dataIndex: number }) =>
              `${formatValue(of, value, currency)}${daysBefore?.[dataIndex] ? ` (${daysBefore[dataIndex]})` : ''}`,
          },
        ]
      : [],
  );
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
          sx={{ '& [data-series^="before-"]': { strokeDasharray: '5 4' } }}
          series={[...lines, ...linesBefore].map((one) => ({
            ...one,
            showMark: days.length === 1,
            curve: 'linear' as const,
          }))}
        >
          {marks}
        </LineChart>
      )}
    </div>
  );
}
