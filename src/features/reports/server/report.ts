import { TZDate } from '@date-fns/tz';
import { subDays } from 'date-fns/subDays';
import { subYears } from 'date-fns/subYears';
import { invalid } from '../../../platform/errors.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { isTimeZone, lastDays, localDayOf, localDays, type Range } from '../../../platform/time.ts';
import type { COMPARISONS, Metric, Totals } from '../../reports/contract.ts';
import { FILTERS, isTime, paramOf, type FilterKeys, type FixedDimension } from '../dimensions-contract.ts';
import { valuesOf } from '../metrics.ts';
import type { Filter, ReportQuery } from './report-query.ts';
import { runTotals } from './store-report.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 730;
const DAY_MS = 86_400_000;

type Asked = {
  days?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  tz?: string | undefined;
};

/** What all parts of one report share. */
export type Frame = Pick<ReportQuery, 'range' | 'zone' | 'currency' | 'filters' | 'timeBasis' | 'said'>;

/** @throws AppError validation_failed naming tz, date_from or date_to */
export function rangeOf(asked: Asked, siteZone: string, now: Date): { range: Range; zone: string } {
  const zone = asked.tz ?? siteZone;
  if (!isTimeZone(zone)) throw invalid('tz', 'is not a time zone such as Europe/Berlin');
  if (asked.date_from === undefined && asked.date_to === undefined)
    return { range: lastDays(asked.days ?? DEFAULT_DAYS, zone, now), zone };
  if (asked.days !== undefined) throw invalid('days', 'cannot stand beside date_from and date_to');
  const first = asked.date_from ?? asked.date_to!;
  const last = asked.date_to ?? localDayOf(now, zone);
  if (last < first) throw invalid('date_to', 'must not lie before date_from');
  const range = localDays(first, last, zone);
  if (range.to.getTime() - range.from.getTime() > (MAX_DAYS + 1) * DAY_MS)
    throw invalid('date_from', `must not lie more than ${MAX_DAYS} days back`);
  return { range, zone };
}

/** Local days are a range of their own. */
const ASKED = [...FILTERS].filter(([, dimension]) => !isTime(dimension)) as [
  Exclude<keyof FilterKeys, 'params'>,
  FixedDimension,
][];

const orNone = <T>(value: T): T | null => (value === '(none)' ? null : value);

/** `(none)` stands for events that carry no such value. */
export const filtersOf = (asked: FilterKeys): Filter[] => [
  ...ASKED.filter(([key]) => asked[key] !== undefined).map(([key, dimension]) => ({
    dimension,
    values: [asked[key]!].flat().map(orNone),
  })),
  ...Object.entries(asked.params ?? {}).map(([alias, word]) => ({ dimension: paramOf(alias), values: [orNone(word)] })),
];

/** What adds up of the funnel that every screen shows. */
const FUNNEL_SUMS = [
  'views',
  'impressions',
  'clicks',
  'conversions',
  'revenue_expected',
  'revenue_confirmed',
] as const satisfies Metric[];
export const FUNNEL = [...FUNNEL_SUMS, 'visitors'] as const;

/** The funnel of one line. */
export const funnelOf = (sums: Record<(typeof FUNNEL)[number], bigint>) =>
  valuesOf(sums, [
    'views',
    'visitors',
    'impressions',
    'clicks',
    'ctr',
    'conversions',
    'cr',
    'revenue_expected',
    'revenue_confirmed',
    'epc',
  ]);

/** What adds up in a totals line. */
export const TOTALS = [...FUNNEL_SUMS, 'visits', 'bot_visits', 'bot_views', 'bot_clicks'] as const satisfies Metric[];

/** Counts and amounts of lines make those of all of them. People do not: whoever came to two is one. */
export const addUp = <M extends Metric>(rows: readonly { sums: Record<M, bigint> }[], metrics: readonly M[]) =>
  Object.fromEntries(
    metrics.map((metric) => [metric, rows.reduce((all, row) => all + row.sums[metric], 0n)]),
  ) as Record<M, bigint>;

type TotalsBeside = Pick<Totals, 'unconverted'> & {
  /** @param rows lines that hold all the rest of the same question */
  ofRows(rows: readonly { sums: Record<(typeof TOTALS)[number], bigint> }[]): Totals;
};

/** @param all what adds up, and people */
const totalsLine = (
  all: Record<(typeof TOTALS)[number] | 'visitors', bigint>,
  unconverted: Totals['unconverted'],
): Totals => ({
  ...funnelOf(all),
  ...valuesOf(all, ['visits', 'bot_visits', 'bot_views', 'bot_clicks', 'rpm']),
  unconverted,
});

/** Asks for what of a totals line does not add up. */
export async function totalsBeside(events: EventStore, frame: Frame): Promise<TotalsBeside> {
  const { sums, unconverted } = await runTotals(events, { ...frame, metrics: ['visitors'] });
  return {
    unconverted,
    ofRows: (rows) => totalsLine({ ...addUp(rows, TOTALS), visitors: sums.visitors }, unconverted),
  };
}

/** The totals line alone. */
export async function totalsOf(events: EventStore, frame: Frame): Promise<Totals> {
  const { sums, unconverted } = await runTotals(events, { ...frame, metrics: [...TOTALS, 'visitors'] });
  return totalsLine(sums, unconverted);
}

/** Each local day of the range, days without events included, oldest first. */
export function daysOf(range: Range, zone: string, now: Date): string[] {
  const days = new Set<string>();
  const end = Math.min(range.to.getTime() - 1, Math.max(now.getTime(), range.from.getTime()));
  for (let at = range.from.getTime(); at <= end; at += 12 * 3_600_000) days.add(localDayOf(at, zone));
  days.add(localDayOf(end, zone));
  return [...days].toSorted();
}

/**
 * The range to hold a range against: as many local days directly before, the same weekdays before, or the same days a year before. What has not happened yet of
 * today is left out of the other side too.
 */
export function comparedRange(
  { from, to }: Range,
  zone: string,
  kind: (typeof COMPARISONS)[number],
  now: Date,
): { range: Range; days: number } | undefined {
  if (kind === 'none') return undefined;
  const local = (at: Date) => new TZDate(at.getTime(), zone);
  const days = Math.round((to.getTime() - from.getTime()) / DAY_MS);
  // as many whole weeks as the days fill, so that a Monday is held against a Monday
  const shift = kind === 'week' ? Math.ceil(days / 7) * 7 : days;
  const back = (at: Date) => new Date((kind === 'year' ? subYears(local(at), 1) : subDays(local(at), shift)).getTime());
  const end = now < to && now > from ? now : to;
  const range = { from: back(from), to: back(end) };
  return { range, days: Math.round((from.getTime() - range.from.getTime()) / DAY_MS) };
}
