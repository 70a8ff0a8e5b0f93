import { z } from 'zod';
import { addressId, fileKeys, pagingKeys, queryNumber } from '../../platform/paging.ts';
import { money, Range } from '../reports/contract.ts';

const amount = z.string().regex(/^-?\d{1,9}(\.\d{1,6})?$/, 'must be an amount such as -5.00');
const param = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be the alias of a parameter of the source')
  .describe('By which parameter of the source placements are told apart.');
const BELOW = 'Profit below which a placement loses.';
const CERTAINTY = 'Percent: of what is named, no more than the rest of 100 is named by accident.';
const DAYS = 'Whole days that are judged, before those whose conversions still come.';
const VISITS = 'Placements with fewer are not judged.';

export const LosingQuery = z.strictObject({
  source_id: addressId,
  param: param.optional().describe('Default: the first parameter of the source that names placements.'),
  days: queryNumber(1, 365).default(30).describe(DAYS),
  min_visits: queryNumber(1, 1_000_000).default(100).describe(VISITS),
  below: amount.default('0').describe(BELOW),
  certainty: queryNumber(50, 99).default(90).describe(CERTAINTY),
  sortBy: z
    .enum(['placement', 'visits', 'conversions', 'revenue', 'cost', 'profit', 'chance'])
    .default('profit')
    .describe('By profit the worst come first.'),
  order: pagingKeys.order,
  ...fileKeys,
});
export type LosingQuery = z.infer<typeof LosingQuery>;
export type LosingRule = Pick<LosingQuery, 'days' | 'min_visits' | 'below' | 'certainty'>;

export const Losing = z.object({
  data: z.object({
    losing: z.array(
      z.object({
        placement: z.string(),
        visits: z.int(),
        conversions: z.int(),
        revenue: money,
        cost: money,
        profit: money,
        chance: z.number().describe('How likely one that loses nothing would have earned this little, 0 to 1.'),
      }),
    ),
    lost: money.describe('What all that are named lost together.'),
    judged: z.int(),
    few: z.int().describe('Not judged: too few visits.'),
    kept: z.int().describe('Not judged: on a list that was kept.'),
    unknown_visits: z.int().describe('Visits that do not say where they were from, or of days without a known cost.'),
    wait_days: z.int().describe('Days at the end that are left out: nine of ten conversions come within so many.'),
    recorded_from: z
      .string()
      .nullable()
      .describe('Days before this one are left out: their clicks do not say where they were from.'),
    source: z.string(),
    template: z.string().nullable(),
    param: z.string(),
    usual_param: z.string().describe('Taken where none is asked for.'),
    params: z.array(z.object({ alias: z.string(), label: z.string() })),
  }),
  ...Range,
});
export type Losing = z.infer<typeof Losing>;

const rule = {
  source_id: z.int().positive(),
  param,
  days: z.int().min(1).max(365).default(30).describe(DAYS),
  min_visits: z.int().min(1).max(1_000_000).default(100).describe(VISITS),
  below: amount.default('0').describe(BELOW),
  certainty: z.int().min(50).max(99).default(90).describe(CERTAINTY),
};

/** What is asked of a source every day. */
export const PlacementRuleInput = z.strictObject(rule);
export type PlacementRuleInput = z.infer<typeof PlacementRuleInput>;

export const PlacementRule = z.object({
  id: z.int(),
  source_id: z.int(),
  param: z.string(),
  days: z.int(),
  min_visits: z.int(),
  below: money,
  certainty: z.int(),
  created_at: z.string(),
  ran_at: z.string().nullable().describe('Null: not yet. Once a day.'),
  found: z.int().nullable().describe('How many placements lost, that time.'),
});
export type PlacementRule = z.infer<typeof PlacementRule>;

/** Placements that a source was told to leave out, with the days by which they were judged. */
export const PlacementListInput = z.strictObject({
  source_id: z.int().positive(),
  param,
  days: rule.days,
  placements: z.array(z.string().min(1).max(512)).min(1).max(1000),
});
export type PlacementListInput = z.infer<typeof PlacementListInput>;

export const PlacementList = z.object({
  id: z.int(),
  source_id: z.int(),
  param: z.string(),
  placements: z.array(z.string()),
  judged_from: z.string(),
  judged_to: z.string(),
  lost: money.describe('What they lost in the days that were judged.'),
  currency: z.string(),
  created_at: z.string(),
  since_days: z.int().describe('Whole days that are over since it was kept.'),
  since_visits: z.int().describe('Visits that they sent all the same.'),
  saved: z
    .object({ amount: money, low: money, high: money })
    .nullable()
    .describe(
      'An estimate, with an interval of 90 %. Null: on the first day, or where there is nothing to measure by.',
    ),
});
export type PlacementList = z.infer<typeof PlacementList>;

export const OfSource = z.strictObject({ source_id: addressId });

export const ListsQuery = z.strictObject({
  ...OfSource.shape,
  sortBy: z.enum(['created_at', 'lost', 'since_visits', 'saved']).default('created_at'),
  order: pagingKeys.order,
  ...fileKeys,
});
export type ListsQuery = z.infer<typeof ListsQuery>;
