import { z } from 'zod';
import { requiredText, requiredCode } from '../../platform/fields.ts';

const row = z.record(z.string(), z.unknown());

export const HeldQuery = z.strictObject({ click_id: requiredCode(512) });

/** Everything that is held about a click, each row as it is stored. */
export const HeldReply = z.object({
  click_id: z.string(),
  exported_at: z.string(),
  visit: row.nullable(),
  clicks: z.array(row).describe('The click and the others of the same visit.'),
  events: z.array(row).describe('Rows of the store of behaviour.'),
  conversions: z.array(row),
  history: z.array(row),
  messages: z.array(row).describe('Postbacks in and out.'),
});
export type HeldReply = z.infer<typeof HeldReply>;

/** A visit, a click or an event as the reply has it. */
export const heldRow = ({ guide_id: guideId, ...stored }: Record<string, unknown>): Record<string, unknown> => ({
  ...stored,
  listicle_id: guideId,
});

export const EraseBody = z.strictObject({ click_id: requiredCode(512), reason: requiredText(500) });
export type EraseBody = z.infer<typeof EraseBody>;
