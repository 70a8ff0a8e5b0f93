import type { Cell } from '../../../platform/server/event-store.ts';
import type { Metric } from '../contract.ts';
import { costlessOf } from '../dimensions.ts';
import { MAX_GROUPS, type ReportQuery, type Sort } from './report-query.ts';
import { knownSource } from './store-known.ts';
import {
  familyOf,
  isOfCost,
  isOfPersons,
  metricSql,
  neededColumns,
  PERSON,
  typesOf,
  type Additive,
  type Family,
} from './store-metrics.ts';
import {
  behaviourFrom,
  binder,
  conversionsFrom,
  dimensionSql,
  peopleParts,
  type Binder,
  type Frame,
  type Touched,
} from './store-plan.ts';

type Statement = { sql: string; params: Cell[] };

const sortsSql = (query: ReportQuery): string =>
  [query.sort ?? []]
    .flat()
    .map((sort) => sortSql(sort, query))
    .join('');

function sortSql(sort: Sort, query: ReportQuery): string {
  // of what nobody said the cost there is no figure: it stands with those that have no base
  const told = (metric: Metric): string => {
    const sum = `m${query.metrics.indexOf(metric)}`;
    const known = query.metrics.indexOf('known');
    return (metric.startsWith('known_') || isOfCost(metric)) && known >= 0
      ? `case when m${known} <> 0 then ${sum} end`
      : sum;
  };
  const place = (metric: Metric): string => (query.metrics.includes(metric) ? `(${told(metric)})` : 'm-1');
  if ('dimension' in sort) return `d${query.dimensions.indexOf(sort.dimension)} ${sort.order} nulls last, `;
  const part = 'part' in sort ? `(${place(sort.part)}${sort.less ? ` - ${place(sort.less)}` : ''})` : '';
  const by =
    'metric' in sort
      ? place(sort.metric)
      : sort.whole.length === 0
        ? part
        : `${part}::double / nullif(${sort.whole.map(place).join(' + ')}, 0)`;
  if (by.includes('m-1')) return '';
  return `${sort.isOfNamed ? ofNamed(by, query) : by} ${sort.order} nulls last, `;
}

/** The figure, or nothing for all lines when only what stands under no name has one. */
function ofNamed(by: string, query: ReportQuery): string {
  const isNamed = query.dimensions.map((_, i) => `d${i} is not null`).join(' or ');
  return isNamed && `case when count(*) filter (where (${isNamed}) and ${by} <> 0) over () > 0 then ${by} end`;
}

/** Of another currency than one, and without a worth in it. */
const isForeign = (column: string, own: string): string =>
  `${column} <> ${own} and base_currency is distinct from ${own}`;
const sumWhere = (sum: string, where: string): string => `coalesce(sum(${sum}) filter (where ${where}), 0)`;
const EXPECTED = `status in ('pending', 'approved')`;
const PAID = `type in ('visit', 'cost')`;

/** Whether what a question asks for may lack rates: of what came in, of what was paid. */
function lackingOf({ metrics, dimensions, filters }: ReportQuery): { revenue: boolean; cost: boolean } {
  const isOfBoth = metrics.some((metric) => metric.startsWith('known_'));
  const costless = costlessOf([...dimensions, ...filters.map((filter) => filter.dimension)]);
  return {
    revenue: isOfBoth || metrics.some((metric) => metric.startsWith('revenue')),
    cost: costless === undefined && (isOfBoth || metrics.some(isOfCost)),
  };
}

