import { OWED_SQL } from '../../../networks/conversion-statuses.ts';
import type { Dialect } from '../../../../platform/server/event-store/dialect.ts';
import type { Cell } from '../../../../platform/server/event-store/event-store.ts';
import type { Metric } from '../../../reports/contract.ts';
import {
  planReport,
  planTotals,
  planUnconverted,
  type Plan,
  type Slice,
  type Touched,
  type UnconvertedPlan,
} from '../plan.ts';
import type { ReportQuery, Sort } from '../report-query.ts';
import { formulaSql } from './store-formula.ts';
import { knownSql, type Beside } from './store-known.ts';
import {
  behaviourSql,
  binder,
  conversionsSql,
  dimensionColumns,
  dimensionSql,
  peopleSql,
  type Binder,
} from '../store-sources.ts';
import {
  allOf,
  isLatest,
  needsKnownCost,
  OF_SOURCE_DAYS,
  PAID,
  PAID_TYPES,
  PERSON,
  SUMS,
  type EventType,
  type PeopleSum,
  type Sum,
} from '../store-sums.ts';

type Statement = { sql: string; params: Cell[] };

/** Of another currency than one, and without a worth in it. */
const isForeign = (column: string, own: string): string =>
  `${column} <> ${own} and base_currency is distinct from ${own}`;
const sumWhere = ({ dialect }: Binder, value: string, where?: string): string =>
  `coalesce(${dialect.sum(value, where)}, 0)`;
const EXPECTED = `status in (${OWED_SQL})`;
const CONFIRMED = `status = 'approved'`;

/**
 * What lacks a rate into the currency of a question: a sum for a line; for totals, which have a line for each currency that lacks one, the
 * currency, and what that line has of it.
 */
type Lack = { sum: string; currency?: string } & Partial<Record<(typeof AMOUNTS)[number], string>>;
const AMOUNTS = ['expected', 'confirmed', 'cost'] as const;
const lackOfPaid = (to: Binder, own: string, person = ''): Lack => {
  const isLacking = allOf(PAID, isForeign('cost_currency', own), person)!;
  return {
    sum: sumWhere(to, 'cost_micros', isLacking),
    currency: `case when ${isLacking} then cost_currency end`,
    cost: sumWhere(to, 'cost_micros', PAID),
  };
};
const lackOfEarned = (to: Binder, own: string): Lack => ({
  sum: sumWhere(to, 'delta_micros', `${EXPECTED} and ${isForeign('currency', own)}`),
  currency: `case when ${isForeign('currency', own)} then currency end`,
  expected: sumWhere(to, 'delta_micros', EXPECTED),
  confirmed: sumWhere(to, 'delta_micros', CONFIRMED),
});

/** How sums are written. */
type Sums = Partial<Record<Metric, string>>;

const groupBy = (columns: readonly string[]): string =>
  columns.length > 0 ? ` group by ${columns.map((_, i) => i + 1).join(', ')}` : '';

/**
 * One statement for each source of sums; each has all columns, with 0 where a sum comes from elsewhere. Of lines `u` is what lacks a rate.
 * @param areTotals a line for each currency in which anything lacks one, and one of all the rest
 */
