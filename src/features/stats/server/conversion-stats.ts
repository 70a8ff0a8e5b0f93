import { CONVERSION_STATUSES } from '../../networks/conversion-statuses.ts';
import { fileDays } from '../../../platform/time.ts';
import { formatMicros } from '../../../platform/money.ts';
import { paged, pageFrom } from '../../../platform/paging.ts';
import { countOrphans, eachConversion, listConversions } from '../../conversions/server/service.ts';
import { guideNames } from '../../guides/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { sourceNames } from '../../sources/server/service.ts';
import type { CsvTable } from '../../../platform/server/http/csv.ts';
import { ConversionRow, guideCells, guideIn } from '../contract.ts';
import { LAG_EDGES_S, type ConversionQuery, type ConversionStats } from '../conversion-stats-contract.ts';
import { CONVERSION_COURSE } from '../courses/conversions.ts';
import { courseOf } from './course.ts';
import { frameOf, type Scope } from '../../reports/server/service.ts';

import { runLags } from './store-lags.ts';
import { runTotals } from '../../reports/server/store-report.ts';

const PAGE_SIZE = 20;
const SUMS = [
  ...CONVERSION_STATUSES,
  'revenue_expected',
  'revenue_confirmed',
  'revenue_pending',
  'revenue_reversed',
] as const;

/** The rows from the records, the sums and the chart from the event store, both under the same filters. */
export async function conversionStats(scope: Scope, query: ConversionQuery): Promise<ConversionStats> {
  const page = pageFrom(query, PAGE_SIZE);
  const { frame, said } = await frameOf(scope, query);
  const filters = { ...query, guide_id: guideIn(query), from: frame.range.from, to: frame.range.to };
  const [found, orphans, { sums, unconverted }, course, lags] = await Promise.all([
    listConversions(scope.db, filters, page),
    countOrphans(scope.db, filters),
    runTotals(scope.eventStore, { ...frame, metrics: SUMS }),
    courseOf(scope, frame, query.compare, CONVERSION_COURSE),
    runLags(scope.eventStore, frame),
  ]);
  const by_status = {
    pending: Number(sums.pending),
    approved: Number(sums.approved),
    rejected: Number(sums.rejected),
    reversed: Number(sums.reversed),
  };
  return {
    ...paged(await withNames(scope, found.rows), found.total, page),
    totals: {
      count: by_status.pending + by_status.approved + by_status.rejected + by_status.reversed,
      by_status,
      payout_expected: formatMicros(sums.revenue_expected),
      payout_confirmed: formatMicros(sums.revenue_confirmed),
      payout_pending: formatMicros(sums.revenue_pending),
      reversed: formatMicros(sums.revenue_reversed),
      orphans,
      unconverted,
    },
    lags: LAG_EDGES_S.map((from_s, i) => ({
      from_s,
      to_s: LAG_EDGES_S[i + 1] ?? null,
      conversions: lags.counts[i]!,
    })),
    lag_unknown: lags.unknown,
    chart: course.days.map(({ day, revenue_expected, revenue_confirmed: _confirmed, ...states }) => ({
      date: day,
      ...states,
      payout: revenue_expected,
    })),
    course,
    ...said,
  };
}

/** Every conversion of a question as a file, read as it is taken; all of one moment. */
export async function conversionTable(scope: Scope, query: ConversionQuery, signal: AbortSignal): Promise<CsvTable> {
  const keys = ConversionRow.keyof().options;
  const { frame, said } = await frameOf(scope, query);
  async function* rows() {
    const filters = { ...query, guide_id: guideIn(query), from: frame.range.from, to: frame.range.to };
    const { order } = pageFrom(query, PAGE_SIZE);
    for await (const piece of eachConversion(scope.db, filters, order)) {
      if (signal.aborted) return;
      const named = await withNames(scope, piece);
      yield named.map((row) => [...keys.map((key) => String(row[key] ?? '')), said.currency, said.tz]);
    }
  }
  return { days: fileDays(frame.range, said.tz), head: [...keys, 'currency', 'zone'], rows: rows() };
}

async function withNames(
  scope: Scope,
  rows: Awaited<ReturnType<typeof listConversions>>['rows'],
): Promise<ConversionRow[]> {
  const ids = (pick: (row: (typeof rows)[number]) => number | null) => rows.map(pick).filter((id) => id !== null);
  const [networks, offers, guides, sources] = await Promise.all([
    networksById(
      scope.db,
      ids((row) => row.network_id),
    ),
    offersById(
      scope.db,
      ids((row) => row.offer_id),
    ),
    guideNames(
      scope.db,
      ids((row) => row.guide_id),
    ),
    sourceNames(scope.db),
  ]);
  const guide = new Map(guides.map((one) => [one.id, one.title]));
  return rows.map((row) => ({
    id: String(row.id),
    occurred_at: row.occurred_at,
    received_at: row.received_at,
    click_at: row.click_at,
    event_type: row.event_type,
    status: row.status,
    original_status: row.original_status,
    payout: formatMicros(row.payout_micros),
    payout_currency: row.payout_currency,
    txid: row.txid,
    click_id: row.click_id,
    click_key: row.click_key,
    network_id: row.network_id,
    network: networks.get(row.network_id)?.name ?? `Network ${row.network_id}`,
    offer_id: row.offer_id,
    offer: row.offer_id === null ? null : (offers.get(row.offer_id)?.name ?? `Offer ${row.offer_id}`),
    ...guideCells(row.guide_id, row.guide_id === null ? null : (guide.get(row.guide_id) ?? `Guide ${row.guide_id}`)),
    item_id: row.item_id,
    position: row.position,
    source_id: row.source_id,
    source: row.source_id === null ? null : (sources.get(row.source_id) ?? `Source ${row.source_id}`),
    link_id: row.link_id,
    utm_source: row.utm['utm_source'] ?? null,
    utm_campaign: row.utm['utm_campaign'] ?? null,
    country: row.country,
    device: row.device,
    attribution: row.attribution,
    not_counted: row.not_counted,
    is_at_risk: row.is_at_risk,
    is_test: row.is_test,
  }));
}
