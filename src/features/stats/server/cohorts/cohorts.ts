import { formatMicros } from '../../../../platform/money.ts';
import { seeded } from '../../../../platform/dice.ts';
import { daysBetween, daysOf, localDays, shiftDay } from '../../../../platform/time.ts';
import { frameOf, siteDay, type Scope } from '../../../reports/server/service.ts';
import { runReport, runUnconverted } from '../../../reports/server/store-report.ts';
import { runPayouts } from '../store-lags.ts';
import type { Cohort, CohortQuery, Cohorts } from '../../cohorts/contract.ts';
import { MAX_AGE, toCome, type Day, type ToCome } from './ripening.ts';
import { startOf } from '../../cohorts/spans.ts';
import { runRipening } from './store-cohorts.ts';

/** So far back it is looked for how conversions ripen, whatever days are shown. */
const KNOWN_DAYS = 2 * MAX_AGE;
const AGES = [1, 7, 30] as const;

/** One local day of clicks. */
type Line = Day & {
  day: string;
  costMicros: bigint;
  hasCost: boolean;
  isCostWhole: boolean;
  /** What it brought, by how many days after the click. */
  brought: readonly bigint[];
};

/** What the clicks of days, weeks or months brought by and by, and what is still to come of them. @throws AppError unavailable */
export async function cohorts(scope: Scope, query: CohortQuery): Promise<Cohorts> {
  const { by, format: _format, days, date_from, date_to, ...filters } = query;
  const shown = await frameOf(scope, { ...filters, days, date_from, date_to }, 'click');
  const { tz } = shown.said;
  const { today } = await siteDay(scope, tz);
  const [first, end] = daysOf(shown.frame.range, tz);
  const last = [end, shiftDay(today, -1)].toSorted()[0]!;
  if (last < first) return { data: [], totals: null, unconverted: [], ...shown.said };
  const range = localDays(first, last, tz);
  // of clicks of later days nothing is shown, but how conversions ripen is learnt from them too
  const yesterday = shiftDay(today, -1);
  const known = [first, shiftDay(yesterday, 1 - KNOWN_DAYS)].toSorted()[0]!;
  const { frame } = await frameOf(scope, { ...filters, tz, date_from: known, date_to: yesterday }, 'click');
  const [ripened, arrived, payouts, unconverted] = await Promise.all([
    runRipening(scope.eventStore, frame),
    runReport(scope.eventStore, {
      ...frame,
      dimensions: ['day'],
      metrics: ['visits', 'cost', 'known_visits', 'unknown_days'],
    }),
    runPayouts(scope.eventStore, frame),
    runUnconverted(scope.eventStore, { ...shown.frame, range }),
  ]);
  const lines = Array.from({ length: daysBetween(known, yesterday) + 1 }, (_, i) =>
    emptyLine(shiftDay(known, i), yesterday),
  );
  const at = (day: string): Line | undefined => lines[daysBetween(known, day)];
  for (const { dims, sums } of arrived) {
    const line = at(String(dims.day));
    if (!line) continue;
    line.visits = Number(sums.visits);
    line.costMicros = sums.cost;
    line.hasCost = sums.known_visits > 0n || sums.cost > 0n;
    line.isCostWhole = sums.unknown_days === 0n;
  }
  for (const { day, came, conversions, micros } of ripened) {
    const line = at(day);
    const age = daysBetween(day, came);
    // what came today is of a day that is not over
    if (!line || age >= line.came.length) continue;
    (line.came as number[])[age]! += conversions;
    (line.brought as bigint[])[age]! += micros;
  }
  const isShown = ({ day }: Line): boolean => day >= first && day <= last;
  const starts = [...new Set(lines.filter(isShown).map(({ day }) => startOf(day, by)))];
  const groupOf = (line: Line): number | null => (isShown(line) ? starts.indexOf(startOf(line.day, by)) : null);
  const { byGroup, all } = await toCome(
    lines,
    lines.map(groupOf),
    payouts,
    seeded(daysBetween('2000-01-01', yesterday)),
  );
  const ofStart = Map.groupBy(lines.filter(isShown), groupOf);
  return {
    data: starts.map((_, group) => present(ofStart.get(group)!, byGroup.get(group)!)).toReversed(),
    totals: present(lines.filter(isShown), all),
    unconverted: unconverted,
    ...shown.said,
    range: { from: range.from.toISOString(), to: range.to.toISOString() },
  };
}

function emptyLine(day: string, last: string): Line {
  const length = daysBetween(day, last) + 1;
  return {
    day,
    visits: 0,
    costMicros: 0n,
    hasCost: false,
    isCostWhole: true,
    came: Array.from({ length }, () => 0),
    brought: Array.from({ length }, () => 0n),
  };
}

function present(lines: readonly Line[], { micros, lowMicros, highMicros }: ToCome): Cohort {
  const sum = (of: (line: Line) => bigint): bigint => lines.reduce((total, line) => total + of(line), 0n);
  const until = (age: number) => (line: Line) => line.brought.slice(0, age + 1).reduce((total, one) => total + one, 0n);
  const after = (age: number): string | null =>
    lines.every(({ came }) => came.length > age) ? formatMicros(sum(until(age))) : null;
  const revenue = sum(until(Number.POSITIVE_INFINITY));
  const cost = sum(({ costMicros }) => costMicros);
  const come = BigInt(Math.round(micros));
  const [one, seven, thirty] = AGES.map(after);
  return {
    from: lines[0]!.day,
    to: lines.at(-1)!.day,
    visits: lines.reduce((total, { visits }) => total + visits, 0),
    conversions: lines.reduce((total, { came }) => total + came.reduce((all, count) => all + count, 0), 0),
    cost: lines.some(({ hasCost }) => hasCost) ? formatMicros(cost) : null,
    after_1: one!,
    after_7: seven!,
    after_30: thirty!,
    revenue: formatMicros(revenue),
    to_come: formatMicros(come),
    to_come_low: formatMicros(BigInt(Math.round(lowMicros))),
    to_come_high: formatMicros(BigInt(Math.round(highMicros))),
    at_last: formatMicros(revenue + come),
    profit_at_last: lines.every(({ isCostWhole }) => isCostWhole) ? formatMicros(revenue + come - cost) : null,
  };
}
