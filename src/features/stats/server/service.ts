import { formatMicros } from '../../../platform/money.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { guideNames, itemNames } from '../../guides/server/service.ts';
import { getSettings } from '../../settings/server/service.ts';
import type { CtrQuery, CtrStats, ListicleStats, Metric, StatsQuery, Totals, UtmReply } from '../contract.ts';
import type { Dimension } from '../dimensions.ts';
import { ratesByPlace } from '../places.ts';
import * as figures from '../metrics.ts';
import { foundRows, type RowsAsked } from '../row-order.ts';
import * as rules from '../rules.ts';
import {
  addUp,
  comparedRange,
  daysOf,
  filtersOf,
  FUNNEL,
  funnelOf,
  rangeOf,
  TOTALS,
  totalsBeside,
  totalsOf,
  type Frame,
} from './report.ts';
import * as goals from './store-goals.ts';
import * as linkStore from './store-link.ts';
import { runReport, unconvertedByLine, type ReportRow } from './store.ts';
import * as watch from './watch.ts';

export type Scope = Pick<Deps, 'db' | 'eventStore' | 'clock'>;

/** The frame of a report and what the reply says of it. */
export async function frameOf(
  scope: Scope,
  query: Parameters<typeof rangeOf>[0] & Parameters<typeof filtersOf>[0],
  timeBasis: Frame['timeBasis'] = 'conversion',
) {
  const settings = await getSettings(scope.db);
  const now = scope.clock();
  const { range, zone } = rangeOf(query, settings.time_zone, now);
  const frame: Frame = { range, zone, currency: settings.currency, filters: filtersOf(query), timeBasis };
  const said = {
    range: { from: range.from.toISOString(), to: range.to.toISOString() },
    tz: zone,
    currency: settings.currency,
    generated_at: now.toISOString(),
  };
  return { frame, said, days: daysOf(range, zone, now) };
}

export const ZERO = Object.fromEntries([...FUNNEL, 'last_view_at'].map((metric) => [metric, 0n])) as Record<
  Metric,
  bigint
>;

/** The rows that were asked for, in the order that was asked for. @param name the column that a search looks through */
export const rowsAsked = <Row extends object>(rows: Row[], asked: RowsAsked, name: keyof Row & string): Row[] =>
  foundRows(
    rows,
    asked,
    (row, column) => row[column as keyof Row] as string | number | null,
    (row) => String(row[name]),
  );

/** Only lines whose subject is known; the totals hold the rest too. */
export const onlyOf = (dimension: Dimension, rows: ReportRow[]): Map<number, Record<Metric, bigint>> =>
  new Map(rows.filter((row) => row.dims[dimension] !== null).map((row) => [Number(row.dims[dimension]), row.sums]));

/** Daily views and clicks, days without any included. */
export function trendOf(days: string[], rows: ReportRow[]): { day: string; views: number; clicks: number }[] {
  const byDay = new Map(rows.map((row) => [String(row.dims.day), row.sums]));
  return days.map((day) => ({
    day,
    views: Number(byDay.get(day)?.views ?? 0),
    clicks: Number(byDay.get(day)?.clicks ?? 0),
  }));
}

/** The course of all subjects together: counts of events add up, so the rows need not be read again for it. */
function sumByDay(rows: ReportRow[]): ReportRow[] {
  return [...Map.groupBy(rows, (row) => row.dims.day)].map(([day, some]) => ({
    dims: { day: day! },
    sums: { ...ZERO, ...addUp(some, ['views', 'clicks']) },
  }));
}

export const instant = (ms: bigint): string | null => (ms === 0n ? null : new Date(Number(ms)).toISOString());

/** The totals of the days that a report is held against; null unless asked for. */
export async function totalsBefore(scope: Scope, frame: Frame, compare: StatsQuery['compare']): Promise<Totals | null> {
  const compared = comparedRange(frame.range, frame.zone, compare, scope.clock());
  return compared ? totalsOf(scope.eventStore, { ...frame, range: compared.range }) : null;
}

/** What a line of a guide or a review shows, and what the totals are made from. */
export const LINE_OF_PAGE = [...TOTALS, 'visitors', 'last_view_at'] as const;

export async function listicleStats(scope: Scope, { status, compare, ...query }: StatsQuery): Promise<ListicleStats> {
  const { frame, said, days } = await frameOf(scope, query);
  const guides = (await guideNames(scope.db)).filter((guide) => !status || guide.status === status);
  const own: Frame = {
    ...frame,
    filters: [...frame.filters, { dimension: 'listicle', values: status ? guides.map((guide) => guide.id) : 'any' }],
  };
  const [rows, trends, totalsOfRows, before] = await Promise.all([
    runReport(scope.eventStore, { ...own, dimensions: ['listicle'], metrics: LINE_OF_PAGE }),
    runReport(scope.eventStore, { ...own, dimensions: ['listicle', 'day'], metrics: ['views', 'clicks'] }),
    totalsBeside(scope.eventStore, own),
    totalsBefore(scope, own, compare),
  ]);
  const totals = totalsOfRows(rows);
  const unconverted = await unconvertedByLine(
    scope.eventStore,
    { ...own, dimensions: ['listicle'] },
    { isAny: totals.unconverted.length > 0 },
  );
  const sums = onlyOf('listicle', rows);
  const trendRows = Map.groupBy(trends, (row) => Number(row.dims.listicle));
  const data = guides
    .filter((guide) => !guide.deleted || sums.has(guide.id))
    .map((guide) => {
      const line = sums.get(guide.id) ?? ZERO;
      return {
        id: guide.id,
        title: guide.title,
        status: guide.deleted ? 'deleted' : guide.status,
        ...funnelOf(line),
        unconverted: unconverted({ dims: { listicle: guide.id } }),
        rpm: rules.moneyPer(line.revenue_expected, Number(line.views), 1000),
        trend: trendOf(days, trendRows.get(guide.id) ?? []),
        last_view_at: instant(line.last_view_at),
      };
    })
    .toSorted((a, b) => b.views - a.views || a.id - b.id);
  return {
    data: rowsAsked(data, query, 'title'),
    totals,
    before,
    series: trendOf(days, sumByDay(trends)),
    ...said,
  };
}