function partsSql(
  { query, behaviour, conversion, people, known, unconverted }: Plan,
  to: Binder,
  areTotals = false,
): string[] {
  const { dialect } = to;
  const zero = dialect.figure(0);
  const part = (dims: readonly string[], sums: Sums, from: string, lack: Lack = { sum: zero }) => {
    const figures = query.metrics.map((one, i) => `${sums[one] ?? zero} as m${i}`);
    const columns = areTotals
      ? [
          `${lack.currency ?? 'cast(null as varchar)'} as lacking`,
          ...figures,
          ...AMOUNTS.map((one) => `${lack[one] ?? zero} as ${one}`),
        ]
      : [...dims.map((dim, i) => `${dim} as d${i}`), ...figures, `${lack.sum} as u`];
    const by = areTotals && lack.currency !== undefined ? [lack.currency] : dims;
    return `select ${columns.join(', ')} from ${from}${groupBy(by)}`;
  };
  const dimsOf = (time: string, types: readonly EventType[]) =>
    query.dimensions.map((one) => dimensionSql(dialect, one, time, query, types));
  const sumsOf = (metrics: readonly Metric[], person = '', isOfOneType = false): Sums =>
    Object.fromEntries(
      metrics.map((one) => [
        one,
        (SUMS[one] as Exclude<Sum, PeopleSum>).sql({ dialect, currency, person, isOfOneType }),
      ]),
    );
  const hasMoney = behaviour.some(({ source }) => source.isOfCost) || conversion?.lacks || known;
  const currency = hasMoney ? to.bind(query.currency) : '';
  const parts: string[] = [];
  for (const { sums, lacks, source } of behaviour) {
    // nothing more needs to be asked of rows of people alone
    const person = source.arePersons ? '' : PERSON;
    parts.push(
      part(
        dimsOf('ts', source.types),
        sumsOf(sums, person, source.types.length === 1),
        behaviourSql(source, to),
        lacks ? lackOfPaid(to, currency, person) : undefined,
      ),
    );
  }
  if (conversion) {
    const { from, time } = conversionsSql(conversion.source, to);
    const lack = conversion.lacks ? lackOfEarned(to, currency) : undefined;
    parts.push(part(dimsOf(time, ['conversion']), sumsOf(conversion.sums), from, lack));
  }
  for (const { metric, source } of people)
    for (const { dims, from, count } of peopleSql(source, to)) parts.push(part(dims, { [metric]: count }, from));
  if (known) {
    const { sums, beside, lacks, source } = known;
    const dims = query.dimensions.map((_, i) => `d${i}`);
    const written = sumsOf(beside);
    const besides: Beside[] = [
      ...beside.map((one, i) => {
        const column = OF_SOURCE_DAYS[one];
        return { name: `b${i}`, ...(column ? { column } : { sum: written[one]! }) };
      }),
      ...(lacks.cost ? [{ name: 'lacking_cost', sum: lackOfPaid(to, currency).sum }] : []),
      ...(lacks.revenue ? [{ name: 'lacking_revenue', sum: lackOfEarned(to, currency).sum }] : []),
    ];
    const ofBeside = Object.fromEntries(beside.map((one, i) => [one, sumWhere(to, `b${i}`)]));
    const lacking = besides.slice(beside.length).map(({ name }) => `abs(${sumWhere(to, name)})`);
    const from = knownSql(source, query, currency, besides, to);
    parts.push(part(dims, { ...sumsOf(sums), ...ofBeside }, from, { sum: lacking.join(' + ') || zero }));
  }
  if (unconverted) {
    const { from } = conversionsSql(unconverted.earned, to);
    parts.push(part([], {}, `${from} and ${isForeign('currency', currency)}`, lackOfEarned(to, currency)));
    if (unconverted.paid) {
      const paidFrom = `${behaviourSql(unconverted.paid, to)} and ${isForeign('cost_currency', currency)}`;
      parts.push(part([], {}, paidFrom, lackOfPaid(to, currency)));
    }
  }
  return parts;
}

/** What is counted over all lines. @returns where it stands beside each */
type Count = (aggregate: string) => string;

const sortsSql = (query: ReportQuery, count: Count): string =>
  [query.sort ?? []]
    .flat()
    .map((sort) => sortSql(sort, query, count))
    .join('');

function sortSql(sort: Sort, query: ReportQuery, count: Count): string {
  // of what nobody said the cost there is no figure: it stands with those that have no base
  const told = (metric: Metric): string => {
    const sum = `m${query.metrics.indexOf(metric)}`;
    const known = query.metrics.indexOf('known');
    return needsKnownCost(metric) && known >= 0 ? `case when m${known} <> 0 then ${sum} end` : sum;
  };
  const place = (metric: Metric): string | undefined =>
    query.metrics.includes(metric) ? `(${told(metric)})` : undefined;
  if ('dimension' in sort) return `d${query.dimensions.indexOf(sort.dimension)} ${sort.order} nulls last, `;
  const by =
    'metric' in sort ? place(sort.metric) : 'formula' in sort ? formulaSql(sort.formula, place) : shareSql(sort, place);
  if (by === undefined) return '';
  return `${sort.isOfNamed ? ofNamed(by, query, count) : by} ${sort.order} nulls last, `;
}

/** @returns undefined where the question does not ask for all that the share is made of */
function shareSql(
  { part, less, whole }: Extract<Sort, { part: Metric }>,
  place: (metric: Metric) => string | undefined,
): string | undefined {
  const [above, taken] = [place(part), less && place(less)];
  const base = whole.flatMap((one) => place(one) ?? []);
  if (above === undefined || (less && taken === undefined) || base.length < whole.length) return undefined;
  const left = `(${above}${taken ? ` - ${taken}` : ''})`;
  return whole.length === 0 ? left : `cast(${left} as double precision) / nullif(${base.join(' + ')}, 0)`;
}

/** The figure, or nothing for all lines when only what stands under no name has one. */
function ofNamed(by: string, query: ReportQuery, count: Count): string {
  const isNamed = query.dimensions.map((_, i) => `d${i} is not null`).join(' or ');
  // not by a filter: with one DuckDB 1.5 looks through all lines for each line (measured: 5 s of 200,000)
  return `case when ${count(`count(case when (${isNamed}) and ${by} <> 0 then 1 end)`)} > 0 then ${by} end`;
}

