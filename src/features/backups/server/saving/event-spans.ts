import { countBy, type EventTable, type Span } from '../event-sums.ts';

const [HOUR_MS, MINUTE_MS] = [3_600_000, 60_000];
/** Of a piece. An hour with more is cut by its minutes, and no minute has many more. */
export const MOST_ROWS = 250_000;

export type Counted = { at: number; stepMs: number; rows: number };
export type MonthOfSpans = Span & { month: string; rows: number; pieces: (Span & { rows: number })[] };

/** Whole steps of one month, from its beginning, as many as come to a piece: what only grows keeps its pieces but the last. */
export function cutMonths(counts: readonly Counted[], mostRows: number): MonthOfSpans[] {
  const months: MonthOfSpans[] = [];
  for (const { at, stepMs, rows } of counts) {
    const [from, to] = [new Date(at), new Date(at + stepMs)];
    const name = from.toISOString().slice(0, 7);
    let month = months.at(-1);
    if (month?.month !== name) {
      const [year, nth] = [from.getUTCFullYear(), from.getUTCMonth()];
      month = {
        month: name,
        rows: 0,
        pieces: [],
        from: new Date(Date.UTC(year, nth)),
        to: new Date(Date.UTC(year, nth + 1)),
      };
      months.push(month);
    }
    month.rows += rows;
    const last = month.pieces.at(-1);
    if (last && last.rows + rows <= mostRows) [last.to, last.rows] = [to, last.rows + rows];
    else month.pieces.push({ from, to, rows });
  }
  return months;
}

/** The rows of a moment in bounded pieces, by the months of their times. */
export async function spansOf(table: EventTable, span?: Span): Promise<MonthOfSpans[]> {
  const counts: Counted[] = [];
  for (const { at, rows } of await countBy(table, HOUR_MS, span)) {
    if (rows <= MOST_ROWS) counts.push({ at, stepMs: HOUR_MS, rows });
    else {
      const hour = { from: new Date(at), to: new Date(at + HOUR_MS) };
      for (const minute of await countBy(table, MINUTE_MS, hour)) counts.push({ ...minute, stepMs: MINUTE_MS });
    }
  }
  return cutMonths(counts, MOST_ROWS);
}
