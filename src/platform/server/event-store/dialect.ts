import type { Range } from '../../time.ts';

/**
 * The few expressions in which engines differ; all else of a statement is SQL that each of them understands. Instants are stored in UTC
 * without a zone, to the millisecond. A part of an expression is given as SQL and comes back as SQL.
 */
export type Dialect = {
  readonly engine: 'duckdb' | 'clickhouse';
  /** Written out, not bound: an engine that knows the times of a question plans it once, and skips what lies outside. */
  instant(at: Date): string;
  epochMs(time: string): string;
  epochMicros(time: string): string;
  /** The instant of so many microseconds since 1970. */
  timeOf(micros: string): string;
  /** The day of so many microseconds since 1970. */
  dayOf(micros: string): string;
  /** The largest multiple of a step that is not greater; of what lies before 1970, not smaller. */
  floorTo(value: string, step: number): string;
  /** The UTC day of an instant as text, such as 2026-11-26. */
  dayText(time: string): string;
  /** The UTC hour of an instant. */
  hourOf(time: string): string;
  /** What stood in the row before, of rows with the same key; null in the first. */
  previous(value: string, key: string, order: string): string;
  /** Whole numbers, texts and booleans as every engine writes them. */
  text(value: string): string;
  /** The word under a name in a text that is a JSON object of words; null where there is none. The name is written out: letters, digits and strokes only. */
  wordOf(json: string, name: string): string;
  /** The first 64 bits of the MD5 of a text, as an unsigned number. */
  hash(text: string): string;
  /** Exact however much comes together. @param where only of rows for which that holds */
  sum(value: string, where?: string): string;
  /** A whole number as each sum is one, so that both can stand in one column. */
  figure(value: number): string;
  /** A part of a `with` that is worked out once, however often it is named. */
  once(name: string, query: string): string;
  /** Lines, and beside each of them `c0`, `c1`, ...: aggregates over all of them. */
  counted(lines: string, aggregates: readonly string[]): string;
  /** Makes a table of the rows of a query, which whoever made it drops. */
  tableOf(name: string, query: string): string;
  /** Makes a table without rows that has the columns of another. */
  emptyLike(table: string, other: string): string;
  /** A small table of pairs, written out: whole numbers, and numbers or placeholders of texts. */
  pairs(
    as: { key: string; value: string; isOfText: boolean },
    pairs: readonly (readonly [key: number, value: string])[],
  ): string;
  /** Is the value of a column among those that the same column has in a small table? */
  isAmong(column: string, table: string): string;
};

/** Of the instants of a range: the first in, the last out. */
export const within = (dialect: Dialect, time: string, { from, to }: Range): string =>
  `${time} >= ${dialect.instant(from)} and ${time} < ${dialect.instant(to)}`;

/** Notes of the hours of a span. @param of only those with one of some values in one of their columns */
export type Notes = { span: Range; of?: { column: string; values: readonly string[] } };

/** Is a note one of these? */
export const isNoted = (dialect: Dialect, { span, of }: Notes): string => {
  const values = of?.values.map((value) => `'${value}'`).join(', ');
  return `${within(dialect, 'hour', span)}${of ? ` and ${values ? `${of.column} in (${values})` : 'false'}` : ''}`;
};
