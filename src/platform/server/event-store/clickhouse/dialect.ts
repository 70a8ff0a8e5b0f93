import type { Dialect } from '../dialect.ts';

const stamp = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '');

/** Read in the documentation of ClickHouse 26 and proved by the conformance suite on 26.7, 2026-11-26. */
export const clickHouseDialect: Dialect = {
  engine: 'clickhouse',
  // a cast to a timestamp loses the milliseconds
  instant: (at) => `toDateTime64('${stamp(at)}', 3, 'UTC')`,
  epochMs: (time) => `toUnixTimestamp64Milli(${time})`,
  epochMicros: (time) => `(toUnixTimestamp64Milli(${time}) * 1000)`,
  timeOf: (micros) => `fromUnixTimestamp64Micro(${micros}, 'UTC')`,
  dayOf: (micros) => `toDate32(fromUnixTimestamp64Micro(${micros}, 'UTC'))`,
  // two strokes begin a comment here
  floorTo: (value, step) => `intDiv(${value}, ${step}) * ${step}`,
  dayText: (time) => `toString(toDate32(${time}))`,
  hourOf: (time) => `toStartOfHour(${time})`,
  // of a column that is never null the one before the first would be 1970
  previous: (value, key, order) =>
    `lagInFrame(toNullable(${value})) over (partition by ${key} order by ${order} rows between unbounded preceding and current row)`,
  text: (value) => `toString(${value})`,
  wordOf: (json, name) => `JSONExtract(ifNull(${json}, ''), '${name}', 'Nullable(String)')`,
  hash: (text) => `reinterpretAsUInt64(substring(MD5(${text}), 1, 8))`,
  // the sum of 64-bit integers is one of these, and wraps
  sum: (value, where) => `sum(toInt128(${value}))${where === undefined ? '' : ` filter (where ${where})`}`,
  // a small number beside a wide one would make a column of variants
  figure: (value) => `toInt128(${value})`,
  once: (name, query) => `${name} as (${query})`,
  // what is named twice is worked out twice
  counted: (lines, aggregates) =>
    `select *, ${aggregates.map((one, i) => `${one} over () as c${i}`).join(', ')} from (${lines})`,
  tableOf: (name, query) => `create table ${name} engine = MergeTree order by tuple() as ${query}`,
  emptyLike: (table, other) => `create table ${table} as ${other}`,
  pairs: ({ key, value, isOfText }, pairs) => {
    const list = (of: readonly (string | number)[], type: string): string =>
      `cast([${of.join(', ')}] as Array(${type}))`;
    const [keys, values] = [
      list(
        pairs.map(([one]) => one),
        'Int32',
      ),
      list(
        pairs.map(([, one]) => one),
        isOfText ? 'String' : 'Int32',
      ),
    ];
    return `(select pair.1 as ${key}, pair.2 as ${value} from (select arrayJoin(arrayZip(${keys}, ${values})) as pair))`;
  },
  isAmong: (column, table) => `${column} in (select ${column} from ${table})`,
};
