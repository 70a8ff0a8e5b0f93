import type { FigureName } from '../reports/metrics.ts';

/** The figures at the head of each screen of which the course over its days can be asked, in the order of their cards. */
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

/** All of these are told whatever is asked. */
export const CONVERSION_COURSE = [
  'pending',
  'approved',
  'rejected',
  'reversed',
  'revenue_expected',
  'revenue_confirmed',
] as const satisfies FigureName[];

/** What the charts show while no card is chosen: told whatever is asked. */
export const USUAL_OF_PAGES = ['views', 'clicks'] as const satisfies FigureName[];
export const USUAL_OF_LINKS = ['visits', 'clicks'] as const satisfies FigureName[];

/** One day of any of them. */
export type CourseDay = { day: string } & { [F in FigureName]?: number | string | null | undefined };
export type Course = { days: readonly CourseDay[]; before: readonly CourseDay[] | null };
