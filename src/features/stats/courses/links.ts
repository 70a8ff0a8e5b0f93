import type { FigureName } from '../../reports/metrics.ts';

/** The figures at the head of the screen of which the course over its days can be asked, in the order of their cards. */
export const LINK_COURSE = [
  'visits',
  'visit_visitors',
  'bot_visits',
  'clicks',
  'ctr',
  'conversions',
  'revenue_expected',
  'revenue_confirmed',
  'epc',
  'cost',
  'profit',
  'profit_confirmed',
  'roi',
] as const satisfies FigureName[];
/** What its chart shows while no card is chosen: told whatever is asked. */
export const USUAL_OF_LINKS = ['visits', 'clicks'] as const satisfies FigureName[];
