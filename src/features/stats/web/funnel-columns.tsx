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

/** How much more or less a figure is; undefined when nothing is compared. Money is compared as numbers: only the share is shown. */
export function changeOf(
  now: number | string | null,
  before: number | string | null | undefined,
): number | null | undefined {
  if (before === undefined) return undefined;
  if (before === null || now === null || Number(before) === 0) return null;
  return (Number(now) - Number(before)) / Math.abs(Number(before));
}

/** The same figures for the head of the screen, each against the days before when these are given. */
export function funnelKpis(totals: Totals, currency: string, before: Totals | null | undefined): Kpi[] {
  const kpi = (key: keyof Totals, label: string, format: (value: never) => string, note?: string): Kpi => ({
    label,
    value: format(totals[key] as never),
    change: changeOf(totals[key] as number, before ? (before[key] as number) : undefined),
    ...(note && { note }),
  });
  const money = (value: string | null) => formatMoney(value, currency);
  return [
    kpi('views', 'Views', formatCount),
    kpi('visitors', 'Visitors', formatCount, 'counted anew each day'),
    kpi('clicks', 'Clicks', formatCount),
    kpi('ctr', 'CTR', formatPercent),
    kpi('conversions', 'Conversions', formatCount),
    kpi('revenue_expected', 'Revenue expected', money),
    kpi('revenue_confirmed', 'Revenue confirmed', money),
    kpi('epc', 'EPC', money),
    kpi('rpm', 'RPM', money, 'per 1,000 views'),
  ];
}
