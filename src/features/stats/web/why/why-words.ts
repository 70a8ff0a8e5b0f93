import type { LeftOutReason, WhyReply } from '../../why-contract.ts';
import { formatCount, formatMoney, formatPercent } from '../../../../platform/text/figures.ts';

/** The totals of money that can be asked why. */
export type WhyFigure =
  | 'expected'
  | 'confirmed'
  | 'pending'
  | 'epc'
  | 'rpm'
  | 'cost'
  | 'profit'
  | 'profit_confirmed'
  | 'roi'
  | 'all';

/** Why a conversion or its money is in no sum, as a sentence about it. */
export const LEFT_OUT_WORDS: Record<LeftOutReason, { name: string; because: string }> = {
  rejected: { name: 'Rejected', because: 'The network refused them: nothing is paid.' },
  reversed: { name: 'Reversed', because: 'They were approved and then taken back.' },
  orphan: {
    name: 'Orphans',
    because: 'Their click is not known, so nobody can say whose they are. They are matched when the click comes.',
  },
  rebill: { name: 'Repeat purchases', because: 'Their offer counts one sale of a click: another one stands for it.' },
  late: { name: 'Late', because: 'They came after the time that their offer gives a click.' },
  test: { name: 'Tests', because: 'They were sent to try the connection. Nothing was sold.' },
  unconverted: {
    name: 'Without a rate',
    because: 'They came in another currency, and no exchange rate of their day is known.',
  },
};

/** @param profit of a profit or an ROI its figure, which may be a loss */
type Line = { name: string; note?: string; value: string; profit?: string | number | null; isSum?: boolean };

/** A total as lines that add up to it. */
export function partsOf(figure: WhyFigure, reply: WhyReply): Line[] {
  const money = (amount: string | null): string => formatMoney(amount, reply.currency);
  const { parts, cost } = reply;
  const of = (count: number): string => `${formatCount(count)} ${count === 1 ? 'conversion' : 'conversions'}`;
  const approved: Line = { name: 'Approved', note: of(parts.approved.count), value: money(parts.approved.amount) };
  const pending: Line = {
    name: 'Pending',
    note: `${of(parts.pending.count)}, not decided yet`,
    value: money(parts.pending.amount),
  };
  const expected: Line = { name: 'Expected', value: money(parts.expected), isSum: true };
  const share = (name: string, unit: string, units: number, each: string | null): Line[] => [
    approved,
    pending,
    { ...expected, isSum: false },
    { name: unit, value: formatCount(units) },
    { name, value: money(each), isSum: true },
  ];
  if (figure === 'epc') return share('Expected / clicks', 'Clicks', parts.clicks, parts.epc);
  if (figure === 'rpm') return share('Expected x 1,000 / views', 'Views', parts.views, parts.rpm);
  if (figure === 'pending') return [{ ...pending, isSum: true }];
  if (figure === 'confirmed') return [{ ...approved, name: 'Approved = confirmed', isSum: true }];
  const costs = cost ? costLines(figure, cost, money) : [];
  if (figure === 'expected' || figure === 'all')
    return [approved, pending, expected, ...(figure === 'all' ? costs : [])];
  return costs;
}

function costLines(
  figure: WhyFigure,
  cost: NonNullable<WhyReply['cost']>,
  money: (amount: string | null) => string,
): Line[] {
  const paid: Line[] = [
    { name: 'Estimated', note: 'what addresses and prices of links say', value: money(cost.estimated) },
    { name: 'Confirmed', note: 'what bills say', value: money(cost.confirmed) },
    { name: 'Cost', value: money(cost.cost), isSum: true },
  ];
  if (figure === 'cost') return paid;
  const isConfirmed = figure === 'profit_confirmed';
  const earned = isConfirmed ? cost.known_confirmed : cost.known_expected;
  const profit = isConfirmed ? cost.profit_confirmed : cost.profit;
  return [
    {
      name: isConfirmed ? 'Confirmed money' : 'Expected money',
      note: 'of source-days whose cost is known',
      value: money(earned),
    },
    { name: 'Cost', note: 'of the same days', value: money(cost.cost) },
    { name: 'Profit', value: money(profit), profit, isSum: figure !== 'roi' },
    ...(figure === 'roi' || figure === 'all'
      ? [{ name: 'ROI = profit / cost', value: formatPercent(cost.roi), profit: cost.roi, isSum: true }]
      : []),
  ];
}
