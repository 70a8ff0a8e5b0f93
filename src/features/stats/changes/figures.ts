import type { FigureName } from '../../reports/metrics.ts';

/** Figures whose change is the sum of the changes of their lines. */
export const CHANGE_FIGURES = [
  'profit',
  'revenue_expected',
  'revenue_confirmed',
  'cost',
  'conversions',
  'clicks',
  'visits',
] as const satisfies FigureName[];
export type ChangeFigure = (typeof CHANGE_FIGURES)[number];
