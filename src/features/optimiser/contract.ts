import { z } from 'zod';
import { version } from '../../platform/fields.ts';
import { oneOf, pageOf, pagingKeys } from '../../platform/paging.ts';
import { GOALS } from '../links/contract.ts';

/** What an administrator sets about auto-optimisation. Keys that are left out stay as they are. */
export const OptimiserChange = z.strictObject({
  is_enabled: z.boolean().optional(),
  goal: z.enum(GOALS).optional(),
  floor_percent: z.int().min(1).max(50).optional().describe('Percent of visits that each destination keeps.'),
  step_points: z.int().min(1).max(50).optional().describe('Points that a share may move in one run.'),
  is_frozen: z.boolean().optional().describe('True: the shares stay as they are until it is taken back.'),
  version,
});
export type OptimiserChange = z.infer<typeof OptimiserChange>;

const decimal = z.string().describe('Money per visit in the currency of the site, or a rate from 0 to 1.');

export const OptimiserArm = z.object({
  destination_id: z.int(),
  name: z.string(),
  is_control: z.boolean(),
  share: z.int().describe('Percent of new visits of its pool.'),
  visits: z.int(),
  effective_visits: z
    .int()
    .describe('Visits, each counted by the part of its conversions that usually has come by now.'),
  conversions: z.int().describe('What the goal counts: conversions, or visits that clicked out.'),
  value: decimal.nullable().describe('Null while nothing is known.'),
  low: decimal.nullable().describe('With `high`: holds the value in 95 of 100 cases.'),
  high: decimal.nullable(),
  p_best: z.number().nullable().describe('Chance that it is the best of its pool, 0 to 1; null while data is short.'),
});
export type OptimiserArm = z.infer<typeof OptimiserArm>;

/** Destinations that share the visits of one rule, or of everybody whom no rule takes. */
export const OptimiserPool = z.object({
  rule_id: z.int().nullable(),
  rule_name: z.string().nullable(),
  status: z.enum(['ready', 'not_enough_data', 'no_choice']),
  words: z.string(),
  effective_visits: z.int(),
  conversions: z.int(),
  missing_visits: z.int().describe('More visits, old enough to judge, before anything is moved.'),
  missing_conversions: z.int(),
  arms: z.array(OptimiserArm),
});
export type OptimiserPool = z.infer<typeof OptimiserPool>;

export const Optimiser = z.object({
  is_enabled: z.boolean(),
  goal: z.enum(GOALS),
  floor_percent: z.int(),
  step_points: z.int(),
  is_frozen: z.boolean(),
  next_run_at: z.string().nullable().describe('Null while it is off or frozen.'),
  undo_objection: z.string().nullable().describe('Why the last step cannot be undone, in words; null: it can.'),
  version: z.int().describe('That of the link.'),
});
export type Optimiser = z.infer<typeof Optimiser>;

export const OptimiserRun = z.object({
  id: z.int(),
  rule_name: z.string().nullable(),
  goal: z.enum(GOALS),
  status: z.enum(['moved', 'kept', 'not_enough_data']),
  words: z.string(),
  moves: z.array(z.object({ id: z.int(), name: z.string(), before: z.int(), after: z.int() })),
  count: z.int().describe('How often it came to the same.'),
  first_at: z.string(),
  last_at: z.string(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
});
export type OptimiserRun = z.infer<typeof OptimiserRun>;

export const OptimiserRunQuery = z.strictObject({
  page: pagingKeys.page,
  limit: pagingKeys.limit,
  itemsPerPage: pagingKeys.itemsPerPage,
});
export type OptimiserRunQuery = z.infer<typeof OptimiserRunQuery>;

export const OptimiserReply = oneOf(Optimiser);
export const OptimiserPools = z.object({
  data: z.array(OptimiserPool),
  goal: z.enum(GOALS),
  currency: z.string(),
  window_days: z.int().describe('How far back the numbers go.'),
});
export type OptimiserPools = z.infer<typeof OptimiserPools>;
export const OptimiserRunPage = pageOf(OptimiserRun);
