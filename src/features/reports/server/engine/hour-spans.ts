import type { Range } from '../../../../platform/time.ts';
import { zoneOffsets } from './zone-offsets.ts';

const HOUR_MS = 3_600_000;
/** A statement names no more stretches than that; where hours lie about, all from the first to the last are read as rows. */
const MAX_SPANS = 6;

export const hourFloor = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
export const isHour = (at: Date): boolean => at.getTime() % HOUR_MS === 0;

/** Do local days and hours of a zone begin with UTC hours all over a range? */
export const hasWholeHours = (range: Range, zone: string): boolean =>
  zoneOffsets(range, zone).every((one) => one.offsetMs % HOUR_MS === 0 && (!one.until || isHour(one.until)));

/** Stretches of whole hours that hold all of some hours, oldest first. @param hours when each begins, ms since 1970, ascending */
export function spansOf(hours: readonly number[]): Range[] {
  const spans: [number, number][] = [];
  for (const hour of hours) {
    const last = spans.at(-1);
    if (last && hour <= last[1]) last[1] = Math.max(last[1], hour + HOUR_MS);
    else spans.push([hour, hour + HOUR_MS]);
  }
  const few = spans.length > MAX_SPANS ? [[spans[0]![0], spans.at(-1)![1]] as const] : spans;
  return few.map(([from, to]) => ({ from: new Date(from), to: new Date(to) }));
}

/**
 * Divides a range into what the sums by the hour answer and what its rows must: hours that have changed, and parts of hours at its ends.
 * @param touched begin of each hour that has changed, ms since 1970, ascending
 */
export function splitRange({ from, to }: Range, touched: readonly number[]): { summed: Range[]; rows: Range[] } {
  const [first, end] = [from.getTime(), to.getTime()];
  const cut = new Set(touched.filter((hour) => hour + HOUR_MS > first && hour < end));
  if (!isHour(from)) cut.add(hourFloor(from).getTime());
  if (!isHour(to)) cut.add(hourFloor(to).getTime());
  const rows = spansOf([...cut].toSorted((a, b) => a - b)).map((span) => ({
    from: new Date(Math.max(first, span.from.getTime())),
    to: new Date(Math.min(end, span.to.getTime())),
  }));
  const summed: Range[] = [];
  let at = from;
  for (const span of [...rows, { from: to, to }]) {
    if (at < span.from) summed.push({ from: at, to: span.from });
    at = span.to;
  }
  return { summed, rows };
}
