import { formatMicros } from '../../platform/money.ts';
import type { Metric, PARTS_OF_SHARES } from './contract.ts';
import { divide, exact, exactMoney, multiply, type Exact } from './exact.ts';
import { moneyPer, ratioOf } from './rules.ts';

type Shown = Exclude<Metric, (typeof PARTS_OF_SHARES)[number]>;
type Sum<Kind extends 'count' | 'money'> = { kind: Kind; sum: Shown };
/** `per` times `part - less`, divided by `whole`; by nothing where `whole` is empty. A duration is a sum of milliseconds, told in seconds. */
type Share<Kind extends 'ratio' | 'money' | 'duration'> = {
  kind: Kind;
  part: Metric;
  less?: Metric;
  whole: readonly Metric[];
  per: number;
};
type Words = { label: string; help: string };
/** There is none of it where nobody said what was paid: what nobody said is not nothing. */
type OfCost = { isOfCost: true };

/** What a report can show: sums, and what is made from sums and never averaged. */
type Figure = Words &
  Partial<OfCost> & {
    /** The label in full, where there is room. */
    longLabel?: string;
    /** Counts what figures of cost leave out: it stands beside them, and is told by the same cuts. */
    isBesideCost?: true;
  } & (Sum<'count' | 'money'> | Share<'ratio' | 'money' | 'duration'>);

const count = (sum: Shown, label: string, help: string): Words & Sum<'count'> => ({ kind: 'count', sum, label, help });
const money = (sum: Shown, label: string, help: string): Words & Sum<'money'> => ({ kind: 'money', sum, label, help });
const share = (part: Metric, whole: Metric[], label: string, help: string): Words & Share<'ratio'> => ({
  kind: 'ratio',
  part,
  whole,
  per: 1,
  label,
  help,
});
const rate = (
  whole: Metric,
  label: string,
  help: string,
  { per = 1, part = 'revenue_expected' }: { per?: number; part?: Metric } = {},
): Words & Share<'money'> => ({
  kind: 'money',
  part,
  whole: [whole],
  per,
  label,
  help,
});
const profit = (part: Metric, label: string, help: string): Words & Share<'money'> & OfCost => ({
  kind: 'money',
  part,
  less: 'known_cost',
  whole: [],
  per: 1,
  label,
  help,
  isOfCost: true,
});
const roi = (part: Metric, label: string, help: string): Words & Share<'ratio'> & OfCost => ({
  kind: 'ratio',
  part,
  less: 'known_cost',
  whole: ['known_cost'],
  per: 1,
  label,
  help,
  isOfCost: true,
});
const paid = (sum: Shown, label: string, help: string): Words & Sum<'money'> & OfCost => ({
  ...money(sum, label, help),
  isOfCost: true,
});
const paidPer = (whole: Metric, label: string, help: string): Words & Share<'money'> & OfCost => ({
  ...rate(whole, label, help, { part: 'known_cost' }),
  isOfCost: true,
});

const OF_KNOWN = 'of source-days whose cost is known';

