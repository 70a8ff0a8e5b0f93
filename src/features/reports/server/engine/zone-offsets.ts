import { tzOffset, tzScan } from '@date-fns/tz';
import type { Range } from '../../../../platform/time.ts';

const MINUTE_MS = 60_000;

/** A stretch of time with one distance from UTC. `until` is undefined for the last. */
export type Stretch = { until: Date | undefined; offsetMs: number };

/**
 * How far local time is from UTC over a range: one stretch, and one more for each change of the clocks in it. With these an engine
 * finds local days by adding, which is ten times as fast as its own time zones row by row.
 */
export function zoneOffsets({ from, to }: Range, zone: string): Stretch[] {
  const changes = tzScan(zone, { start: from, end: to }).filter(({ date }) => date > from && date < to);
  const starts = [from, ...changes.map(({ date }) => date)];
  return starts.map((start, i) => ({ until: starts[i + 1], offsetMs: tzOffset(zone, start) * MINUTE_MS }));
}
