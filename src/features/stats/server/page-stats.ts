import type { Metric } from '../../reports/contract.ts';
import type { BY_GUIDE } from '../../reports/dimensions-contract.ts';
import { funnelOf, totalsBeside, type Frame } from '../../reports/server/report.ts';
import {
  frameOf,
  instant,
  LINE_OF_PAGE,
  onlyOf,
  totalsBefore,
  ZERO,
  type Scope,
} from '../../reports/server/service.ts';
import { runReport, unconvertedByLine, type ReportRow } from '../../reports/server/store-report.ts';
import type { StatsQuery } from '../contract.ts';
import { USUAL_OF_PAGES } from '../courses/pages.ts';
import { courseOf } from './course.ts';

type Page = { id: number; title: string; status: string; deleted: boolean };
/** Pages of one kind, and what a report is cut by where each has a line. */
type Pages<P extends Page> = { dimension: typeof BY_GUIDE | 'review'; pages: readonly P[] };

/**
 * What pages of one kind earn: a line for each that is there or has numbers, the most viewed first, and their totals.
 * @param askMore what a screen shows beside that, asked at the same time under the same filters
 */
export async function pageStats<P extends Page, More>(
  scope: Scope,
  { dimension, pages }: Pages<P>,
  { status, compare, course: figure, ...query }: Omit<StatsQuery, 'sortBy'>,
  askMore: (frame: Frame) => Promise<More>,
) {
  const { frame, said, days } = await frameOf(scope, query);
  const asked = pages.filter((page) => !status || page.status === status);
  const own: Frame = {
    ...frame,
    filters: [...frame.filters, { dimension, values: status ? asked.map((page) => page.id) : 'any' }],
  };
  const beside = totalsBeside(scope.eventStore, own);
  const [more, rows, { ofRows }, unconverted, before, course] = await Promise.all([
    askMore(own),
    runReport(scope.eventStore, { ...own, dimensions: [dimension], metrics: LINE_OF_PAGE }),
    beside,
    unconvertedByLine(scope.eventStore, { ...own, dimensions: [dimension] }, { beside }),
    totalsBefore(scope, own, compare),
    courseOf(scope, own, compare, [...USUAL_OF_PAGES, ...(figure ? [figure] : [])]),
  ]);
  const totals = ofRows(rows);
  const sumsOf = onlyOf(dimension, rows);
  const lines = asked
    .filter((page) => !page.deleted || sumsOf.has(page.id))
    .map((page) => {
      const sums: Record<Metric, bigint> = sumsOf.get(page.id) ?? ZERO;
      const { id, title } = page;
      return {
        page,
        sums,
        head: { id, title, status: page.deleted ? 'deleted' : page.status },
        figures: { ...funnelOf(sums), unconverted: unconverted({ dims: { [dimension]: id } }) },
        last_view_at: instant(sums.last_view_at),
      };
    })
    .toSorted((a, b) => b.figures.views - a.figures.views || a.page.id - b.page.id);
  return { lines, totals, before, course, more, days, said };
}

/** Daily views and clicks, days without any included. */
export function trendOf(
  days: readonly string[],
  rows: readonly ReportRow[],
): { day: string; views: number; clicks: number }[] {
  const byDay = new Map(rows.map((row) => [String(row.dims.day), row.sums]));
  return days.map((day) => ({
    day,
    views: Number(byDay.get(day)?.views ?? 0),
    clicks: Number(byDay.get(day)?.clicks ?? 0),
  }));
}
