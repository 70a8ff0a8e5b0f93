import type { FigureName } from '../../reports/metrics.ts';

/** The figures at the head of the screen of which the course over its days can be asked, in the order of their cards. */
export const FUNNEL_COURSE = [
  'views',
  'visitors',
  'clicks',
  'ctr',
  'conversions',
  'revenue_expected',
  'revenue_confirmed',
  'epc',
  'rpm',
] as const satisfies FigureName[];
/** What its chart shows while no card is chosen: told whatever is asked. */
export const USUAL_OF_PAGES = ['views', 'clicks'] as const satisfies FigureName[];
