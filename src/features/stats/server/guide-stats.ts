import { UTM_KEYS } from '../../sources/contract.ts';
import { guideNames, itemNames } from '../../guides/server/service.ts';
import { BY_GUIDE } from '../../reports/dimensions-contract.ts';
import {
  guideCells,
  type CtrQuery,
  type CtrStats,
  type GuideStats,
  type StatsQuery,
  type UtmReply,
} from '../contract.ts';
import { ratesByPlace } from '../chances/rank-model.ts';
import { partsOf, valueOf, valuesOf } from '../../reports/metrics.ts';
import { comparedRange, type Frame } from '../../reports/server/report.ts';
import { pageStats, trendOf } from './page-stats.ts';
import { runReport, unconvertedByLine } from '../../reports/server/store-report.ts';

import { frameOf, rowsAsked, type Scope } from '../../reports/server/service.ts';

/** What each guide earns, in all and by day. */
export async function guideStats(scope: Scope, query: StatsQuery): Promise<GuideStats> {
  const pages = await guideNames(scope.db);
  const { lines, more, ...told } = await pageStats(scope, { dimension: BY_GUIDE, pages }, query, (frame) =>
    Promise.all([
      // the dearest first: what comes last is worked at alone
      paidOf(scope, frame, query.compare),
      runReport(scope.eventStore, { ...frame, dimensions: [BY_GUIDE, 'day'], metrics: ['views', 'clicks'] }),
    ]),
  );
  const [paid, trends] = more;
  const { totals, before, course, days, said } = told;
  const trendRows = Map.groupBy(trends, (row) => Number(row.dims[BY_GUIDE]));
  const data = lines.map(({ page, head, figures, sums, last_view_at }) => ({
    ...head,
    ...figures,
    rpm: valueOf(sums, 'rpm'),
    trend: trendOf(days, trendRows.get(page.id) ?? []),
    last_view_at,
  }));
  return {
    data: rowsAsked(data, query, 'title'),
    totals,
    before,
    paid,
    series: course.days.map(({ day, views, clicks }) => ({ day, views, clicks })),
    course,
    ...said,
  };
}

const PAID = ['cost', 'profit'] as const;

/** What the readers of a question cost, and what is left of what they brought; the same of the days before. */
async function paidOf(
  { eventStore, clock }: Scope,
  frame: Frame,
  compare: StatsQuery['compare'],
): Promise<GuideStats['paid']> {
  const metrics = [...new Set(PAID.flatMap(partsOf))];
  const ask = async (range: Frame['range']) => {
    const [sums] = await runReport(eventStore, { ...frame, range, dimensions: [], metrics });
    return valuesOf(sums!.sums, PAID);
  };
  const compared = comparedRange(frame.range, frame.zone, compare, clock());
  const [now, before] = await Promise.all([ask(frame.range), compared ? ask(compared.range) : null]);
  return { ...now, before };
}

/** Click-through of each product at each place it had. */
export async function ctrStats(scope: Scope, query: CtrQuery): Promise<CtrStats> {
  const { frame, said } = await frameOf(scope, query);
  const dimensions = [BY_GUIDE, 'item', 'position'] as const;
  const [unconverted, rows] = await Promise.all([
    unconvertedByLine(scope.eventStore, { ...frame, dimensions }),
    runReport(scope.eventStore, {
      ...frame,
      dimensions,
      metrics: ['impressions', 'clicks', 'conversions', 'revenue_expected'],
      sort: { metric: 'clicks', order: 'desc' },
    }),
  ]);
  const [guides, items] = await Promise.all([
    guideNames(
      scope.db,
      rows.flatMap((row) => (row.dims[BY_GUIDE] == null ? [] : [Number(row.dims[BY_GUIDE])])),
    ),
    itemNames(
      scope.db,
      rows.flatMap((row) => (row.dims.item == null ? [] : [Number(row.dims.item)])),
    ),
  ]);
  const titles = new Map(guides.map((guide) => [guide.id, guide.title]));
  const shown = rows.filter((row) => row.dims.item != null && row.dims[BY_GUIDE] != null);
  const rates = ratesByPlace(
    shown.map(({ dims, sums }) => ({
      item: Number(dims.item),
      position: dims.position == null ? null : Number(dims.position),
      impressions: Number(sums.impressions),
      clicks: Number(sums.clicks),
    })),
  );
  const data = shown.map(({ dims, sums }, i) => ({
    ...guideCells(Number(dims[BY_GUIDE]), titles.get(Number(dims[BY_GUIDE])) ?? `Guide ${dims[BY_GUIDE]}`),
    item_id: Number(dims.item),
    item: items.get(Number(dims.item))?.title ?? `Product ${dims.item} (removed)`,
    position: dims.position == null ? null : Number(dims.position),
    impressions: Number(sums.impressions),
    clicks: Number(sums.clicks),
    ctr: valueOf(sums, 'item_ctr'),
    ...rates[i]!,
    ...valuesOf(sums, ['conversions', 'revenue_expected', 'epc']),
    unconverted: unconverted({ dims }),
  }));
  return { data, ...said };
}

/** The 200 most frequent values of each utm parameter over 90 days, for the filters. Arrivals without one are `(none)`. */
export async function utmValues(scope: Scope): Promise<UtmReply> {
  const { frame } = await frameOf(scope, { days: 90 });
  const lists = await Promise.all(
    UTM_KEYS.map(async (dimension) => {
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
  return Object.fromEntries(UTM_KEYS.map((dimension, i) => [dimension, lists[i]!])) as UtmReply;
}