/** One statement for each source of sums; each has all columns, with 0 where a sum comes from elsewhere. `u` is what lacks a rate. */
function partsOf(query: ReportQuery, touched: Touched, to: Binder): string[] {
  const own = (family: Family) => query.metrics.filter((metric) => familyOf(metric) === family);
  const part = (dims: readonly string[], sumOf: (metric: Metric) => string, from: string, lacking = '0'): string => {
    const columns = [
      ...dims.map((dim, i) => `${dim} as d${i}`),
      ...query.metrics.map((one, i) => `${sumOf(one)} as m${i}`),
      `${lacking} as u`,
    ];
    const group = dims.length > 0 ? ` group by ${dims.map((_, i) => i + 1).join(', ')}` : '';
    return `select ${columns.join(', ')} from ${from}${group}`;
  };
  const dimsOf = (time: string) => query.dimensions.map((one) => dimensionSql(one, time, query));
  const parts: string[] = [];
  const [behaviour, conversions] = [own('behaviour'), own('conversion')];
  const lacks = lackingOf(query);
  const hasMoney = lacks.revenue || lacks.cost || behaviour.some(isOfCost);
  const currency = hasMoney ? to.bind(query.currency) : '';
  const arePersons = behaviour.every(isOfPersons);
  const sum = (some: readonly Metric[]) => (metric: Metric) =>
    some.includes(metric) ? metricSql(metric as Additive, currency, arePersons) : '0';
  if (behaviour.length > 0 || lacks.cost) {
    const wanted = {
      types: [...new Set([...behaviour.flatMap(typesOf), ...(lacks.cost ? typesOf('cost') : [])])],
      columns: behaviour.flatMap(neededColumns),
      isOfCost: lacks.cost || behaviour.some(isOfCost),
      isOfLast: behaviour.includes('last_view_at'),
      arePersons,
    };
    const person = arePersons ? '' : ` and ${PERSON}`;
    const lacking = sumWhere('cost_micros', `${PAID} and ${isForeign('cost_currency', currency)}${person}`);
    const from = behaviourFrom(query, wanted, touched, to);
    parts.push(part(dimsOf('ts'), sum(behaviour), from, lacks.cost ? lacking : '0'));
  }
  if (conversions.length > 0 || lacks.revenue) {
    const { from, time } = conversionsFrom(query, touched, to);
    const lacking = sumWhere('delta_micros', `${EXPECTED} and ${isForeign('currency', currency)}`);
    parts.push(part(dimsOf(time), sum(conversions), from, lacks.revenue ? lacking : '0'));
  }
  for (const metric of own('people'))
    for (const { dims, from } of peopleParts(query, metric, touched, to)) {
      const people = from.startsWith('hours.') ? 'coalesce(sum(count), 0)' : 'count(*)';
      parts.push(part(dims, (other) => (other === metric ? people : '0'), from));
    }
  const known = own('known');
  if (known.length > 0)
    parts.push(
      part(
        query.dimensions.map((_, i) => `d${i}`),
        (metric) => (known.includes(metric) ? `coalesce(sum(${metric}), 0)` : '0'),
        knownSource(query, touched, to),
      ),
    );
  return parts;
}

/**
 * The question in SQL. Lines in which every figure is 0 and nothing lacks a rate are left out, so that a page of lines is full.
 * @param touched the hours that must be answered from rows
 * @param isWhole however many lines there are
 * @param isCounted each line tells in `total` how many there are without the limit
 */
export function compileReport(
  query: ReportQuery,
  touched: Touched,
  { isCounted = false, isWhole = false } = {},
): Statement {
  const to = binder();
  const parts = partsOf(query, touched, to);
  const places = query.dimensions.map((_, i) => `d${i}`);
  const sums = query.metrics.map((metric, i) => `${metric === 'last_view_at' ? 'max' : 'sum'}(m${i}) as m${i}`);
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
  const limit = isWhole ? '' : ` limit ${Math.min(query.limit ?? MAX_GROUPS, MAX_GROUPS)} offset ${query.offset ?? 0}`;
  return {
    sql: `select *${isCounted ? ', count(*) over () as total' : ''} from (${whole}) where ${anything} order by ${sortsSql(query)}${places.join(', ')}${limit}`,
    params: to.params,
  };
}

/** Money and costs of other currencies than one that have no worth in it, per currency and what the question is cut by. @param isOfCost false: of a cut by which no cost is known */
export function compileUnconverted(
  frame: Frame & Pick<ReportQuery, 'currency'>,
  touched: Touched,
  isOfCost = true,
): Statement {
  const to = binder();
  const { from, time } = conversionsFrom(frame, touched, to);
  const dims = (at: string) => frame.dimensions.map((one, i) => `, ${dimensionSql(one, at, frame)} as d${i}`).join('');
  const places = frame.dimensions.map((_, i) => `d${i}`);
  const group = [1, ...frame.dimensions.map((_, i) => i + 2)].join(', ');
  const looked = { types: ['visit', 'cost'], isOfCost: true, isOfLast: false, arePersons: true } as const;
  const paid = isOfCost ? behaviourFrom(frame, looked, touched, to) : '';
  const own = to.bind(frame.currency);
  const other = (column: string) => ` and ${isForeign(column, own)} group by ${group}`;
  const names = ['currency', ...places].join(', ');
  return {
    sql:
      `select ${names}, sum(expected) as expected, sum(confirmed) as confirmed, sum(cost) as cost from (` +
      `select currency${dims(time)}, ${sumWhere('delta_micros', EXPECTED)} as expected,` +
      ` ${sumWhere('delta_micros', `status = 'approved'`)} as confirmed, 0 as cost from ${from}${other('currency')}` +
      (isOfCost
        ? ` union all select cost_currency as currency${dims('ts')}, 0, 0, ${sumWhere('cost_micros', PAID)}` +
          ` from ${paid}${other('cost_currency')}`
        : '') +
      `) group by ${group} order by ${group}`,
    params: to.params,
  };
}
