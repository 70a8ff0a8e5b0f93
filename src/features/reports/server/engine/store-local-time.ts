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

const DAY_MICROS = 24 * HOUR_MICROS;

/** 1 = Monday, to 7. The first day of all, in 1970, was a Thursday. */
export const localWeekday: LocalTime = (dialect, time, offsets) => {
  const days = `${dialect.floorTo(localMicros(dialect, time, offsets), DAY_MICROS)} / ${DAY_MICROS}`;
  return `cast((${days} + 3) % 7 + 1 as integer)`;
};

/** 0 to 23. */
export const localHourOfDay: LocalTime = (dialect, time, offsets) =>
  `cast((${dialect.floorTo(localMicros(dialect, time, offsets), HOUR_MICROS)} / ${HOUR_MICROS}) % 24 as integer)`;
