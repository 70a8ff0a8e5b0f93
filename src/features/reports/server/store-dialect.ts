import type { Stretch } from './engine/zone-offsets.ts';

/** The few expressions in which engines differ; everything else of a report is standard SQL. Instants are stored in UTC without a zone. */
type Dialect = {
  /** Written out, not bound: an engine that knows the times of a question plans it once, and skips what lies outside. */
  instant(at: Date): string;
  localDay(column: string, offsets: readonly Stretch[]): string;
  /** Start of the local hour. Where the clocks go back, both hours of that name are one. */
  localHour(column: string, offsets: readonly Stretch[]): string;
  epochMs(column: string): string;
  /** A part of a `with` that is worked out once, however often it is named. */
  once(name: string, query: string): string;
  /** Is the value of a column among those that the same column has in a small table? */
  isAmong(column: string, table: string): string;
};

const HOUR_MICROS = 3_600_000_000;

const instant: Dialect['instant'] = (at) => `timestamp '${at.toISOString().replace('Z', '')}'`;

/**
 * Microseconds since 1970 of UTC plus the distance that holds then: exact, because a report never leaves the range that the stretches cover.
 * As numbers, because the engine takes twice as long to add to a time.
 */
const localMicros: Dialect['localDay'] = (column, offsets) => {
  const micros = ({ offsetMs }: Stretch): string => String(offsetMs * 1000);
  const cases = offsets.flatMap((one) =>
    one.until ? [`when ${column} < ${instant(one.until)} then ${micros(one)}`] : [],
  );
  const last = micros(offsets.at(-1)!);
  return `(epoch_us(${column}) + ${cases.length > 0 ? `case ${cases.join(' ')} else ${last} end` : last})`;
};

export const duckDb: Dialect = {
  instant,
  localDay: (...args) => `cast(make_timestamp(${localMicros(...args)}) as date)`,
  localHour: (...args) => `make_timestamp(${localMicros(...args)} // ${HOUR_MICROS} * ${HOUR_MICROS})`,
  epochMs: (column) => `epoch_ms(${column})`,
  once: (name, query) => `${name} as materialized (${query})`,
  // as a list, or the engine takes the small table for the greater of the two, and hashes the other
  isAmong: (column, table) => `${column} in (select unnest(list(distinct ${column})) from ${table})`,
};
