import { z } from 'zod';
import { MissingEvents } from '../events/store-contract.ts';

export const StoreStanding = z.object({
  state: z
    .enum(['whole', 'filling', 'incomplete', 'unreachable'])
    .describe(
      'filling: what the database knows is being written again. incomplete: some days lack what only the store held.',
    ),
  message: z.string().nullable().describe('What is wrong, in one sentence; null while nothing is.'),
  next_step: z.string().nullable(),
  done: z.int().describe('Rows that were brought back.'),
  total: z.int(),
  found_at: z.string().nullable().describe('When the store was last found to be another or an older one.'),
  missing: MissingEvents.nullable(),
});
export type StoreStanding = z.infer<typeof StoreStanding>;

export const StoreStandingReply = z.object({ data: StoreStanding });
