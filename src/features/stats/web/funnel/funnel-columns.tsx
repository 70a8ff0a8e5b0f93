import type { Column, Identified } from '../../../../platform/web/ui/table/table-columns.ts';
import type { Totals } from '../../../reports/contract.ts';
import { formatCount, formatPercent, formatSum } from '../../../../platform/web/figures.ts';
import { wilson } from '../../../reports/rules.ts';
import type { Query } from '../../../../platform/web/http.ts';
import { changeOf } from '../parts/change.ts';
import { DrillLink } from '../parts/DrillLink.tsx';
import type { Kpi } from '../parts/KpiCards.tsx';
import { MoneyCell } from '../../../../platform/web/ui/table/cells/MoneyCell.tsx';

/** What a rate is made of, and where the true one lies: few cases say little. */
export function rateText(part: number, whole: number): string {
  const interval = wilson(part, whole);
  const text = `${formatCount(part)} / ${formatCount(whole)}`;
  return interval
    ? `${text}, so in 95 of 100 cases between ${formatPercent(interval[0])} and ${formatPercent(interval[1])}`
    : text;
}

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

type Count = 'views' | 'visitors' | 'clicks' | 'conversions';
type Money = 'revenue_expected' | 'revenue_confirmed' | 'epc';
const WHY_OF = { revenue_expected: 'expected', revenue_confirmed: 'confirmed', epc: 'epc', rpm: 'rpm' } as const;

/**
 * The columns that guides and reviews share.
 * @param totals of the whole report, not of the page
 * @param rowsOf the address of the rows behind a figure of a line
 */
export function funnelColumns<Row extends Funnel & Identified & { unconverted?: string | undefined }>(
  totals: Totals | undefined,
  currency: string,
  rowsOf: (row: Row, figure: Count | Money) => string | undefined,
): Column<Row>[] {
  const count = (key: Count, label: string, help: string): Column<Row> => ({
    key,
    label,
    help,
    isNumeric: true,
    isSortable: true,
    render: (row) => <DrillLink to={row[key] === 0 ? undefined : rowsOf(row, key)}>{formatCount(row[key])}</DrillLink>,
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
    render: (row) => <span title={rateText(row[part], row[whole])}>{formatPercent(row[key])}</span>,
    total: totals && <span title={rateText(totals[part], totals[whole])}>{formatPercent(totals[key])}</span>,
  });
  const money = (key: Money, label: string, help: string): Column<Row> => ({
    key,
    label,
    help,
    isNumeric: true,
    isSortable: true,
    render: (row) => (
      <DrillLink to={Number(row[key]) === 0 ? undefined : rowsOf(row, key)} title={row[key] ?? ''}>
        <MoneyCell
          value={row[key]}
          currency={currency}
          unconverted={row.unconverted}
          isMain={key === 'revenue_expected'}
        />
      </DrillLink>
    ),
    total: totals && (
      <span title={totals[key] ?? ''}>{formatSum(totals[key], currency, totals.unconverted.length > 0)}</span>
    ),
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

/**
 * The same figures for the head of the screen, each against the days before when these are given.
 * @param why what the screen is narrowed down to, for whoever asks what money is made of
 */
export function funnelKpis(totals: Totals, currency: string, before: Totals | null | undefined, why: Query): Kpi[] {
  const kpi = (key: Count | 'ctr' | Money | 'rpm', label: string, value: string, note?: string): Kpi => ({
    label,
    value,
    change: changeOf(totals[key], before ? before[key] : undefined),
    ...(note && { note }),
  });
  const count = (key: Count, label: string, note?: string) => kpi(key, label, formatCount(totals[key]), note);
  const money = (key: Money | 'rpm', label: string, note?: string) => ({
    ...kpi(key, label, formatSum(totals[key], currency, totals.unconverted.length > 0), note),
    why: { figure: WHY_OF[key], query: why },
  });
  return [
    count('views', 'Views'),
    count('visitors', 'Visitors', 'counted anew each day'),
    count('clicks', 'Clicks'),
    { ...kpi('ctr', 'CTR', formatPercent(totals.ctr)), title: rateText(totals.clicks, totals.views) },
    count('conversions', 'Conversions'),
    money('revenue_expected', 'Revenue expected'),
    money('revenue_confirmed', 'Revenue confirmed'),
    money('epc', 'EPC'),
    money('rpm', 'RPM', 'per 1,000 views'),
  ];
}
