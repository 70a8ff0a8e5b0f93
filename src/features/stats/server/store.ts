import { formatMicros } from '../../../platform/money.ts';
import type { Cell, EventStore } from '../../../platform/server/event-store.ts';
import type { Range } from '../../../platform/time.ts';
import type { Metric } from '../contract.ts';
import type { Dimension } from '../dimensions.ts';
import { duckDb } from './store-dialect.ts';
import { zoneOffsets } from './zone-offsets.ts';

/** A question to the event log, as a value. Every screen, call and export asks by one of these. */
export type ReportQuery = {
  /** 0 to 3; none gives the totals. */
  dimensions: readonly Dimension[];
  metrics: readonly Metric[];
  filters: readonly Filter[];
  /** Half-open. */
  range: Range;
  /** IANA zone of `day` and `hour`. */
  zone: string;
  /** Which instant of a conversion counts: its own, or that of its click. */
  timeBasis: 'click' | 'conversion';
  /** Revenue of this currency only. */
  currency: string;
  sort?: Sort;
  limit?: number;
  offset?: number;
};

/** By a sum, by a share of sums (lines without a base come last), or by a dimension. Equal lines stand in the order of their dimensions. */
export type Sort = { order: 'asc' | 'desc' } & (
  | { metric: Metric }
  | { part: Metric; less?: Metric | undefined; whole: readonly Metric[] }
  | { dimension: Dimension }
);

/** `values` are joined by or; null stands for "none", `'any'` for every value but none. */
export type Filter = { dimension: Dimension; values: readonly (string | number | null)[] | 'any' };

/** One line of a report: dimensions by name, then sums. Counts are numbers, revenue is bigint micros, instants are ISO strings. */
export type ReportRow = { dims: Partial<Record<Dimension, string | number | null>>; sums: Record<Metric, bigint> };

export const MAX_GROUPS = 100_000;

const COLUMN: Record<Exclude<Dimension, 'day' | 'hour'>, string> = {
  listicle: 'listicle_id',
  item: 'item_id',
  position: 'position',
  review: 'review_id',
  offer: 'offer_id',
  network: 'network_id',
  source: 'source_id',
  link: 'link_id',
  destination: 'destination_id',
  country: 'country',
  device: 'device',
  os: 'os',
  browser: 'browser',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  status: 'status',
  event_kind: 'event_kind',
};

/** The kinds of events that a sum looks at: the others need not be read at all. */
const typesOf = (metric: Metric): string[] =>
  metric === 'cost' || metric === 'cost_estimated'
    ? ['visit', 'cost']
    : metric === 'cost_confirmed'
      ? ['cost']
      : metric === 'costed'
        ? ['visit']
        : [typeOf(metric)];
const typeOf = (metric: Metric): string => {
  if (metric.endsWith('visits') || metric === 'visit_visitors') return 'visit';
  if (metric.endsWith('views') || metric === 'visitors' || metric === 'last_view_at') return 'view';
  if (metric === 'impressions') return 'impression';
  return metric.endsWith('clicks') ? 'click' : 'conversion';
};

const PERSON = 'not is_bot and not is_internal';
const people = (type: string) => `count(*) filter (where type = '${type}' and ${PERSON})`;
const bots = (type: string) => `count(*) filter (where type = '${type}' and is_bot)`;
const moved = (statuses: string) =>
  `coalesce(sum(delta_count) filter (where type = 'conversion' and status in (${statuses})), 0)`;
/** What came in the currency, and what came in another and has its worth in this one by the rate of its day. */
const money = (statuses: string, currency: string) =>
  `coalesce(sum(case when currency = ${currency} then delta_micros when base_currency = ${currency} then base_micros end)` +
  ` filter (where type = 'conversion' and status in (${statuses})), 0)`;

const inCurrency = (currency: string): string =>
  `case when cost_currency = ${currency} then cost_micros when base_currency = ${currency} then base_micros end`;
const ESTIMATED = `(type = 'visit' or (type = 'cost' and cost_state is distinct from 'confirmed'))`;
const CONFIRMED = `(type = 'cost' and cost_state = 'confirmed')`;
/** What people's arrivals cost. */
const cost = (which: string, currency: string): string =>
  `coalesce(sum(${inCurrency(currency)}) filter (where ${which} and ${PERSON}), 0)`;

