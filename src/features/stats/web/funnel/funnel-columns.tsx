import type { Column, Identified } from '../../../../platform/web/ui/table/table-columns.ts';
import type { Totals } from '../../../reports/contract.ts';
import type { GuideStats } from '../../contract.ts';
import { formatCount, formatMoney, formatPercent, formatSum } from '../../../../platform/text/figures.ts';
import { casesOf, figureOf, titleOf } from '../../../reports/metrics.ts';
import { wilson } from '../../../reports/rules.ts';
import { may } from '../../../../platform/web/session/permissions.ts';
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
  const count = (key: Count, more = ''): Column<Row> => ({
    key,
    group: key === 'conversions' ? 'Conversions' : 'Traffic',
    isHidden: key === 'visitors',
    label: figureOf(key).label,
    help: figureOf(key).help + more,
    isNumeric: true,
    isSortable: true,
    render: (row) => <DrillLink to={row[key] === 0 ? undefined : rowsOf(row, key)}>{formatCount(row[key])}</DrillLink>,
    total: totals && formatCount(totals[key]),
  });
  const share = (key: 'ctr' | 'cr'): Column<Row> => ({
    key,
    group: key === 'cr' ? 'Conversions' : 'Traffic',
    isHidden: key === 'cr',
    label: figureOf(key).label,
    help: figureOf(key).help,
    isNumeric: true,
    isSortable: true,
    render: (row) => <span title={rateText(...casesOf(row, key))}>{formatPercent(row[key])}</span>,
    total: totals && <span title={rateText(...casesOf(totals, key))}>{formatPercent(totals[key])}</span>,
  });
  const money = (key: Money): Column<Row> => ({
    key,
    group: 'Money',
    label: figureOf(key).label,
    help: figureOf(key).help,
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
    count('views', ' Bots and your own visits are left out.'),
    count('visitors'),
    count('clicks'),
    share('ctr'),
    count('conversions'),
    share('cr'),
    ...(may('read:money') ? (['revenue_expected', 'revenue_confirmed', 'epc'] as const).map(money) : []),
  ];
}

type Paid = GuideStats['paid'] & {
  /** The address of what loses most. */
  losses: string;
};

const paidKpis = ({ cost, profit, before, losses }: Paid, currency: string): Kpi[] => [
  {
    key: 'cost',
    label: titleOf('cost'),
    value: formatMoney(cost, currency),
    change: changeOf(cost, before?.cost),
    to: losses,
    title: 'By source and campaign, what loses most first',
  },
  {
    key: 'profit',
    label: titleOf('profit'),
    value: formatMoney(profit, currency),
    profit,
    change: changeOf(profit, before?.profit),
    to: losses,
    title: 'By source and campaign, what loses most first',
  },
];

/**
 * The same figures for the head of the screen, each against the days before when these are given.
 * @param why what the screen is narrowed down to, for whoever asks what money is made of
 * @param paid what readers cost, where it is told
 */
export function funnelKpis(
  totals: Totals,
  currency: string,
  before: Totals | null | undefined,
  why: Query,
  paid?: Paid,
): Kpi[] {
  const kpi = (key: Count | 'ctr' | Money | 'rpm', value: string, note?: string): Kpi => ({
    key,
    label: titleOf(key),
    value,
    change: changeOf(totals[key], before ? before[key] : undefined),
    ...(note && { note }),
  });
  const count = (key: Count, note?: string) => kpi(key, formatCount(totals[key]), note);
  const money = (key: Money | 'rpm', note?: string) => ({
    ...kpi(key, formatSum(totals[key], currency, totals.unconverted.length > 0), note),
    why: { figure: WHY_OF[key], query: why },
  });
  return [
    count('views'),
    count('visitors', 'counted anew each day'),
    count('clicks'),
    { ...kpi('ctr', formatPercent(totals.ctr)), title: rateText(...casesOf(totals, 'ctr')) },
    count('conversions'),
    ...(may('read:money')
      ? [
          money('revenue_expected'),
          money('revenue_confirmed'),
          ...(paid && paid.cost !== null ? paidKpis(paid, currency) : []),
          money('epc'),
          money('rpm', 'per 1,000 views'),
        ]
      : []),
  ];
}
