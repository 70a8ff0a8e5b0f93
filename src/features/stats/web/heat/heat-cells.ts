import { cutOf } from '../../../reports/dimensions-contract.ts';
import { figureOf, type FigureName } from '../../../reports/metrics.ts';
import type { ReportLine } from '../../report-contract.ts';

/** What a report is cut by for a table of hours and weekdays. */
export const BY_WEEK = 'weekday,hour_of_day';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

const nameOf = (dimension: 'weekday' | 'hour_of_day', value: number): string => cutOf(dimension).wordOf!(value);
export const weekdayName = (weekday: number): string => nameOf('weekday', weekday);
export const hourName = (hour: number): string => nameOf('hour_of_day', hour);

export type HeatCell = {
  weekday: number;
  hour: number;
  /** Null: there is nothing to divide by, or nobody said what was paid. */
  value: number | null;
  /** Undefined: nothing happened then. */
  line: ReportLine | undefined;
};

/** What a line says; where nothing happened nothing was counted, but there is no share of nothing. */
function valueIn(line: ReportLine | undefined, figure: FigureName): number | null {
  const { kind } = figureOf(figure);
  if (!line) return kind === 'count' || kind === 'money' ? 0 : null;
  const told = line.values[figure] ?? null;
  // where all of the money lacks a rate its sum is not nothing
  if (told === null || (kind === 'money' && line.unconverted !== undefined && Number(told) === 0)) return null;
  return Number(told);
}

/** Each hour of a week, Monday first, by the lines of a report that has a line for those in which something happened. */
export function heatCells(lines: readonly ReportLine[], figure: FigureName): HeatCell[][] {
  const keyOf = (weekday: unknown, hour: unknown): string => `${String(weekday)} ${String(hour)}`;
  const byCell = new Map(lines.map((line) => [keyOf(line.dims.weekday?.value, line.dims.hour_of_day?.value), line]));
  return WEEKDAYS.map((weekday) =>
    HOURS.map((hour) => {
      const line = byCell.get(keyOf(weekday, hour));
      return { weekday, hour, line, value: valueIn(line, figure) };
    }),
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How often each weekday lies in a range of local days, until now. */
function weekdayCounts({ range, tz, generated_at: now }: Told): number[] {
  const from = Date.parse(range.from);
  const end = Math.min(Date.parse(range.to), Date.parse(now));
  const format = new Intl.DateTimeFormat('en', { timeZone: tz, weekday: 'long' });
  // a day on which the clocks change is an hour longer or shorter: from one noon to the next they are told apart all the same
  const days = Array.from({ length: Math.ceil((end - from - HOUR_MS) / DAY_MS) }, (_, day) =>
    format.format(from + (day + 0.5) * DAY_MS),
  );
  return WEEKDAYS.map((weekday) => days.filter((day) => day === weekdayName(weekday)).length);
}

type Told = { range: { from: string; to: string }; tz: string; generated_at: string };

/**
 * That sums of five Mondays are held against those of four Tuesdays, such as `Monday lies in this period 5 times, the others 4 times.`;
 * undefined where all lie in it equally often.
 */
export function unevenWords(told: Told): string | undefined {
  const counts = weekdayCounts(told);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (least === most) return undefined;
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
  const names = WEEKDAYS.filter((_, i) => counts[i] === most).map(weekdayName);
  const listed = new Intl.ListFormat('en').format(names);
  const rest = least === 0 ? 'not at all' : times(least);
  return `${listed} ${names.length === 1 ? 'lies' : 'lie'} in this period ${times(most)}, the others ${rest}.`;
}
