import { z } from 'zod';
import { CountTotals, count, money, ratio, Totals } from '../../reports/contract.ts';
import { FUNNEL_COURSE } from './pages.ts';
import { LINK_COURSE } from './links.ts';

/** @param figures those of one day, by their names */
const courseOf = <Shape extends z.ZodRawShape>(figures: z.ZodObject<Shape>) => {
  const days = z.array(figures.extend({ day: z.string().describe('Local day of the range’s zone.') }));
  return z
    .object({
      days: days.describe('Each day of the range, days without anything included.'),
      before: days.nullable().describe('The days that these are held against, by their place; null: none.'),
    })
    .describe('Figures of the totals over the days: the usual ones, and the one that was asked for.');
};

const asked = 'Of which figure the course is told beside the usual ones.';
export const funnelCourseKey = z.enum(FUNNEL_COURSE).optional().describe(asked);
export const linkCourseKey = z.enum(LINK_COURSE).optional().describe(asked);

const USUAL = { views: true, clicks: true } as const;
const COUNTED = { ...USUAL, visitors: true, ctr: true, conversions: true } as const;
const MONEY = { revenue_expected: true, revenue_confirmed: true, epc: true, rpm: true } as const;

export const FunnelCourse = courseOf(
  Totals.pick({ ...COUNTED, ...MONEY })
    .partial()
    .required(USUAL),
);
/** For who may not see money. */
export const CountCourse = courseOf(CountTotals.pick(COUNTED).partial().required(USUAL));

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
    clicks: count,
    visit_visitors: count.optional(),
    bot_visits: count.optional(),
    ctr: ratio.optional().describe('clicks / visits'),
    conversions: count.optional(),
    revenue_expected: money.optional(),
    revenue_confirmed: money.optional(),
    epc: money.nullable().optional(),
    cost: money.nullable().optional(),
    profit: money.nullable().optional(),
    profit_confirmed: money.nullable().optional(),
    roi: ratio.optional(),
  }),
);
