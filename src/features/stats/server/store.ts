import { formatMicros } from '../../../platform/money.ts';
import type { EventStore } from '../../../platform/server/event-store.ts';
import { touchedHours } from '../../events/server/service.ts';
import type { Metric } from '../contract.ts';
import type { Dimension } from '../dimensions.ts';
import type { ReportQuery } from './report-query.ts';
import { compileReport, compileUnconverted } from './store-plan.ts';

/** One line of a report: dimensions by name, then sums. Counts are numbers, revenue is bigint micros, instants are ISO strings. */
export type ReportRow = { dims: Partial<Record<Dimension, string | number | null>>; sums: Record<Metric, bigint> };

/** How many lines a question has in all. */
export async function countReport(events: EventStore, query: ReportQuery): Promise<number> {
  const { sort: _sort, limit: _limit, offset: _offset, ...rest } = query;
  const { sql, params } = compileReport(rest, await touchedHours(events));
  const [row] = await events.query<{ n: number }>(`select count(*) as n from (${sql})`, params);
  return row?.n ?? 0;
}

/** Days are `2026-11-21`, hours `2026-11-21 14:00`. */
const dimensionOf = (dimension: Dimension, value: string | number | null | undefined): string | number | null =>
  dimension === 'hour' && typeof value === 'string' ? value.slice(0, 16).replace('T', ' ') : (value ?? null);

/** Asks. @throws AppError unavailable when the event store is gone or too slow */
export async function runReport(events: EventStore, query: ReportQuery): Promise<ReportRow[]> {
  const { sql, params } = compileReport(query, await touchedHours(events));
  const rows = await events.query<Record<string, string | number | null>>(sql, params);
  return rows.map((row) => ({
    dims: Object.fromEntries(query.dimensions.map((dimension, i) => [dimension, dimensionOf(dimension, row[`d${i}`])])),
    sums: Object.fromEntries(query.metrics.map((metric, i) => [metric, BigInt(row[`m${i}`] ?? 0)])) as Record<
      Metric,
      bigint
    >,
  }));
}

/** Money and costs per currency other than `currency` that have no worth in it, in a range. */
export async function runUnconverted(
  events: EventStore,
  query: Pick<ReportQuery, 'range' | 'filters' | 'timeBasis' | 'currency' | 'zone'>,
): Promise<{ currency: string; revenue_expected: string; revenue_confirmed: string; cost: string }[]> {
  const { sql, params } = compileUnconverted(query, await touchedHours(events));
  const rows = await events.query<Record<'currency' | 'expected' | 'confirmed' | 'cost', string>>(sql, params);
  return rows
    .filter((row) => [row.expected, row.confirmed, row.cost].some((sum) => BigInt(sum) !== 0n))
    .map((row) => ({
      currency: row.currency,
      revenue_expected: formatMicros(BigInt(row.expected)),
      revenue_confirmed: formatMicros(BigInt(row.confirmed)),
      cost: formatMicros(BigInt(row.cost)),
    }));
}
