import type { Dialect } from '../../../../platform/server/event-store/dialect.ts';
import type { Stretch } from './zone-offsets.ts';

const HOUR_MICROS = 3_600_000_000;

/**
 * Microseconds since 1970 of UTC plus the distance that holds then: exact, because a report never leaves the range that the stretches cover.
 * As numbers, because an engine takes twice as long to add to a time.
 */
function localMicros(dialect: Dialect, time: string, offsets: readonly Stretch[]): string {
  const micros = ({ offsetMs }: Stretch): string => String(offsetMs * 1000);
  const cases = offsets.flatMap((one) =>
    one.until ? [`when ${time} < ${dialect.instant(one.until)} then ${micros(one)}`] : [],
  );
  const last = micros(offsets.at(-1)!);
  return `(${dialect.epochMicros(time)} + ${cases.length > 0 ? `case ${cases.join(' ')} else ${last} end` : last})`;
}

type LocalTime = (dialect: Dialect, time: string, offsets: readonly Stretch[]) => string;

export const localDay: LocalTime = (dialect, time, offsets) => dialect.dayOf(localMicros(dialect, time, offsets));

/** Start of the local hour. Where the clocks go back, both hours of that name are one. */
export const localHour: LocalTime = (dialect, time, offsets) =>
  dialect.timeOf(dialect.floorTo(localMicros(dialect, time, offsets), HOUR_MICROS));
