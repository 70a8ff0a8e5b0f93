import { z } from 'zod';
import { amount } from '../../platform/fields.ts';
import { fileKeys, pagingKeys } from '../../platform/paging.ts';
import { money, Range } from '../reports/contract.ts';

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11');

export const BUDGET_SORTS = ['source', 'state', 'amount', 'spent', 'share', 'at_this_pace'] as const;

export const BudgetQuery = z.strictObject({
  month: month.optional().describe('Default: the month that it is at the site.'),
  sortBy: z.enum(BUDGET_SORTS).default('spent'),
  order: pagingKeys.order,
  ...fileKeys,
});
export type BudgetQuery = z.infer<typeof BudgetQuery>;

/** What may be spent on a source. */
export const BudgetInput = z.strictObject({
  source_id: z.int().min(1).max(2_147_483_647),
  month: month.describe('The first month of it; it holds until another is set.'),
  amount: z
    .union([z.literal('').transform(() => null), z.null(), amount])
    .describe('For each month, in the currency of the site. Null: no budget from that month on.'),
});
export type BudgetInput = z.infer<typeof BudgetInput>;

/** `fast`: within it, but not at the end of the month if it goes on like this. `near`: 80 % and more are spent. */
export const BUDGET_STATES = ['none', 'within', 'fast', 'near', 'over'] as const;
export type BudgetState = (typeof BUDGET_STATES)[number];

export const Budget = z.object({
  source_id: z.int(),
  source: z.string(),
  amount: money.nullable().describe('Null: no budget.'),
  since: z.string().nullable().describe('The month from which on it holds.'),
  set_in: z
    .string()
    .nullable()
    .describe(
      'The currency that it was set in, where the site has another one since: it is not judged until it is set again.',
    ),
  spent: money.nullable().describe('Null: nothing says what was paid.'),
  share: z.number().nullable().describe('spent / amount'),
  at_this_pace: money
    .nullable()
    .describe(
      'What will be spent until the end of the month if the days to come are as the last seven. Null: no day of it is over.',
    ),
  state: z.enum(BUDGET_STATES),
  course: z
    .array(money)
    .describe('What was spent from the first day of the month until the end of each day that has begun.'),
  unconverted: z.string().optional().describe('Money without a rate to the currency, in none of these sums.'),
});
export type Budget = z.infer<typeof Budget>;

/** Sources that have a budget in a month, or cost something in it. */
export const BudgetsReply = z.object({
  data: z.array(Budget),
  month: z.string(),
  days: z.int().describe('Days of the month.'),
  ...Range,
});
export type BudgetsReply = z.infer<typeof BudgetsReply>;
