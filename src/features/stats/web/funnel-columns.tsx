import type { Column, Identified } from '../../../platform/web/ui/table-columns.ts';
import type { Totals } from '../contract.ts';
import { formatCount, formatMoney, formatPercent } from '../../../platform/web/figures.ts';
import type { Kpi } from './KpiCards.tsx';

type Funnel = Pick<
  Totals,
  | 'views'
  | 'visitors'
  | 'impressions'
  | 'clicks'
  | 'ctr'
  | 'conversions'
  | 'cr'
  | 'revenue_expected'
  | 'revenue_confirmed'
  | 'epc'
>;

/** The columns that guides and reviews share. @param totals of the whole report, not of the page */
export function funnelColumns<Row extends Funnel & Identified>(
  totals: Totals | undefined,
  currency: string,
): Column<Row>[] {
  const count = (key: 'views' | 'visitors' | 'clicks' | 'conversions', label: string, help: string): Column<Row> => ({
    key,
    label,
    help,
    isNumeric: true,
    isSortable: true,
    render: (row) => formatCount(row[key]),
    total: totals && formatCount(totals[key]),
  });
  const share = (
    key: 'ctr' | 'cr',
    label: string,
    part: 'clicks' | 'conversions',
    whole: 'views' | 'clicks',
  ): Column<Row> => ({
    key,
    label,
    help: `${part} / ${whole}`,
    isNumeric: true,
    isSortable: true,
    render: (row) => (
      <span title={`${formatCount(row[part])} / ${formatCount(row[whole])}`}>{formatPercent(row[key])}</span>
    ),
    total: totals && formatPercent(totals[key]),
  });
  const money = (key: 'revenue_expected' | 'revenue_confirmed' | 'epc', label: string, help: string): Column<Row> => ({
    key,
    label,
    help,
    isNumeric: true,
    isSortable: true,
    render: (row) => <span title={row[key] ?? ''}>{formatMoney(row[key], currency)}</span>,
    total: totals && <span title={totals[key] ?? ''}>{formatMoney(totals[key], currency)}</span>,
  });
  return [
    count('views', 'Views', 'Pages served to people. Bots and your own visits are left out.'),
    count('visitors', 'Visitors', 'Different people of each day. They do not add up over days.'),
    count('clicks', 'Clicks', 'Ways out to an offer.'),
    share('ctr', 'CTR', 'clicks', 'views'),
    count('conversions', 'Conv.', 'Pending and approved conversions.'),
    share('cr', 'CR', 'conversions', 'clicks'),
    money('revenue_expected', 'Expected', 'Money of pending and approved conversions.'),
    money('revenue_confirmed', 'Confirmed', 'Money of approved conversions.'),
    money('epc', 'EPC', 'Expected money per click.'),
  ];
}

/** The same figures for the head of the screen. */
export const funnelKpis = (totals: Totals, currency: string): Kpi[] => [
  { label: 'Views', value: formatCount(totals.views) },
  { label: 'Visitors', value: formatCount(totals.visitors), note: 'counted anew each day' },
  { label: 'Clicks', value: formatCount(totals.clicks) },
  { label: 'CTR', value: formatPercent(totals.ctr) },
  { label: 'Conversions', value: formatCount(totals.conversions) },
  { label: 'Revenue expected', value: formatMoney(totals.revenue_expected, currency) },
  { label: 'Revenue confirmed', value: formatMoney(totals.revenue_confirmed, currency) },
  { label: 'EPC', value: formatMoney(totals.epc, currency) },
  { label: 'RPM', value: formatMoney(totals.rpm, currency), note: 'per 1,000 views' },
];
