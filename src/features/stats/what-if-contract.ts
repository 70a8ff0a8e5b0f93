import { z } from 'zod';
import { addressId, queryNumber } from '../../platform/paging.ts';
import { filterKeys, Range, rangeKeys } from '../reports/contract.ts';

const { format: _format, ...days } = rangeKeys;
const position = queryNumber(1, 100).optional();

export const WhatIfQuery = z.strictObject({
  ...days,
  ...filterKeys,
  listicle_id: addressId,
  first: position.describe('A position of the guide. Default: 2, or 1 where there are only two products.'),
  second: position.describe('The position to change places with. Default: the one after the first.'),
});
export type WhatIfQuery = z.infer<typeof WhatIfQuery>;

const Product = z.object({ position: z.int(), item_id: z.int(), item: z.string() });

const guessOf = <T extends z.ZodType>(amount: T) =>
  z
    .object({
      now: amount,
      swapped: amount,
      change: amount.describe('swapped - now'),
      ci95: z.tuple([amount, amount]).describe('In which the true change lies in 95 of 100 cases.'),
      verdict: z.enum(['more', 'less', 'too_few']).describe('`too_few` while it may be either more or less.'),
    })
    .nullable();

export const WhatIfReply = z.object({
  data: z.object({
    products: z.array(
      Product.extend({
        lift: z
          .number()
          .nullable()
          .describe(
            'Times the average product of the guide, whatever the position; null while it cannot be told apart from its position.',
          ),
        lift_ci95: z.tuple([z.number(), z.number()]).nullable(),
      }),
    ),
    swap: z
      .object({
        first: Product,
        second: Product,
        clicks: guessOf(z.number()).describe(
          'Null while the two cannot be compared: neither they nor others tie them together.',
        ),
        revenue: guessOf(z.string()).describe('Expected money; null also while one of the two has no conversion.'),
      })
      .nullable()
      .describe('With the readers of the range. Null for a guide of fewer than two products.'),
  }),
  ...Range,
});
export type WhatIfReply = z.infer<typeof WhatIfReply>;
