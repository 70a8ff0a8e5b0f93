import type { Cell, EventStore } from '../../../platform/server/event-store.ts';
import type { Range } from '../../../platform/time.ts';
import type { Dimension, Metric } from '../contract.ts';

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
  sort?: { metric: Metric; order: 'asc' | 'desc' };
  limit?: number;
};

/** `values` are joined by or; null stands for "none", `'any'` for every value but none. */
export type Filter = { dimension: Dimension; values: readonly (string | number | null)[] | 'any' };

/** One line of a report: dimensions by name, then sums. Counts are numbers, revenue is bigint micros, instants are ISO strings. */
export type ReportRow = { dims: Partial<Record<Dimension, string | number | null>>; sums: Record<Metric, bigint> };

const MAX_GROUPS = 100_000;

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

const PERSON = 'not is_bot and not is_internal';
const people = (type: string) => `count(*) filter (where type = '${type}' and ${PERSON})`;
const bots = (type: string) => `count(*) filter (where type = '${type}' and is_bot)`;
const moved = (statuses: string) =>
  `coalesce(sum(delta_count) filter (where type = 'conversion' and status in (${statuses})), 0)`;
const money = (statuses: string, currency: string) =>
  `coalesce(sum(delta_micros) filter (where type = 'conversion' and status in (${statuses}) and currency = ${currency}), 0)`;

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
    last_view_at: `coalesce(max(epoch_ms(ts)) filter (where type = 'view' and ${PERSON}), 0)`,
  })[metric];

/** The question in SQL. Instants are stored in UTC without a zone; a local day is the start of the day in the zone. */
export function compileReport(query: ReportQuery): { sql: string; params: Cell[] } {
  const params: Cell[] = [];
  const bind = (value: Cell): string => `$${params.push(value)}`;
  const time = query.timeBasis === 'click' ? 'coalesce(click_ts, ts)' : 'ts';
  const stamp = (at: Date): string => `cast(${bind(at.toISOString().replace('T', ' ').replace('Z', ''))} as timestamp)`;
  const zone = query.dimensions.some((one) => one === 'day' || one === 'hour') ? bind(query.zone) : '';
  const local = `timezone(${zone}, timezone('UTC', ${time}))`;
  const dimensionSql = (dimension: Dimension): string => {
    if (dimension === 'day') return `strftime(${local}, '%Y-%m-%d')`;
    if (dimension === 'hour') return `strftime(${local}, '%Y-%m-%d %H:00')`;
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
  const currency = query.metrics.some((metric) => metric.startsWith('revenue')) ? bind(query.currency) : '';
  const dims = query.dimensions.map((dimension, i) => `${dimensionSql(dimension)} as d${i}`);
  const sums = query.metrics.map((metric, i) => `${metricSql(metric, currency)} as m${i}`);
  const sortBy =
    query.sort && query.metrics.includes(query.sort.metric)
      ? `m${query.metrics.indexOf(query.sort.metric)} ${query.sort.order}, `
      : '';
  const places = query.dimensions.map((_, i) => String(i + 1)).join(', ');
  const sql =
    `select ${[...dims, ...sums].join(', ')} from events where ${where.join(' and ')}` +
    (places
      ? ` group by ${places} order by ${sortBy}${places} limit ${Math.min(query.limit ?? MAX_GROUPS, MAX_GROUPS)}`
      : '');
  return { sql, params };
}

/** Asks. @throws AppError unavailable when the event store is gone or too slow */
export async function runReport(events: EventStore, query: ReportQuery): Promise<ReportRow[]> {
  const { sql, params } = compileReport(query);
  const rows = await events.query<Record<string, string | number | null>>(sql, params);
  return rows.map((row) => ({
    dims: Object.fromEntries(query.dimensions.map((dimension, i) => [dimension, row[`d${i}`] ?? null])),
    sums: Object.fromEntries(query.metrics.map((metric, i) => [metric, BigInt(row[`m${i}`] ?? 0)])) as Record<
      Metric,
      bigint
    >,
  }));
}

/** Expected and confirmed money per currency other than `currency`, in a range. */
export async function runUnconverted(
  events: EventStore,
  query: Pick<ReportQuery, 'range' | 'filters' | 'timeBasis' | 'currency' | 'zone'>,
): Promise<{ currency: string; expected: bigint; confirmed: bigint }[]> {
  const { sql, params } = compileReport({ ...query, dimensions: [], metrics: ['visits'] });
  const where = sql.slice(sql.indexOf(' where '));
  const rows = await events.query<{ currency: string; expected: string; confirmed: string }>(
    `select currency, coalesce(sum(delta_micros) filter (where status in ('pending', 'approved')), 0) as expected,` +
      ` coalesce(sum(delta_micros) filter (where status = 'approved'), 0) as confirmed from events${where}` +
      ` and type = 'conversion' and currency <> $${params.push(query.currency)} group by 1 order by 1`,
    params,
  );
  return rows
    .map((row) => ({ currency: row.currency, expected: BigInt(row.expected), confirmed: BigInt(row.confirmed) }))
    .filter((row) => row.expected !== 0n || row.confirmed !== 0n);
}
