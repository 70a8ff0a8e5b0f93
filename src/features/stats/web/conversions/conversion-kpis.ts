import { formatCount, formatSum } from '../../../../platform/text/figures.ts';
import type { ConversionStats } from '../../conversion-stats-contract.ts';
import { STATUSES_OF } from '../parts/drill.ts';
import type { Kpi } from '../parts/KpiCards.tsx';
import { whyQuery } from '../why/why-query.ts';

/** The figures at the head of the screen, each with the way to its rows. @param params the screen's own address */
export function conversionKpis(
  { totals, currency }: ConversionStats,
  filters: Record<string, string>,
  params: URLSearchParams,
): Kpi[] {
  const money = (value: string) => formatSum(value, currency, totals.unconverted.length > 0);
  const only = (status: string, figure: number): { to?: string } => {
    if (figure === 0) return {};
    const next = new URLSearchParams(params);
    next.set('status', status);
    next.delete('page');
    return { to: `?${next.toString()}` };
  };
  return [
    {
      key: 'pending',
      label: 'Pending',
      value: formatCount(totals.by_status.pending),
      note: `${money(totals.payout_pending)} on hold`,
      why: { figure: 'pending', query: whyQuery(filters) },
      ...only('pending', totals.by_status.pending),
    },
    {
      key: 'approved',
      label: 'Approved',
      value: formatCount(totals.by_status.approved),
      ...only('approved', totals.by_status.approved),
    },
    {
      key: 'rejected',
      label: 'Rejected',
      value: formatCount(totals.by_status.rejected),
      ...only('rejected', totals.by_status.rejected),
    },
    {
      key: 'reversed',
      label: 'Reversed',
      value: formatCount(totals.by_status.reversed),
      note: money(totals.reversed),
      ...only('reversed', totals.by_status.reversed),
    },
    {
      key: 'revenue_expected',
      label: 'Payout expected',
      value: money(totals.payout_expected),
      why: { figure: 'expected', query: whyQuery(filters) },
      ...only(STATUSES_OF.revenue_expected, Number(totals.payout_expected)),
    },
    {
      key: 'revenue_confirmed',
      label: 'Payout confirmed',
      value: money(totals.payout_confirmed),
      why: { figure: 'confirmed', query: whyQuery(filters) },
      ...only(STATUSES_OF.revenue_confirmed, Number(totals.payout_confirmed)),
    },
    {
      key: 'orphans',
      label: 'Orphans',
      value: formatCount(totals.orphans),
      note: 'not in the sums',
      ...(totals.orphans > 0 && { to: '/admin/conversions' }),
    },
  ];
}
