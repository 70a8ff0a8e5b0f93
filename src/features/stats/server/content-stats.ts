import { reviewNames } from '../../reviews/server/service.ts';
import { CTA_PLACES, READ_DEPTHS } from '../../events/contract.ts';
import type { ContentQuery, ContentStats, Reading } from '../contract.ts';
import { valueOf } from '../../reports/metrics.ts';
import { ratioOf } from '../../reports/rules.ts';
import { funnelOf, totalsBeside, type Frame } from '../../reports/server/report.ts';
import {
  frameOf,
  instant,
  LINE_OF_PAGE,
  onlyOf,
  rowsAsked,
  totalsBefore,
  ZERO,
  type Scope,
} from '../../reports/server/service.ts';
import { trendOf } from './guide-stats.ts';
import { runReport, unconvertedByLine, type ReportRow } from '../../reports/server/store-report.ts';

/** What each review earns, how far it is read, and which of its buttons lead on. */
export async function contentStats(scope: Scope, { status, compare, ...query }: ContentQuery): Promise<ContentStats> {
  const { frame, said, days } = await frameOf(scope, query);
  const reviews = (await reviewNames(scope.db)).filter((review) => !status || review.status === status);
  const own: Frame = {
    ...frame,
    filters: [...frame.filters, { dimension: 'review', values: status ? reviews.map((review) => review.id) : 'any' }],
  };
  const [rows, parts, series, totalsOf, before] = await Promise.all([
    runReport(scope.eventStore, { ...own, dimensions: ['review'], metrics: LINE_OF_PAGE }),
    runReport(scope.eventStore, { ...own, dimensions: ['review', 'place', 'depth'], metrics: PARTS }),
    runReport(scope.eventStore, { ...own, dimensions: ['day'], metrics: ['views', 'clicks'] }),
    totalsBeside(scope.eventStore, own),
    totalsBefore(scope, own, compare),
  ]);
  const totals = totalsOf(rows);
  const unconverted = await unconvertedByLine(
    scope.eventStore,
    { ...own, dimensions: ['review'] },
    { isAny: totals.unconverted.length > 0 },
  );
  const sums = onlyOf('review', rows);
  const partsOf = Map.groupBy(parts, (row) => Number(row.dims.review));
  const data = reviews
    .filter((review) => !review.deleted || sums.has(review.id))
    .map((review) => {
      const line = sums.get(review.id) ?? ZERO;
      const funnel = funnelOf(line);
      return {
        id: review.id,
        title: review.title,
        slug: review.slug,
        status: review.deleted ? 'deleted' : review.status,
        ...funnel,
        unconverted: unconverted({ dims: { review: review.id } }),
        ...readingOf(funnel.views, partsOf.get(review.id) ?? []),
        last_view_at: instant(line.last_view_at),
      };
    })
    .toSorted((a, b) => b.views - a.views || a.id - b.id);
  return {
    data: rowsAsked(data, query, 'title'),
    totals: { ...totals, ...readingOf(totals.views, parts) },
    before,
    series: trendOf(days, series),
    ...said,
  };
}

const PARTS = ['reads', 'cta_views', 'clicks'] as const;

/** Each thing is counted once a view, so the parts of several reviews add up. */
function readingOf(views: number, parts: readonly ReportRow[]): Reading {
  const sum = (metric: (typeof PARTS)[number], isWanted: (row: ReportRow) => boolean = () => true): bigint =>
    parts.filter(isWanted).reduce((all, row) => all + row.sums[metric], 0n);
  const clicksAt = (place: string | null) => Number(sum('clicks', ({ dims }) => (dims.place ?? null) === place));
  const share = (depth: number) => ratioOf(Number(sum('reads', ({ dims }) => dims.depth === depth)), views);
  const sums = { review_views: BigInt(views), reads: sum('reads'), cta_views: sum('cta_views') };
  return {
    read_depth: valueOf(sums, 'read_depth'),
    read_half: share(READ_DEPTHS[1]),
    read_to_end: share(READ_DEPTHS[3]),
    cta_seen: valueOf(sums, 'cta_seen'),
    clicks_verdict: clicksAt(CTA_PLACES[0]),
    clicks_sticky: clicksAt(CTA_PLACES[1]),
    clicks_end: clicksAt(CTA_PLACES[2]),
    clicks_other: clicksAt(null),
  };
}
