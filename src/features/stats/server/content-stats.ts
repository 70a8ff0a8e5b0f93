import { reviewNames } from '../../reviews/server/service.ts';
import { CTA_PLACES, READ_DEPTHS } from '../../events/contract.ts';
import type { ContentQuery, ContentStats, Reading } from '../contract.ts';
import { valueOf } from '../../reports/metrics.ts';
import { ratioOf } from '../../reports/rules.ts';
import { rowsAsked, type Scope } from '../../reports/server/service.ts';
import { runReport, type ReportRow } from '../../reports/server/store-report.ts';
import { pageStats } from './page-stats.ts';

/** What each review earns, how far it is read, and which of its buttons lead on. */
export async function contentStats(scope: Scope, query: ContentQuery): Promise<ContentStats> {
  const pages = await reviewNames(scope.db);
  const {
    lines,
    more: parts,
    totals,
    before,
    course,
    said,
  } = await pageStats(scope, { dimension: 'review', pages }, query, (frame) =>
    runReport(scope.eventStore, { ...frame, dimensions: ['review', 'place', 'depth'], metrics: PARTS }),
  );
  const partsOf = Map.groupBy(parts, (row) => Number(row.dims.review));
  const data = lines.map(({ page, head: { id, title, status }, figures, last_view_at }) => ({
    id,
    title,
    slug: page.slug,
    status,
    ...figures,
    ...readingOf(figures.views, partsOf.get(id) ?? []),
    last_view_at,
  }));
  return {
    data: rowsAsked(data, query, 'title'),
    totals: { ...totals, ...readingOf(totals.views, parts) },
    before,
    series: course.days.map(({ day, views, clicks }) => ({ day, views, clicks })),
    course,
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
