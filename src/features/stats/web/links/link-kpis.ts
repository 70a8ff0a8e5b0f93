import { formatCount, formatPercent, formatSum } from '../../../../platform/web/figures.ts';
import { leftOutWords } from '../../../../platform/web/ui/left-out-words.ts';
import type { Dimension } from '../../../reports/dimensions-contract.ts';
import type { LinkStats } from '../../link-stats-contract.ts';
import { rateText } from '../funnel/funnel-columns.tsx';
import { STATUSES_OF, toConversions, toReport, type Narrowing } from '../parts/drill.ts';
import type { Kpi } from '../parts/KpiCards.tsx';
import { whyQuery } from '../why/why-query.ts';
import type { WhyFigure } from '../why/why-words.ts';

/** Where a line of a link's numbers leads. @param more what the line stands for */
export const linesOf = (filters: Narrowing, linkId: number, more: Narrowing, dimensions: Dimension[]): string =>
  toReport(filters, { link_id: linkId, ...more }, dimensions, ['visits', 'clicks', 'conversions', 'revenue_expected']);

/** The figures at the head of a link's screen. @param filters those of the screen */
export function linkKpis(stats: LinkStats, filters: Record<string, string>, linkId: number): Kpi[] {
  const { totals, currency } = stats;
  const money = (value: string | null) => formatSum(value, currency, totals.unconverted.length > 0);
  const rows = (figure: keyof typeof STATUSES_OF, value: number) =>
    value === 0 ? {} : { to: toConversions(filters, { link_id: linkId, status: STATUSES_OF[figure] }) };
  const ask = (figure: WhyFigure) => ({ why: { figure, query: whyQuery(filters, { link_id: linkId }) } });
  const noteOf = (text: string) => (totals.left_out ? `${text}; ${leftOutWords(totals.left_out)}` : text);
  return [
    {
      label: 'Visits',
      value: formatCount(totals.visits),
      note: `days in ${stats.tz}`,
      ...(totals.visits > 0 && { to: linesOf(filters, linkId, {}, ['day']) }),
    },
    { label: 'Uniques', value: formatCount(totals.uniques), note: 'counted anew each day' },
    { label: 'Bots hidden', value: formatCount(totals.bots) },
    {
      label: 'Clicks out',
      value: formatCount(totals.clicks_out),
      ...(totals.clicks_out > 0 && { to: linesOf(filters, linkId, {}, ['offer']) }),
    },
    {
      label: 'CTR',
      value: formatPercent(totals.ctr),
      title: rateText(totals.clicks_out, totals.visits),
      note: 'clicks / visits',
    },
    {
      label: 'Conversions',
      value: formatCount(totals.conversions),
      ...rows('conversions', totals.conversions),
    },
    {
      label: 'Revenue expected',
      value: money(totals.revenue),
      ...ask('expected'),
      ...rows('revenue_expected', Number(totals.revenue)),
    },
    {
      label: 'Revenue confirmed',
      value: money(totals.revenue_confirmed),
      ...ask('confirmed'),
      ...rows('revenue_confirmed', Number(totals.revenue_confirmed)),
    },
    { label: 'EPC', value: money(totals.epc), ...ask('epc') },
    {
      label: 'Cost',
      value: totals.cost === null ? 'Not known' : money(totals.cost),
      ...ask('cost'),
      note: totals.cost === null ? 'nothing says it' : `${money(totals.cost_confirmed)} confirmed`,
    },
    {
      label: 'Profit',
      value: money(totals.profit),
      note: noteOf('expected - cost'),
      ...ask('profit'),
    },
    {
      label: 'Profit confirmed',
      value: money(totals.profit_confirmed),
      ...ask('profit_confirmed'),
      note: noteOf('confirmed - cost'),
    },
    { label: 'ROI', value: formatPercent(totals.roi), note: noteOf('profit / cost'), ...ask('roi') },
  ];
}
