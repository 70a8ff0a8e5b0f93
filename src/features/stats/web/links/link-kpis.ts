import { formatCount, formatPercent, formatSum } from '../../../../platform/text/figures.ts';
import { leftOutWords } from '../../../../platform/web/ui/states/left-out-words.ts';
import type { Dimension } from '../../../reports/dimensions-contract.ts';
import { titleOf } from '../../../reports/metrics.ts';
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
      key: 'visits',
      label: 'Visits',
      value: formatCount(totals.visits),
      note: `days in ${stats.tz}`,
      ...(totals.visits > 0 && { to: linesOf(filters, linkId, {}, ['day']) }),
    },
    { key: 'visit_visitors', label: 'Uniques', value: formatCount(totals.uniques), note: 'counted anew each day' },
    { key: 'bot_visits', label: 'Bots hidden', value: formatCount(totals.bots) },
    {
      key: 'clicks',
      label: 'Clicks out',
      value: formatCount(totals.clicks_out),
      ...(totals.clicks_out > 0 && { to: linesOf(filters, linkId, {}, ['offer']) }),
    },
    {
      key: 'ctr',
      label: 'CTR',
      value: formatPercent(totals.ctr),
      title: rateText(totals.clicks_out, totals.visits),
      note: 'clicks / visits',
    },
    {
      key: 'conversions',
      label: titleOf('conversions'),
      value: formatCount(totals.conversions),
      ...rows('conversions', totals.conversions),
    },
    {
      key: 'revenue_expected',
      label: titleOf('revenue_expected'),
      value: money(totals.revenue),
      ...ask('expected'),
      ...rows('revenue_expected', Number(totals.revenue)),
    },
    {
      key: 'revenue_confirmed',
      label: titleOf('revenue_confirmed'),
      value: money(totals.revenue_confirmed),
      ...ask('confirmed'),
      ...rows('revenue_confirmed', Number(totals.revenue_confirmed)),
    },
    { key: 'epc', label: 'EPC', value: money(totals.epc), ...ask('epc') },
    {
      key: 'cost',
      label: 'Cost',
      value: totals.cost === null ? 'Not known' : money(totals.cost),
      ...ask('cost'),
      note: totals.cost === null ? 'nothing says it' : `${money(totals.cost_confirmed)} confirmed`,
    },
    {
      key: 'profit',
      label: 'Profit',
      value: money(totals.profit),
      profit: totals.profit,
      note: noteOf('expected - cost'),
      ...ask('profit'),
    },
    {
      key: 'profit_confirmed',
      label: 'Profit confirmed',
      value: money(totals.profit_confirmed),
      profit: totals.profit_confirmed,
      ...ask('profit_confirmed'),
      note: noteOf('confirmed - cost'),
    },
    {
      key: 'roi',
      label: 'ROI',
      value: formatPercent(totals.roi),
      profit: totals.roi,
      note: noteOf('profit / cost'),
      ...ask('roi'),
    },
  ];
}
