import type { FigureName } from '../../reports/metrics.ts';

/** The figures of which the screen of conversions tells the course over its days: all of them, whatever is asked. */
export const CONVERSION_COURSE = [
  'pending',
  'approved',
  'rejected',
  'reversed',
  'revenue_expected',
  'revenue_confirmed',
] as const satisfies FigureName[];