/** @param currency the placeholder of the currency */
const metricSql = (metric: Metric, currency: string): string =>
  ({
    visits: people('visit'),
    visit_visitors: `count(distinct visitor) filter (where type = 'visit' and ${PERSON})`,
    bot_visits: bots('visit'),
    views: people('view'),
    visitors: `count(distinct visitor) filter (where type = 'view' and ${PERSON})`,
    bot_views: bots('view'),
    impressions: people('impression'),
    clicks: people('click'),
    bot_clicks: bots('click'),
    conversions: moved("'pending', 'approved'"),
    pending: moved("'pending'"),
    approved: moved("'approved'"),
    rejected: moved("'rejected'"),
    reversed: moved("'reversed'"),
    revenue_expected: money("'pending', 'approved'", currency),
    revenue_confirmed: money("'approved'", currency),
    revenue_pending: money("'pending'", currency),
    revenue_rejected: money("'rejected'", currency),
    revenue_reversed: money("'reversed'", currency),
    cost: cost(`type in ('visit', 'cost')`, currency),
    cost_estimated: cost(ESTIMATED, currency),
    cost_confirmed: cost(CONFIRMED, currency),
    costed: `count(${inCurrency(currency)}) filter (where type = 'visit' and ${PERSON})`,
    last_view_at: `coalesce(max(${duckDb.epochMs('ts')}) filter (where type = 'view' and ${PERSON}), 0)`,
  })[metric];

type Compiled = {
  params: Cell[];
  bind(value: Cell): string;
  dims: string[];
  where: string;
};

/** What all statements of a question share: its dimensions and what counts for it. */
function partsOf(query: Pick<ReportQuery, 'range' | 'zone' | 'filters' | 'timeBasis' | 'dimensions'>): Compiled {
  const params: Cell[] = [];
  const bind = (value: Cell): string => `$${params.push(value)}`;
  const time = query.timeBasis === 'click' ? 'coalesce(click_ts, ts)' : 'ts';
  const stamp = (at: Date): string => duckDb.instant(bind(at.toISOString()));
  const local = (engine: typeof duckDb.localDay): string => engine(time, zoneOffsets(query.range, query.zone), bind);
  const dimensionSql = (dimension: Dimension): string => {
    if (dimension === 'day') return local(duckDb.localDay);
    if (dimension === 'hour') return local(duckDb.localHour);
    return COLUMN[dimension];
  };
  const where = [`${time} >= ${stamp(query.range.from)}`, `${time} < ${stamp(query.range.to)}`];
  for (const filter of query.filters) {
    if (filter.values === 'any') {
      where.push(`${dimensionSql(filter.dimension)} is not null`);
      continue;
    }
    const given = filter.values.filter((value) => value !== null);
    const parts = given.length > 0 ? [`${dimensionSql(filter.dimension)} in (${given.map(bind).join(', ')})`] : [];
    if (given.length < filter.values.length) parts.push(`${dimensionSql(filter.dimension)} is null`);
    where.push(`(${parts.join(' or ') || 'false'})`);
  }
  return { params, bind, dims: query.dimensions.map(dimensionSql), where: where.join(' and ') };
}

function sortSql(sort: Sort | undefined, query: ReportQuery): string {
  if (!sort) return '';
  const place = (metric: Metric): string => `m${query.metrics.indexOf(metric)}`;
  if ('dimension' in sort) return `d${query.dimensions.indexOf(sort.dimension)} ${sort.order} nulls last, `;
  const part = 'part' in sort ? `(${place(sort.part)}${sort.less ? ` - ${place(sort.less)}` : ''})` : '';
  const by =
    'metric' in sort
      ? place(sort.metric)
      : sort.whole.length === 0
        ? part
        : `${part}::double / nullif(${sort.whole.map(place).join(' + ')}, 0)`;
  return by.includes('m-1') ? '' : `${by} ${sort.order} nulls last, `;
}

