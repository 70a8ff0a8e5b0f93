import { z } from 'zod';
import { count, filterKeys, money, Range, rangeKeys, Unconverted, wordKeys } from '../../reports/contract.ts';
import { COHORT_SPANS } from './spans.ts';

/** Days that are not over are left out. */
export const CohortQuery = z.strictObject({
  ...rangeKeys,
  by: z.enum(COHORT_SPANS).default('week').describe('What stands in one line: the clicks of a day, a week or a month.'),
  ...filterKeys,
  ...wordKeys,
});
export type CohortQuery = z.infer<typeof CohortQuery>;

const after = (days: number) =>
  money.nullable().describe(`Of clicks and conversions until ${days} days later. Null: not all days are so old.`);

export const Cohort = z.object({
  from: z.string().describe('The first day.'),
  to: z.string().describe('The last day.'),
  visits: count,
  conversions: count,
  cost: money.nullable().describe('Null: no cost is known.'),
  after_1: after(1),
  after_7: after(7),
  after_30: after(30),
  revenue: money.describe('Until the end of yesterday.'),
  to_come: money.describe('An estimate of what conversions of these clicks still bring.'),
  to_come_low: money.describe('Of ten such intervals nine hold what comes.'),
  to_come_high: money,
  at_last: money.describe('revenue + to_come'),
  profit_at_last: money.nullable().describe('at_last - cost'),
});
export type Cohort = z.infer<typeof Cohort>;

export const Cohorts = z.object({
  data: z.array(Cohort).describe('The newest first.'),
  totals: Cohort.nullable().describe('Null: no day of these is over.'),
  unconverted: Unconverted.describe('Money without a rate, in none of these sums.'),
  ...Range,
});
export type Cohorts = z.infer<typeof Cohorts>;
