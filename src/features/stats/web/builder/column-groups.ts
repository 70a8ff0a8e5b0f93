import { figureOf, isBesideCost, isFigure, isOfCost, type FigureName } from '../../../reports/metrics.ts';
import type { OfferColumn } from '../../offers/columns.ts';

const ABOUT: ReadonlySet<string> = new Set([
  'status',
  'payout',
  'cap_use',
  'link_status',
  'rank_in_guides',
] satisfies OfferColumn[]);
const BOTS: ReadonlySet<string> = new Set(['bot_visits', 'bot_views', 'bot_clicks'] satisfies FigureName[]);
const CONVERSIONS: ReadonlySet<string> = new Set([
  'conversions',
  'cr',
  'pending',
  'approved',
  'rejected',
  'reversed',
  'leads',
  'sales',
  'approval_rate',
  'reversal_rate',
  'avg_lag_seconds',
] satisfies FigureName[]);

/** The heading under which a figure, or what an offer is, stands among all columns. */
export function groupOf(name: string): string {
  if (ABOUT.has(name)) return 'About';
  if (BOTS.has(name)) return 'Bots';
  if (CONVERSIONS.has(name)) return 'Conversions';
  if (!isFigure(name)) return 'Traffic';
  if (isOfCost(name) || isBesideCost(name)) return 'Cost and profit';
  return figureOf(name).kind === 'money' ? 'Money' : 'Traffic';
}
