import { invalid } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { isTimeZone, localDayOf } from '../../../platform/time.ts';
import { getSettings } from '../../settings/server/service.ts';
import type { COMPARISONS, Metric, Totals } from '../contract.ts';
import type { Dimension } from '../dimensions-contract.ts';
import { foundRows, type RowsAsked } from '../../../platform/text/row-order.ts';
import { comparedRange, daysOf, filtersOf, FUNNEL, rangeOf, TOTALS, totalsOf, type Frame } from './report.ts';
import { whatRecordsSay } from './store-records-say.ts';
import { lackingOf } from './store-sums.ts';
import { runReport, streamReport, unconvertedByLine, type ReportRow } from './store-report.ts';

export type Scope = Pick<Deps, 'db' | 'eventStore' | 'clock'>;

/** The frame of a report and what the reply says of it. */
export async function frameOf(
  scope: Scope,
  query: Parameters<typeof rangeOf>[0] &
    Parameters<typeof filtersOf>[0] & { time_basis?: Frame['timeBasis']; dimensions?: readonly Dimension[] },
  timeBasis: Frame['timeBasis'] = query.time_basis ?? 'conversion',
) {
  const settings = await getSettings(scope.db);
  const now = scope.clock();
  const { range, zone } = rangeOf(query, settings.time_zone, now);
  const filters = filtersOf(query);
  const said = await whatRecordsSay(scope.db, [...(query.dimensions ?? []), ...filters.map((one) => one.dimension)]);
  const frame: Frame = { range, zone, currency: settings.currency, filters, said, timeBasis };
  const told = {
    range: { from: range.from.toISOString(), to: range.to.toISOString() },
    tz: zone,
    currency: settings.currency,
    generated_at: now.toISOString(),
  };
  return { frame, said: told, days: daysOf(range, zone, now) };
}

/** The day that it is at the site, or in a zone that was asked for. */
export async function siteDay(
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  asked?: string,
): Promise<{ today: string; tz: string; currency: string }> {
  const { time_zone: zone, currency } = await getSettings(db);
  const tz = asked ?? zone;
  if (!isTimeZone(tz)) throw invalid('tz', 'is not a time zone such as Europe/Berlin');
  return { today: localDayOf(clock(), tz), tz, currency };
}

export const ZERO = Object.fromEntries([...FUNNEL, 'last_view_at'].map((metric) => [metric, 0n])) as Record<
  Metric,
  bigint
>;

/** The rows that were asked for, in the order that was asked for. @param name the column that a search looks through */
export const rowsAsked = <Row extends object>(rows: Row[], asked: RowsAsked, name: keyof Row & string): Row[] =>
  foundRows(
    rows,
    asked,
    (row, column) => row[column as keyof Row] as string | number | null,
    (row) => String(row[name]),
  );

/** Only lines whose subject is known; the totals hold the rest too. */
export const onlyOf = (dimension: Dimension, rows: ReportRow[]): Map<number, Record<Metric, bigint>> =>
  new Map(rows.filter((row) => row.dims[dimension] !== null).map((row) => [Number(row.dims[dimension]), row.sums]));

export const instant = (ms: bigint): string | null => (ms === 0n ? null : new Date(Number(ms)).toISOString());

/** The totals of the days that a report is held against; null unless asked for. */
export async function totalsBefore(
  scope: Scope,
  frame: Frame,
  compare: (typeof COMPARISONS)[number],
): Promise<Totals | null> {
  const compared = comparedRange(frame.range, frame.zone, compare, scope.clock());
  return compared ? totalsOf(scope.eventStore, { ...frame, range: compared.range }) : null;
}

/** What a line of a guide or a review shows, and what the totals are made from. */
export const LINE_OF_PAGE = [...TOTALS, 'visitors', 'last_view_at'] as const;

/** Sums of the last days for some subjects, for the columns of their lists. Those without events are left out; `unconverted` is what of their money lacks a rate, in words. */
export async function sumsBy<M extends Metric>(
  { db, eventStore }: Pick<Deps, 'db' | 'eventStore'>,
  dimension: Dimension,
  { ids, days, now }: { ids: number[]; days: number; now: Date },
  metrics: readonly M[],
): Promise<Map<number, Record<M, bigint> & { unconverted?: string | undefined }>> {
  if (ids.length === 0) return new Map();
  const { frame } = await frameOf({ db, eventStore, clock: () => now }, { days });
  const question = { ...frame, filters: [{ dimension, values: ids }], dimensions: [dimension] };
  const lacking = new Set(metrics.flatMap(lackingOf));
  const [rows, unconverted] = await Promise.all([
    runReport(eventStore, { ...question, metrics }),
    unconvertedByLine(eventStore, question, { isAny: lacking.size > 0, isOfCost: lacking.has('cost') }),
  ]);
  return new Map(
    [...onlyOf(dimension, rows)].map(([id, sums]) => [
      id,
      { ...sums, unconverted: unconverted({ dims: { [dimension]: id } }) },
    ]),
  );
}

/** One figure of every subject that has events in the last days, however many there are: a list is put in order by it. */
export async function figuresBy<M extends Metric, Value>(
  { db, eventStore }: Pick<Deps, 'db' | 'eventStore'>,
  dimension: Dimension,
  { days, now }: { days: number; now: Date },
  metrics: readonly M[],
  valueOf: (sums: Record<M, bigint>) => Value,
): Promise<Map<number, Value>> {
  const { frame } = await frameOf({ db, eventStore, clock: () => now }, { days });
  const question = { ...frame, filters: [{ dimension, values: 'any' as const }], dimensions: [dimension], metrics };
  const values = new Map<number, Value>();
  for await (const rows of streamReport(eventStore, question))
    for (const { dims, sums } of rows) values.set(Number(dims[dimension]), valueOf(sums));
  return values;
}
