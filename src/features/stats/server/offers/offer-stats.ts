import { networksById } from '../../../networks/server/service.ts';
import { listCategories } from '../../../offers/server/categories.ts';
import { offersById } from '../../../offers/server/offer-facts.ts';
import type { Metric } from '../../../reports/contract.ts';
import { valuesOf, type FigureName } from '../../../reports/metrics.ts';
import { offerSortValue } from '../../offers/lines.ts';
import type { OfferGroup } from '../../offers/columns.ts';
import type { OfferStat, OfferStats, OfferStatsQuery } from '../../offer-stats-contract.ts';
import { foundRows } from '../../../../platform/text/row-order.ts';
import { NOT_AN_OFFER, offersNow, type OfferNow } from './offer-now.ts';
import { addUp, TOTALS, totalsBeside } from '../../../reports/server/report.ts';
import { frameOf, totalsBefore, type Scope } from '../../../reports/server/service.ts';

import {
  runReport,
  unconvertedByLine,
  type ReportRow,
  type UnconvertedOf,
} from '../../../reports/server/store-report.ts';

const STATES = [
  'conversions',
  'pending',
  'approved',
  'rejected',
  'reversed',
  'leads',
  'sales',
  'lag_ms',
  'lagged',
] as const satisfies Metric[];
const SUMS = ['clicks', ...STATES, 'revenue_expected', 'revenue_confirmed'] as const satisfies Metric[];
/** What a line and the totals show beside the funnel. */
const FIGURES_OF_OFFER = [
  'conversions',
  'leads',
  'sales',
  'pending',
  'approved',
  'rejected',
  'reversed',
  'approval_rate',
  'reversal_rate',
  'avg_lag_seconds',
  'aov',
] as const satisfies FigureName[];
type Sums = Record<(typeof SUMS)[number], bigint>;

/** The line of what belongs to no offer, network or category, so that the lines add up to the totals. */
const NO_ID = 0;

/** What offers earned, or their networks or categories. */
export async function offerStats(
  scope: Scope,
  { group, compare, columns, ...query }: OfferStatsQuery,
): Promise<OfferStats> {
  const { frame, said } = await frameOf(scope, query);
  // events do not know the category of their offer: its lines are added up from those of offers
  const dimension = group === 'network' ? 'network' : 'offer';
  // they do not add up, and each click must be looked at for them
  const hasUniques = query.sortBy === 'uniques' || (columns?.includes('uniques') ?? false);
  const different = (dimensions: ('offer' | 'network')[]) =>
    hasUniques ? runReport(scope.eventStore, { ...frame, dimensions, metrics: ['click_visits'] }) : [];
  const beside = totalsBeside(scope.eventStore, frame);
  const [rows, { ofRows }, unconverted, before, uniques, allUniques] = await Promise.all([
    runReport(scope.eventStore, {
      ...frame,
      dimensions: [dimension],
      metrics: [...new Set([...SUMS, ...TOTALS])],
      sort: { metric: 'clicks', order: 'desc' },
    }),
    beside,
    unconvertedByLine(scope.eventStore, { ...frame, dimensions: [dimension] }, { beside }),
    totalsBefore(scope, frame, compare),
    group === 'category' ? [] : different([dimension]),
    different([]),
  ]);
  const totals = ofRows(rows);
  const uniquesOf = new Map(uniques.map((row) => [row.dims[dimension] ?? null, Number(row.sums.click_visits)]));
  const lines = rows
    .filter((row) => SUMS.some((metric) => row.sums[metric] !== 0n))
    .map((row) => ({
      dims: row.dims,
      id: Number(row.dims[dimension] ?? NO_ID),
      sums: row.sums as Sums,
      uniques: hasUniques ? (uniquesOf.get(row.dims[dimension] ?? null) ?? 0) : null,
      unconverted: unconverted(row),
    }));
  const all = addUp(rows, SUMS);
  return {
    data: foundRows(await namers[group](scope, lines, unconverted), query, offerSortValue, (row) => row.name),
    totals: {
      ...totals,
      ...valuesOf(all, FIGURES_OF_OFFER),
      uniques: allUniques[0] ? Number(allUniques[0].sums.click_visits) : null,
    },
    before,
    ...said,
  };
}

type Line = Pick<ReportRow, 'dims'> & {
  id: number;
  sums: Sums;
  uniques: number | null;
  unconverted: string | undefined;
};

const namers: Record<OfferGroup, (scope: Scope, lines: Line[], unconverted: UnconvertedOf) => Promise<OfferStat[]>> = {
  offer: async ({ db, clock }, lines) => {
    const offers = await offersById(db, idsOf(lines), clock());
    const now = await offersNow(db, offers, clock());
    return lines.map((line) => {
      const offer = offers.get(line.id);
      return statOf(
        line,
        'offer',
        offer && { ...offer, status: offer.deleted_at ? 'deleted' : offer.status },
        now.get(line.id),
      );
    });
  },
  network: async ({ db }, lines) => {
    const networks = await networksById(db, idsOf(lines));
    return lines.map((line) => {
      const network = networks.get(line.id);
      return statOf(
        line,
        'network',
        network && { ...network, status: network.deleted_at ? 'deleted' : network.status },
      );
    });
  },
  category: async ({ db, clock }, lines, unconverted) => {
    const offers = await offersById(db, idsOf(lines), clock());
    const names = new Map((await listCategories(db)).map((one) => [one.id, one.name]));
    const byCategory = Map.groupBy(lines, (line) => offers.get(line.id)?.category_id ?? NO_ID);
    return [...byCategory]
      .map(([id, some]): Line => ({
        id,
        sums: addUp(some, SUMS),
        uniques: null,
        dims: {},
        unconverted: unconverted(...some),
      }))
      .toSorted((a, b) => Number(b.sums.clicks - a.sums.clicks) || a.id - b.id)
      .map((line) => {
        const name = names.get(line.id);
        return statOf(line, 'category', name === undefined ? undefined : { name, status: 'active' });
      });
  },
};

const idsOf = (lines: readonly Line[]): number[] => lines.flatMap(({ id }) => (id === NO_ID ? [] : [id]));

function statOf(
  { id, sums, uniques, unconverted }: Line,
  group: OfferGroup,
  record: { name: string; status: string } | undefined,
  now: OfferNow = NOT_AN_OFFER,
): OfferStat {
  return {
    id,
    name: id === NO_ID ? `Without ${group}` : (record?.name ?? `${group} ${id}`),
    status: id === NO_ID ? 'none' : (record?.status ?? 'deleted'),
    uniques,
    ...valuesOf(sums, [...FIGURES_OF_OFFER, 'clicks', 'cr', 'revenue_expected', 'revenue_confirmed', 'epc']),
    unconverted,
    ...now,
  };
}
