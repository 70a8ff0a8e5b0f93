import { z } from 'zod';
import { CountTotals, count, money, ratio, Totals } from '../reports/contract.ts';
import type { FigureName } from '../reports/metrics.ts';

/** The figures of a screen over its days. @param figures those of one day, by their names */
const courseOf = <Shape extends z.ZodRawShape>(figures: z.ZodObject<Shape>) => {
  const days = z.array(figures.extend({ day: z.string().describe('Local day of the range’s zone.') }));
  return z
    .object({
      days: days.describe('Each day of the range, days without anything included.'),
      before: days.nullable().describe('The days that these are held against, by their place; null: none.'),
    })
    .describe('The figures of the totals over the days.');
};

const COUNTED = { views: true, visitors: true, clicks: true, ctr: true, conversions: true } as const;

export const FunnelCourse = courseOf(
  Totals.pick({ ...COUNTED, revenue_expected: true, revenue_confirmed: true, epc: true, rpm: true }),
);
/** For who may not see money. */
export const CountCourse = courseOf(CountTotals.pick(COUNTED));

export const ConversionCourse = courseOf(
  z.object({
    pending: count,
    approved: count,
    rejected: count,
    reversed: count,
    revenue_expected: money,
    revenue_confirmed: money,
  }),
);

export const LinkCourse = courseOf(
  z.object({
    visits: count,
    visit_visitors: count,
    bot_visits: count,
    clicks: count,
    ctr: ratio.describe('clicks / visits'),
    conversions: count,
    revenue_expected: money,
    revenue_confirmed: money,
    epc: money.nullable(),
    cost: money.nullable(),
    profit: money.nullable(),
    profit_confirmed: money.nullable(),
    roi: ratio,
  }),
);

/** One day of any of them. */
export type CourseDay = { day: string } & { [F in FigureName]?: number | string | null };
export type Course = { days: readonly CourseDay[]; before: readonly CourseDay[] | null };
