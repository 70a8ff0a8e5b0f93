import { z } from 'zod';

const Waiting = z.object({
  before: z.int().describe('Of before the restore: some of them may have gone out after the backup was taken.'),
  since: z.int().describe('Since the restore: sent whatever is decided.'),
});

export const SendingHold = z.object({
  backup: z.string(),
  instant: z.string().describe('As of when the site was brought back.'),
  restored_at: z.string(),
  postbacks: z.array(Waiting.extend({ source_id: z.int().nullable(), source: z.string() })),
  letters: Waiting.describe('Letters of alerts.'),
  webhooks: Waiting.describe('Messages of alerts to the webhook.'),
});
export type SendingHold = z.infer<typeof SendingHold>;

export const SendingHoldReply = z.object({
  data: SendingHold.nullable().describe('What waits while nothing is sent; null: no hold is on.'),
});

export const SendingHoldBody = z.strictObject({
  outcome: z
    .enum(['released', 'discarded'])
    .describe(
      'released: all that waits is sent. discarded: what is of before the restore is not, and stands as cancelled.',
    ),
});
export type SendingHoldBody = z.infer<typeof SendingHoldBody>;

export const SendingHoldEnded = z.object({ data: z.object({ discarded: z.int() }), message: z.string() });
