import type { Metric } from './contract.ts';

type Sum = { kind: 'count' | 'money'; sum: Exclude<Metric, 'last_view_at'> };
type Share = { kind: 'ratio' | 'money'; part: Metric; whole: readonly Metric[]; per: number };

/** What a report can show: sums, and shares that are made from sums and never averaged. */
type Figure = { label: string; help: string } & (Sum | Share);

const count = (sum: Sum['sum'], label: string, help: string): Figure => ({ kind: 'count', sum, label, help });
const money = (sum: Sum['sum'], label: string, help: string): Figure => ({ kind: 'money', sum, label, help });
const share = (part: Metric, whole: Metric[], label: string, help: string): Figure => ({
  kind: 'ratio',
  part,
  whole,
  per: 1,
  label,
  help,
});
const rate = (whole: Metric, per: number, label: string, help: string): Figure => ({
  kind: 'money',
  part: 'revenue_expected',
  whole: [whole],
  per,
  label,
  help,
});

export const FIGURES = {
  visits: count('visits', 'Visits', 'Arrivals through a tracking link, bots and your own left out.'),
  visit_visitors: count('visit_visitors', 'Visit uniques', 'Different people of each day. They do not add up.'),
  views: count('views', 'Views', 'Pages served to people.'),
  visitors: count('visitors', 'Visitors', 'Different people of each day. They do not add up.'),
  impressions: count('impressions', 'Impressions', 'Product cards that were in sight.'),
  clicks: count('clicks', 'Clicks', 'Ways out to an offer.'),
  ctr: share('clicks', ['views'], 'CTR', 'clicks / views'),
  item_ctr: share('clicks', ['impressions'], 'Item CTR', 'clicks / impressions'),
  conversions: count('conversions', 'Conv.', 'Pending and approved conversions.'),
  cr: share('conversions', ['clicks'], 'CR', 'conversions / clicks'),
  pending: count('pending', 'Pending', 'Not decided yet.'),
  approved: count('approved', 'Approved', 'Confirmed by the network.'),
  rejected: count('rejected', 'Rejected', 'Refused by the network.'),
  reversed: count('reversed', 'Reversed', 'Taken back after approval.'),
  approval_rate: share(
    'approved',
    ['approved', 'rejected', 'reversed'],
    'Approval',
    'approved / all that were decided',
  ),
  reversal_rate: share('reversed', ['approved', 'reversed'], 'Reversal', 'reversed / approved and reversed'),
  revenue_expected: money('revenue_expected', 'Expected', 'Money of pending and approved conversions.'),
  revenue_confirmed: money('revenue_confirmed', 'Confirmed', 'Money of approved conversions.'),
  revenue_pending: money('revenue_pending', 'On hold', 'Money of pending conversions.'),
  revenue_reversed: money('revenue_reversed', 'Taken back', 'Money of reversed conversions.'),
  epc: rate('clicks', 1, 'EPC', 'expected money per click'),
  rpm: rate('views', 1000, 'RPM', 'expected money per 1,000 views'),
  bot_visits: count('bot_visits', 'Bot visits', 'Arrivals of robots.'),
  bot_views: count('bot_views', 'Bot views', 'Pages served to robots.'),
  bot_clicks: count('bot_clicks', 'Bot clicks', 'Ways out taken by robots.'),
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]];

/** The sums that a figure is made of. */
export function partsOf(name: FigureName): readonly Metric[] {
  const figure: Figure = FIGURES[name];
  return 'sum' in figure ? [figure.sum] : [figure.part, ...figure.whole];
}

export const figureOf = (name: FigureName): Figure => FIGURES[name];
