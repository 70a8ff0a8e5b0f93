import { formatMicros } from '../../../platform/money.ts';
import { localDays } from '../../../platform/time.ts';
import { uncountedMoney } from '../../conversions/server/service.ts';
import { guideNames } from '../../guides/server/service.ts';
import type { Metric } from '../../reports/contract.ts';
import { BY_GUIDE, costlessOf, cutOf, type Dimension } from '../../reports/dimensions-contract.ts';
import { valuesOf } from '../../reports/metrics.ts';
import { guideIn } from '../contract.ts';
import type { WhyQuery, WhyReply } from '../why-contract.ts';
import { labelsOf } from '../../reports/server/labels.ts';
import type { Filter } from '../../reports/server/report-query.ts';
import type { Frame } from '../../reports/server/report.ts';
import { frameOf, type Scope } from '../../reports/server/service.ts';

import { runReport, runTotals } from '../../reports/server/store-report.ts';

const MONEY = [
  'views',
  'clicks',
  'conversions',
  'approved',
  'pending',
  'rejected',
  'reversed',
  'revenue_expected',
  'revenue_confirmed',
  'revenue_pending',
  'revenue_rejected',
  'revenue_reversed',
] as const satisfies Metric[];
const COST = [
  'revenue_expected',
  'cost',
  'cost_estimated',
  'cost_confirmed',
  'known',
  'known_expected',
  'known_confirmed',
  'known_cost',
  'unknown_days',
] as const satisfies Metric[];
const SOURCES = 10;

/** What a total of money is made of, and what is not in it: asked of the same engine under the same filters as the total. */
export async function explainTotal(scope: Scope, query: WhyQuery): Promise<WhyReply> {
  const { frame, said } = await frameOf(scope, query);
  const range = query.day ? localDays(query.day, query.day, frame.zone) : frame.range;
  const own: Frame = { ...frame, range, filters: [...frame.filters, ...(await pagesOf(scope, query))] };
  const ask = (metrics: readonly Metric[], dimensions: Dimension[] = [], filters: Filter[] = []) =>
    runReport(scope.eventStore, { ...own, filters: [...own.filters, ...filters], dimensions, metrics });
  const dimensions = own.filters.map((filter) => filter.dimension);
  const isAllTold = !dimensions.some((one) => cutOf(one).isUnknownWithoutClick);
  const [{ sums, unconverted }, takenBack, cost, uncounted] = await Promise.all([
    runTotals(scope.eventStore, { ...own, metrics: MONEY }),
    ask(['revenue_expected'], [], [{ dimension: 'event_kind', values: ['refund', 'chargeback'] }]),
    costlessOf(dimensions) ? null : costOf(scope, ask),
    isAllTold
      ? uncountedMoney(
          scope.db,
          { ...query, guide_id: guideIn(query), ...range, time_basis: query.time_basis },
          query.about === 'guides',
        )
      : [],
  ]);
  const state = (status: 'rejected' | 'reversed'): WhyReply['left_out'][number] => ({
    reason: status,
    count: Number(sums[status]),
    amounts: [{ currency: frame.currency, amount: formatMicros(sums[`revenue_${status}`]) }],
  });
  return {
    parts: {
      approved: { count: Number(sums.approved), amount: formatMicros(sums.revenue_confirmed) },
      pending: { count: Number(sums.pending), amount: formatMicros(sums.revenue_pending) },
      expected: formatMicros(sums.revenue_expected),
      confirmed: formatMicros(sums.revenue_confirmed),
      views: Number(sums.views),
      clicks: Number(sums.clicks),
      conversions: Number(sums.conversions),
      ...valuesOf(sums, ['epc', 'rpm']),
      refunds: formatMicros(takenBack[0]!.sums.revenue_expected),
    },
    cost,
    left_out: [
      state('rejected'),
      state('reversed'),
      ...uncounted,
      {
        reason: 'unconverted' as const,
        count: null,
        amounts: unconverted.map((one) => ({ currency: one.currency, amount: one.revenue_expected })),
      },
    ].filter(({ count, amounts }) => (count ?? 0) > 0 || amounts.some(({ amount }) => Number(amount) !== 0)),
    is_all_told: isAllTold,
    time_basis: query.time_basis,
    ...said,
    range: { from: range.from.toISOString(), to: range.to.toISOString() },
  };
}

type Ask = (metrics: readonly Metric[], dimensions?: Dimension[]) => ReturnType<typeof runReport>;

/** Profit over source-days whose cost is known, and whose the others are. */
async function costOf(scope: Scope, ask: Ask): Promise<WhyReply['cost']> {
  const [[all], bySource] = await Promise.all([
    ask(COST),
    ask(['unknown_days', 'revenue_expected', 'known_expected'], ['source']),
  ]);
  const { sums } = all!;
  const nameOf = await labelsOf(scope.db, ['source'], bySource);
  const {
    cost_estimated: estimated,
    cost_confirmed: confirmed,
    ...told
  } = valuesOf(sums, ['cost', 'cost_estimated', 'cost_confirmed', 'profit', 'profit_confirmed', 'roi']);
  const leftOut = bySource
    .filter((row) => row.sums.unknown_days > 0n)
    .toSorted((a, b) => Number(b.sums.unknown_days - a.sums.unknown_days));
  return {
    ...told,
    estimated,
    confirmed,
    known_expected: formatMicros(sums.known_expected),
    known_confirmed: formatMicros(sums.known_confirmed),
    left_out: Number(sums.unknown_days),
    left_out_expected: formatMicros(sums.revenue_expected - sums.known_expected),
    sources: leftOut.slice(0, SOURCES).map((row) => ({
      name: row.dims.source == null ? 'Without a source' : nameOf('source', row.dims.source),
      days: Number(row.sums.unknown_days),
      expected: formatMicros(row.sums.revenue_expected - row.sums.known_expected),
    })),
  };
}

/** The pages whose numbers a screen shows. */
async function pagesOf({ db }: Scope, { about, guide_status: status }: WhyQuery): Promise<Filter[]> {
  if (about === 'reviews') return [{ dimension: 'review', values: 'any' }];
  if (about !== 'guides') return [];
  if (!status) return [{ dimension: BY_GUIDE, values: 'any' }];
  const guides = (await guideNames(db)).filter((guide) => guide.status === status);
  return [{ dimension: BY_GUIDE, values: guides.map((guide) => guide.id) }];
}
