import { z } from 'zod';

/** What of the event store is being filled up from the database. */
export const FILL_STAGES = ['conversions', 'clicks', 'visits', 'catching_up'] as const;
export type FillStage = (typeof FILL_STAGES)[number];

/** Events that the event store held once and that nothing else holds. */
const MissingEvents = z.object({
  from: z.iso.date().describe('First day (UTC) with something missing.'),
  to: z.iso.date(),
  visits: z.int(),
  clicks: z.int(),
  views: z.int(),
  seen: z.int().describe('Product cards, quarters of reviews and buttons that were in sight.'),
});
export type MissingEvents = z.infer<typeof MissingEvents>;

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
