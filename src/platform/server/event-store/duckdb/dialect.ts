import type { Dialect } from '../dialect.ts';

export const duckDbDialect: Dialect = {
  engine: 'duckdb',
  instant: (at) => `timestamp '${at.toISOString().replace('Z', '')}'`,
  epochMs: (time) => `epoch_ms(${time})`,
  epochMicros: (time) => `epoch_us(${time})`,
  timeOf: (micros) => `make_timestamp(${micros})`,
  dayOf: (micros) => `cast(make_timestamp(${micros}) as date)`,
  floorTo: (value, step) => `${value} // ${step} * ${step}`,
  dayText: (time) => `cast(cast(${time} as date) as varchar)`,
  hourOf: (time) => `date_trunc('hour', ${time})`,
  previous: (value, key, order) => `lag(${value}) over (partition by ${key} order by ${order})`,
  text: (value) => `cast(${value} as varchar)`,
  wordOf: (json, name) => `json_extract_string(${json}, '$.${name}')`,
  hash: (text) => `md5_number_upper(${text})`,
  sum: (value, where) => `sum(${value})${where === undefined ? '' : ` filter (where ${where})`}`,
  figure: String,
  once: (name, query) => `${name} as materialized (${query})`,
  // windows over all lines would take a fifth of the time of a question with many
  counted: (lines, aggregates) =>
    `with lines as materialized (${lines}), counts as (select ${aggregates.map((one, i) => `${one} as c${i}`).join(', ')} from lines) select * from lines, counts`,
  tableOf: (name, query) => `create temp table ${name} as ${query}`,
  emptyLike: (table, other) => `create table ${table} as select * from ${other} limit 0`,
  pairs: ({ key, value, isOfText }, pairs) => {
    const list = (of: readonly (string | number)[], type: string): string =>
      `unnest(cast([${of.join(', ')}] as ${type}[]))`;
    const values = list(
      pairs.map(([, one]) => one),
      isOfText ? 'varchar' : 'integer',
    );
    return `(select ${list(
      pairs.map(([one]) => one),
      'integer',
    )} as ${key}, ${values} as ${value})`;
  },
  // as a list, or the engine takes the small table for the greater of the two, and hashes the other
  isAmong: (column, table) => `${column} in (select unnest(list(distinct ${column})) from ${table})`,
};
