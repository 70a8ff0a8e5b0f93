import { formatMicros } from '../../../platform/money.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { touchedHours } from '../../events/server/hours.ts';
import type { Metric, Totals } from '../../reports/contract.ts';
import { cutOf, type Dimension } from '../dimensions-contract.ts';
import type { ReportQuery } from './report-query.ts';
import { unconvertedText } from '../unconverted-text.ts';
import { compileReport, compileTotals, compileUnconverted } from './engine/store-compile.ts';
import { isLatest } from './store-sums.ts';

/** One line of a report: dimensions by name, then sums. Counts are numbers, revenue is bigint micros, instants are ISO strings. */
export type ReportRow = { dims: Partial<Record<Dimension, string | number | null>>; sums: Record<Metric, bigint> };

/** Days are `2026-11-21`, hours `2026-11-21 14:00`. */
const dimensionOf = (dimension: Dimension, value: string | number | null | undefined): string | number | null =>
  cutOf(dimension).unit === 'hour' && typeof value === 'string'
    ? value.slice(0, 16).replace('T', ' ')
    : (value ?? null);

type SqlRow = Record<string, string | number | null>;

const rowsOf = ({ dimensions, metrics }: ReportQuery, rows: readonly SqlRow[]): ReportRow[] =>
  rows.map((row) => ({
    dims: Object.fromEntries(dimensions.map((dimension, i) => [dimension, dimensionOf(dimension, row[`d${i}`])])),
    sums: Object.fromEntries(metrics.map((metric, i) => [metric, BigInt(row[`m${i}`] ?? 0)])) as Record<Metric, bigint>,
  }));

/** Asks. @throws AppError unavailable when the event store is gone or too slow */
export async function runReport(events: EventStore, query: ReportQuery): Promise<ReportRow[]> {
  const { sql, params } = compileReport(events.dialect, query, await touchedHours(events));
  return rowsOf(query, await events.query<SqlRow>(sql, params));
}

/** The totals of a question, and what of all money in it lacks a rate. @throws AppError unavailable */
export async function runTotals(
  events: EventStore,
  frame: Omit<ReportQuery, 'dimensions' | 'sort' | 'limit' | 'offset'>,
): Promise<{ sums: ReportRow['sums']; unconverted: Unconverted[] }> {
  const query: ReportQuery = { ...frame, dimensions: [] };
  const { sql, params } = compileTotals(events.dialect, query, await touchedHours(events));
  const rows = await events.query<SqlRow & LackRow>(sql, params);
  const lines = rowsOf(query, rows);
  const total = (metric: Metric): bigint =>
    lines.map(({ sums }) => sums[metric]).reduce(isLatest(metric) ? greatest : added, 0n);
  return {
    sums: Object.fromEntries(query.metrics.map((metric) => [metric, total(metric)])) as ReportRow['sums'],
    unconverted: rows
      .filter((row) => [row.expected, row.confirmed, row.cost].some((sum) => BigInt(sum) !== 0n))
      .flatMap(({ lacking, expected, confirmed, cost }) =>
        lacking === null
          ? []
          : {
              currency: lacking,
              revenue_expected: formatMicros(BigInt(expected)),
              revenue_confirmed: formatMicros(BigInt(confirmed)),
              cost: formatMicros(BigInt(cost)),
            },
      ),
  };
}

const added = (all: bigint, one: bigint): bigint => all + one;
const greatest = (all: bigint, one: bigint): bigint => (one > all ? one : all);

/** Longer than that nobody waits for a screen. */
const WAIT_MS = 30_000;

/** Lines as they come, for a question that may have very many. @param signal default: after 30 s. @throws AppError unavailable */
export async function* streamReport(
  events: EventStore,
  query: ReportQuery,
  signal: AbortSignal = AbortSignal.timeout(WAIT_MS),
): AsyncIterable<ReportRow[]> {
  const { sql, params } = compileReport(events.dialect, query, await touchedHours(events));
  for await (const rows of events.stream<SqlRow>(sql, params, signal)) yield rowsOf(query, rows);
}

/** A page of lines, and how many there are in all. @throws AppError unavailable */
export async function runReportPage(
  events: EventStore,
  query: ReportQuery,
): Promise<{ rows: ReportRow[]; total: number }> {
  const touched = await touchedHours(events);
  const { sql, params } = compileReport(events.dialect, query, touched, { isCounted: true });
  const rows = await events.query<SqlRow>(sql, params);
  if (rows.length > 0 || !query.offset) return { rows: rowsOf(query, rows), total: Number(rows[0]?.['total'] ?? 0) };
  // a page past the end has no line that could tell
  const { sort: _sort, limit: _limit, offset: _offset, ...rest } = query;
  const all = compileReport(events.dialect, rest, touched);
  const [row] = await events.query<{ n: number }>(`select count(*) as n from (${all.sql})`, all.params);
  return { rows: [], total: row?.n ?? 0 };
}

type UnconvertedRow = Record<'currency' | 'expected' | 'confirmed' | 'cost', string>;
type LackRow = Omit<UnconvertedRow, 'currency'> & { lacking: string | null };
type Unconverted = Totals['unconverted'][number];

/** Money and costs per currency other than `currency` that have no worth in it, in a range. */
export const runUnconverted = async (
  events: EventStore,
  query: Omit<Parameters<typeof runTotals>[1], 'metrics'>,
): Promise<Unconverted[]> => (await runTotals(events, { ...query, metrics: [] })).unconverted;

/** What lacks a rate, in words. */
export type UnconvertedOf = (...lines: readonly Pick<ReportRow, 'dims'>[]) => string | undefined;

type Beside = Pick<Totals, 'unconverted'>;
export type LackingAsked = {
  isOfCost?: boolean;
  isCostAlone?: boolean;
  isAny?: boolean;
  beside?: Beside | Promise<Beside>;
};

/**
 * What lacks a rate, in words, by line of a question.
 * @param isOfCost false: of a cut by which no cost is known
 * @param isCostAlone where no revenue is shown
 * @param isAny false: nothing can lack one, and nobody is asked
 * @param beside totals of the same question, which may be on their way: where they say that nothing lacks one, nobody is asked either
 * @returns a look-up by the dimensions of a line, or of several that make one; undefined where all of their money is in the sums
 */
export async function unconvertedByLine(
  events: EventStore,
  query: Pick<ReportQuery, 'range' | 'filters' | 'timeBasis' | 'currency' | 'zone' | 'dimensions' | 'said'>,
  { isOfCost = false, isCostAlone = false, isAny = true, beside }: LackingAsked = {},
): Promise<UnconvertedOf> {
  if (!isAny || (beside && (await beside).unconverted.length === 0)) return () => undefined;
  const { sql, params } = compileUnconverted(events.dialect, query, await touchedHours(events), isOfCost);
  const rows = await events.query<SqlRow & UnconvertedRow>(sql, params);
  const keyOf = (dims: ReportRow['dims']) => JSON.stringify(query.dimensions.map((one) => dims[one] ?? null));
  const byLine = Map.groupBy(rows, (row) => keyOf(rowsOf({ ...query, metrics: [] }, [row])[0]!.dims));
  return (...lines) =>
    unconvertedText(
      lines
        .flatMap(({ dims }) => byLine.get(keyOf(dims)) ?? [])
        .map((row) => ({
          currency: row.currency,
          expected: isCostAlone ? 0n : BigInt(row.expected),
          cost: BigInt(row.cost),
        })),
    );
}
