import { z } from 'zod';
import { count, lineUnconverted, money } from '../reports/contract.ts';

/** How many minutes are told, the running one included. */
export const REALTIME_MINUTES = 30;

const counts = {
  visits: count,
  clicks: count.describe('Of people, on products and buttons'),
  conversions: count.describe('pending + approved, by the time of the conversion'),
};
const figures = { ...counts, revenue_expected: money.describe('pending + approved') };

const replyOf = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  data: z
    .array(z.object({ minute: z.string().describe('When it began'), ...shape }))
    .describe('Each minute, the oldest first, those without anything included; the last one is still running.'),
  totals: z.object(shape),
  newest_at: z.string().nullable().describe('The newest event of these minutes, robots included; null: there is none.'),
  as_of: z
    .string()
    .nullable()
    .describe('What happened until then is counted; what is newer waits to be. null: nobody can say.'),
  is_stuck: z.boolean().describe('Events wait for longer than they should, or a store refuses them.'),
  tz: z.string(),
  generated_at: z.string(),
});

export const Realtime = z.object({
  ...replyOf(figures),
  unconverted: lineUnconverted,
  currency: z.string(),
});
export type Realtime = z.infer<typeof Realtime>;

/** For who may not see money. */
export const RealtimeCounts = z.object(replyOf(counts));