const sumsOfParts = ({ metrics }: ReportQuery): string[] =>
  metrics.map((metric, i) => `${isLatest(metric) ? 'max' : 'sum'}(m${i}) as m${i}`);

/**
 * The question in SQL. Lines in which every figure is 0 and nothing lacks a rate are left out, so that a page of lines is full.
 * @param isCounted each line tells in `total` how many there are without the limit
 */
export function compileReport(
  dialect: Dialect,
  query: ReportQuery,
  touched: Touched,
  { isCounted = false } = {},
): Statement {
  const to = binder(dialect);
  const parts = partsSql(planReport(query, touched), to);
  const places = query.dimensions.map((_, i) => `d${i}`);
  const sums = sumsOfParts(query);
  const group = places.length > 0 ? ` group by ${places.join(', ')}` : '';
  const whole =
    parts.length === 1
      ? parts[0]!
      : `select ${[...places, ...sums, 'sum(abs(u)) as u'].join(', ')} from (${parts.join(' union all ')})${group}`;
  if (places.length === 0) return { sql: whole, params: to.params };
  const anything = query.metrics
    .map((_, i) => `m${i} <> 0`)
    .concat('u <> 0')
    .join(' or ');
  const limit = query.limit === undefined ? '' : ` limit ${query.limit} offset ${query.offset ?? 0}`;
  const lines = `select * from (${whole}) where ${anything}`;
  const counts: string[] = [];
  const count: Count = (aggregate) => `c${counts.push(aggregate) - 1}`;
  const total = isCounted ? `, ${count('count(*)')} as total` : '';
  const order = `order by ${sortsSql(query, count)}${places.join(', ')}`;
  const from = counts.length > 0 ? dialect.counted(lines, counts) : lines;
  return { sql: `select *${total} from (${from}) ${order}${limit}`, params: to.params };
}

/**
 * Totals and what of all money lacks a rate, shown or not: a line for each currency in which anything does, in `lacking`, and one of all
 * that lacks none. The totals are those of all lines. `expected`, `confirmed` and `cost` are of the currency.
 */
export function compileTotals(dialect: Dialect, query: ReportQuery, touched: Touched): Statement {
  const to = binder(dialect);
  const parts = partsSql(planTotals(query, touched), to, true);
  const sums = [...sumsOfParts(query), ...AMOUNTS.map((one) => `sum(${one}) as ${one}`)];
  return {
    sql: `select lacking, ${sums.join(', ')} from (${parts.join(' union all ')}) group by lacking order by lacking`,
    params: to.params,
  };
}

/** Money and costs of other currencies than one that have no worth in it, per currency and what the question is cut by. @param isOfCost false: of a cut by which no cost is known */
export const compileUnconverted = (
  dialect: Dialect,
  slice: Slice & Pick<ReportQuery, 'currency'>,
  touched: Touched,
  isOfCost = true,
): Statement => unconvertedSql(dialect, planUnconverted(slice, touched, isOfCost), slice);

function unconvertedSql(
  dialect: Dialect,
  { earned, paid }: UnconvertedPlan,
  { currency, ...slice }: Slice & Pick<ReportQuery, 'currency'>,
): Statement {
  const to = binder(dialect);
  const { from, time } = conversionsSql(earned, to);
  const dims = (at: string, types: readonly EventType[]) =>
    dimensionColumns(dialect, slice, at, types).map((column) => `, ${column}`);
  const places = slice.dimensions.map((_, i) => `d${i}`);
  const group = [1, ...slice.dimensions.map((_, i) => i + 2)].join(', ');
  const paidFrom = paid && behaviourSql(paid, to);
  const own = to.bind(currency);
  const other = (column: string) => ` and ${isForeign(column, own)} group by ${group}`;
  const names = ['currency', ...places].join(', ');
  return {
    sql:
      `select ${names}, sum(expected) as expected, sum(confirmed) as confirmed, sum(cost) as cost from (` +
      `select currency${dims(time, ['conversion']).join('')}, ${sumWhere(to, 'delta_micros', EXPECTED)} as expected,` +
      ` ${sumWhere(to, 'delta_micros', CONFIRMED)} as confirmed, ${dialect.figure(0)} as cost from ${from}${other('currency')}` +
      (paidFrom
        ? ` union all select cost_currency as currency${dims('ts', PAID_TYPES).join('')}, ${dialect.figure(0)}, ${dialect.figure(0)}, ${sumWhere(to, 'cost_micros', PAID)}` +
          ` from ${paidFrom}${other('cost_currency')}`
        : '') +
      `) group by ${group} order by ${group}`,
    params: to.params,
  };
}