/** Click-through of each product at each place it had. */
export async function ctrStats(scope: Scope, query: CtrQuery): Promise<CtrStats> {
  const { frame, said } = await frameOf(scope, query);
  const dimensions = ['listicle', 'item', 'position'] as const;
  const unconverted = await unconvertedByLine(scope.eventStore, { ...frame, dimensions });
  const rows = await runReport(scope.eventStore, {
    ...frame,
    dimensions,
    metrics: ['impressions', 'clicks', 'conversions', 'revenue_expected'],
    sort: { metric: 'clicks', order: 'desc' },
  });
  const [guides, items] = await Promise.all([
    guideNames(scope.db),
    itemNames(
      scope.db,
      rows.flatMap((row) => (row.dims.item == null ? [] : [Number(row.dims.item)])),
    ),
  ]);
  const titles = new Map(guides.map((guide) => [guide.id, guide.title]));
  const shown = rows.filter((row) => row.dims.item != null && row.dims.listicle != null);
  const rates = ratesByPlace(
    shown.map(({ dims, sums }) => ({
      item: Number(dims.item),
      position: dims.position == null ? null : Number(dims.position),
      impressions: Number(sums.impressions),
      clicks: Number(sums.clicks),
    })),
  );
  const data = shown.map(({ dims, sums }, i) => ({
    listicle_id: Number(dims.listicle),
    listicle: titles.get(Number(dims.listicle)) ?? `Guide ${dims.listicle}`,
    item_id: Number(dims.item),
    item: items.get(Number(dims.item))?.title ?? `Product ${dims.item} (removed)`,
    position: dims.position == null ? null : Number(dims.position),
    impressions: Number(sums.impressions),
    clicks: Number(sums.clicks),
    ctr: rules.ratioOf(Number(sums.clicks), Number(sums.impressions)),
    ...rates[i]!,
    conversions: Number(sums.conversions),
    revenue_expected: formatMicros(sums.revenue_expected),
    epc: rules.moneyPer(sums.revenue_expected, Number(sums.clicks)),
    unconverted: unconverted({ dims }),
  }));
  return { data, ...said };
}

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** The 200 most frequent values of each utm parameter over 90 days, for the filters. Arrivals without one are `(none)`. */
export async function utmValues(scope: Scope): Promise<UtmReply> {
  const { frame } = await frameOf(scope, { days: 90 });
  const lists = await Promise.all(
    UTM.map(async (dimension) => {
      const rows = await runReport(scope.eventStore, {
        ...frame,
        dimensions: [dimension],
        metrics: ['visits', 'views'],
        sort: { metric: 'visits', order: 'desc' },
        limit: 200,
      });
      return rows
        .filter((row) => row.sums.visits > 0n || row.sums.views > 0n)
        .map((row) => ({ value: String(row.dims[dimension] ?? '(none)'), visits: Number(row.sums.visits) }));
    }),
  );
  return Object.fromEntries(UTM.map((dimension, i) => [dimension, lists[i]!])) as UtmReply;
}

/** Sums of the last days for some subjects, for the columns of their lists. Those without events are left out; `unconverted` is what of their money lacks a rate, in words. */
export async function sumsBy<M extends Metric>(
  { db, eventStore }: Pick<Deps, 'db' | 'eventStore'>,
  dimension: Dimension,
  ids: number[],
  metrics: readonly M[],
  days: number,
  now: Date,
): Promise<Map<number, Record<M, bigint> & { unconverted?: string | undefined }>> {
  if (ids.length === 0) return new Map();
  const { frame } = await frameOf({ db, eventStore, clock: () => now }, { days });
  const question = { ...frame, filters: [{ dimension, values: ids }], dimensions: [dimension] };
  const hasMoney = metrics.some((metric) => metric.startsWith('revenue'));
  const [rows, unconverted] = await Promise.all([
    runReport(eventStore, { ...question, metrics }),
    unconvertedByLine(eventStore, question, { isAny: hasMoney, isOfCost: metrics.some((metric) => metric === 'cost') }),
  ]);
  return new Map(
    [...onlyOf(dimension, rows)].map(([id, sums]) => [
      id,
      { ...sums, unconverted: unconverted({ dims: { [dimension]: id } }) },
    ]),
  );
}

export const moneyPer = rules.moneyPer;
export const valueOf = figures.valueOf;

export const goalNumbers = goals.goalNumbers;
export const lastVisits = linkStore.lastVisits;

export const watchNumbers = watch.watchNumbers;