export const FIGURES = {
  visits: count('visits', 'Visits', 'Arrivals through a tracking link, bots and your own left out.'),
  visit_visitors: count('visit_visitors', 'Visit uniques', 'Different people of each day. They do not add up.'),
  views: count('views', 'Views', 'Pages served to people.'),
  visitors: count('visitors', 'Visitors', 'Different people of each day. They do not add up.'),
  impressions: count('impressions', 'Impressions', 'Product cards that were in sight.'),
  reads: count('reads', 'Quarters Read', 'Quarters of the text of reviews that were in sight.'),
  read_depth: {
    ...share(
      'reads',
      ['review_views'],
      'Read Depth',
      'Share of the text of reviews that was in sight, over all their views.',
    ),
    // a view has four quarters
    per: 1 / 4,
  },
  cta_impressions: count(
    'cta_impressions',
    'Buttons Seen',
    'Buttons of reviews that were in sight, each place by itself.',
  ),
  cta_seen: share(
    'cta_views',
    ['review_views'],
    'CTA Seen',
    'Views of reviews in which a button was in sight, of all their views.',
  ),
  clicks: count('clicks', 'Clicks', 'Ways out to an offer.'),
  click_visits: count(
    'click_visits',
    'Unique clicks',
    'Different visits that clicked; without a tracking link, different pages. They do not add up.',
  ),
  ctr: share('clicks', ['views'], 'CTR', 'clicks / views'),
  item_ctr: share('clicks', ['impressions'], 'Item CTR', 'clicks / impressions'),
  conversions: {
    ...count('conversions', 'Conv.', 'Pending and approved conversions.'),
    longLabel: 'Conversions',
  },
  cr: share('conversions', ['clicks'], 'CR', 'conversions / clicks'),
  pending: count('pending', 'Pending', 'Not decided yet.'),
  approved: count('approved', 'Approved', 'Confirmed by the network.'),
  rejected: count('rejected', 'Rejected', 'Refused by the network.'),
  reversed: count('reversed', 'Reversed', 'Taken back after approval.'),
  leads: count('leads', 'Leads', 'Pending and approved conversions that the network calls a lead.'),
  sales: count(
    'sales',
    'Sales',
    'Pending and approved conversions that the network calls a sale, upsells and rebills aside.',
  ),
  approval_rate: share(
    'approved',
    ['approved', 'rejected', 'reversed'],
    'Approval',
    'approved / all that were decided',
  ),
  reversal_rate: share('reversed', ['approved', 'reversed'], 'Reversal', 'reversed / approved and reversed'),
  revenue_expected: {
    ...money('revenue_expected', 'Expected', 'Money of pending and approved conversions.'),
    longLabel: 'Revenue expected',
  },
  revenue_confirmed: {
    ...money('revenue_confirmed', 'Confirmed', 'Money of approved conversions.'),
    longLabel: 'Revenue confirmed',
  },
  revenue_pending: money('revenue_pending', 'On hold', 'Money of pending conversions.'),
  revenue_reversed: money('revenue_reversed', 'Taken back', 'Money of reversed conversions.'),
  epc: rate('clicks', 'EPC', 'expected money per click'),
  epc_confirmed: rate('clicks', 'EPC confirmed', 'confirmed money per click', { part: 'revenue_confirmed' }),
  aov: rate('conversions', 'AOV', 'expected money per conversion'),
  avg_lag_seconds: {
    kind: 'duration',
    part: 'lag_ms',
    whole: ['lagged'],
    per: 1,
    label: 'Avg. lag',
    help: 'Time from click to conversion, of pending and approved ones. In files: seconds.',
  },
  rpm: rate('views', 'RPM', 'expected money per 1,000 views', { per: 1000 }),
  cost: paid('cost', 'Cost', 'What arrivals cost, estimated and confirmed. A bill takes the place of estimates.'),
  cost_confirmed: paid('cost_confirmed', 'Cost confirmed', 'The part of the cost that bills confirm.'),
  cost_estimated: paid('cost_estimated', 'Cost estimated', 'The part of the cost that no bill confirms yet.'),
  profit: profit('known_expected', 'Profit', `expected money - cost, ${OF_KNOWN}`),
  profit_confirmed: profit('known_confirmed', 'Profit confirmed', `confirmed money - cost, ${OF_KNOWN}`),
  roi: roi('known_expected', 'ROI', `(expected money - cost) / cost, ${OF_KNOWN}`),
  roi_confirmed: roi('known_confirmed', 'ROI confirmed', `(confirmed money - cost) / cost, ${OF_KNOWN}`),
  cpc: paidPer('known_visits', 'CPC', `cost per visit: what one click on an ad cost, ${OF_KNOWN}`),
  cpa: paidPer('known_conversions', 'CPA', `cost per conversion, ${OF_KNOWN}`),
  unknown_days: {
    ...count(
      'unknown_days',
      'Left out',
      'Source-days that do not say what they cost: their money is in no profit, ROI, CPC and CPA. They do not add up.',
    ),
    isBesideCost: true,
  },
  bot_visits: count('bot_visits', 'Bot visits', 'Arrivals of robots.'),
  bot_views: count('bot_views', 'Bot views', 'Pages served to robots.'),
  bot_clicks: count('bot_clicks', 'Bot clicks', 'Ways out taken by robots.'),
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]];

/** The sums that a figure is made of. */
export function partsOf(name: FigureName): readonly Metric[] {
  const figure: Figure = FIGURES[name];
  const parts = 'sum' in figure ? [figure.sum] : [figure.part, ...(figure.less ? [figure.less] : []), ...figure.whole];
  return isOfCost(name) ? [...new Set<Metric>([...parts, 'known'])] : parts;
}

