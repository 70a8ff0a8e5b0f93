import { z } from 'zod';

/** What of the event store is being filled up from the database. */
export const FILL_STAGES = ['conversions', 'clicks', 'visits', 'catching_up'] as const;
export type FillStage = (typeof FILL_STAGES)[number];

/** Events that the event store held once and that nothing else holds. */
export const MissingEvents = z.object({
  from: z.iso.date().describe('First day (UTC) with something missing.'),
  to: z.iso.date(),
  visits: z.int(),
  clicks: z.int(),
  views: z.int(),
  seen: z.int().describe('Product cards, quarters of reviews and buttons that were in sight.'),
});
export type MissingEvents = z.infer<typeof MissingEvents>;