/** The question in SQL. Lines in which every figure is 0 are left out, so that a page of lines is full. */
export function compileReport(query: ReportQuery): { sql: string; params: Cell[] } {
  const { params, bind, dims, where } = partsOf(query);
  const currency = query.metrics.some((metric) => /^(revenue|cost)/.test(metric)) ? bind(query.currency) : '';
  const sums = query.metrics.map((metric, i) => `${metricSql(metric, currency)} as m${i}`);
  const columns = [...dims.map((one, i) => `${one} as d${i}`), ...sums].join(', ');
  const types = [...new Set(query.metrics.flatMap(typesOf))].map((type) => `'${type}'`).join(', ');
  const from = `from events where type in (${types}) and ${where}`;
  if (dims.length === 0) return { sql: `select ${columns} ${from}`, params };
  const places = dims.map((_, i) => `d${i}`).join(', ');
  const anything = query.metrics.map((_, i) => `m${i} <> 0`).join(' or ');
  const limit = Math.min(query.limit ?? MAX_GROUPS, MAX_GROUPS);
  return {
    sql:
      `select * from (select ${columns} ${from} group by ${dims.map((_, i) => i + 1).join(', ')})` +
      ` where ${anything} order by ${sortSql(query.sort, query)}${places} limit ${limit} offset ${query.offset ?? 0}`,
    params,
  };
}

/** How many lines a question has in all. */
export async function countReport(events: EventStore, query: ReportQuery): Promise<number> {
  const { sort: _sort, limit: _limit, offset: _offset, ...rest } = query;
  const { sql, params } = compileReport(rest);
  const [row] = await events.query<{ n: number }>(`select count(*) as n from (${sql})`, params);
  return row?.n ?? 0;
}

/** Days are `2026-11-21`, hours `2026-11-21 14:00`. */
const dimensionOf = (dimension: Dimension, value: string | number | null | undefined): string | number | null =>
  dimension === 'hour' && typeof value === 'string' ? value.slice(0, 16).replace('T', ' ') : (value ?? null);

/** Asks. @throws AppError unavailable when the event store is gone or too slow */
export async function runReport(events: EventStore, query: ReportQuery): Promise<ReportRow[]> {
  const { sql, params } = compileReport(query);
  const rows = await events.query<Record<string, string | number | null>>(sql, params);
  return rows.map((row) => ({
    dims: Object.fromEntries(query.dimensions.map((dimension, i) => [dimension, dimensionOf(dimension, row[`d${i}`])])),
    sums: Object.fromEntries(query.metrics.map((metric, i) => [metric, BigInt(row[`m${i}`] ?? 0)])) as Record<
      Metric,
      bigint
    >,
  }));
}

/** Money and costs per currency other than `currency` that have no worth in it, in a range. */
export async function runUnconverted(
  events: EventStore,
  query: Pick<ReportQuery, 'range' | 'filters' | 'timeBasis' | 'currency' | 'zone'>,
): Promise<{ currency: string; revenue_expected: string; revenue_confirmed: string; cost: string }[]> {
  const { params, bind, where } = partsOf({ ...query, dimensions: [] });
  const own = bind(query.currency);
  const rows = await events.query<Record<'currency' | 'expected' | 'confirmed' | 'cost', string>>(
    `select coalesce(currency, cost_currency) as currency,` +
      ` coalesce(sum(delta_micros) filter (where status in ('pending', 'approved')), 0) as expected,` +
      ` coalesce(sum(delta_micros) filter (where status = 'approved'), 0) as confirmed,` +
      ` coalesce(sum(cost_micros) filter (where type in ('visit', 'cost') and ${PERSON}), 0) as cost` +
      ` from events where ${where} and type in ('conversion', 'visit', 'cost')` +
      ` and coalesce(currency, cost_currency) <> ${own} and base_currency is distinct from ${own} group by 1 order by 1`,
    params,
  );
  return rows
    .filter((row) => [row.expected, row.confirmed, row.cost].some((sum) => BigInt(sum) !== 0n))
    .map((row) => ({
      currency: row.currency,
      revenue_expected: formatMicros(BigInt(row.expected)),
      revenue_confirmed: formatMicros(BigInt(row.confirmed)),
      cost: formatMicros(BigInt(row.cost)),
    }));
}