export const isFigure = (name: string | undefined): name is FigureName => FIGURE_NAMES.includes(name as FigureName);
export const isMoney = (name: FigureName): boolean => figureOf(name).kind === 'money';
export const isOfCost = (name: FigureName): boolean => figureOf(name).isOfCost === true;
/** Of what a loss is one: money that came, less what it cost, or a share of that. */
export const isProfit = (name: FigureName): boolean => 'less' in figureOf(name);
export const isBesideCost = (name: FigureName): boolean => figureOf(name).isBesideCost === true;

/** At least the sums that a figure is made of. */
type Sums = { readonly [M in Metric]?: bigint };

type Value<F> = F extends { kind: 'count' }
  ? number
  : F extends { kind: 'money' }
    ? F extends OfCost
      ? string | null
      : F extends Sum<'money'>
        ? string
        : string | null
    : number | null;
type ValueOf<N extends FigureName> = N extends FigureName ? Value<(typeof FIGURES)[N]> : never;

/** The figure of a line: counts, ratios and seconds as numbers, money as decimal text. Null when it has no base or its cost is not known. */
export const valueOf = <N extends FigureName>(sums: Sums, name: N): ValueOf<N> =>
  computed(sums, figureOf(name)) as ValueOf<N>;

/** Several figures of a line, by name. */
export const valuesOf = <N extends FigureName>(sums: Sums, names: readonly N[]): { [K in N]: ValueOf<K> } =>
  Object.fromEntries(names.map((name) => [name, valueOf(sums, name)])) as { [K in N]: ValueOf<K> };

function computed(sums: Sums, figure: Figure): number | string | null {
  const sum = (metric: Metric): bigint => sums[metric] ?? 0n;
  if (figure.isOfCost && sum('known') === 0n) return null;
  if ('sum' in figure) return figure.kind === 'money' ? formatMicros(sum(figure.sum)) : Number(sum(figure.sum));
  const part = sum(figure.part) - (figure.less ? sum(figure.less) : 0n);
  if (figure.whole.length === 0) return formatMicros(part);
  const whole = figure.whole.reduce((all, one) => all + Number(sum(one)), 0);
  if (figure.kind === 'money') return moneyPer(part, whole, figure.per);
  const each = ratioOf(Number(part) * figure.per, whole);
  return figure.kind === 'duration' && each !== null ? Math.round(each / 1000) : each;
}

const THOUSAND = 1000n;

/** The figure of a line before it is rounded: counts, seconds and money in its main unit. Null as `valueOf` is. */
export function exactOf(sums: Sums, name: FigureName): Exact | null {
  const figure = figureOf(name);
  const sum = (metric: Metric): bigint => sums[metric] ?? 0n;
  if (figure.isOfCost && sum('known') === 0n) return null;
  if ('sum' in figure) return figure.kind === 'money' ? exactMoney(sum(figure.sum)) : exact(sum(figure.sum));
  const part = sum(figure.part) - (figure.less ? sum(figure.less) : 0n);
  const above = figure.kind === 'money' ? exactMoney(part) : exact(part, figure.kind === 'duration' ? THOUSAND : 1n);
  if (figure.whole.length === 0) return above;
  const whole = figure.whole.reduce((all, one) => all + sum(one), 0n);
  // a quarter is what stands below
  const per = figure.per < 1 ? exact(1n, BigInt(1 / figure.per)) : exact(BigInt(figure.per));
  return divide(multiply(above, per), exact(whole));
}

/** Figures that are a share of counts: so many hits among so many cases. */
export type RateName = 'ctr' | 'cr' | 'approval_rate' | 'reversal_rate';

/** What a rate of a line is made of. @param line its counts, each under the name of the sum */
export function casesOf(line: { readonly [M in Metric]?: unknown }, name: RateName): [hits: number, cases: number] {
  const { part, whole } = FIGURES[name];
  const sum = (metrics: readonly Metric[]): number => metrics.reduce((all, one) => all + Number(line[one] ?? 0), 0);
  return [sum([part]), sum(whole)];
}

export const figureOf = (name: FigureName): Figure => FIGURES[name];

/** What a figure is called where there is room. */
export const titleOf = (name: FigureName): string => figureOf(name).longLabel ?? figureOf(name).label;
