import { z } from 'zod';
import { requiredText, requiredCode } from '../../platform/fields.ts';

/** How a key begins that stands for the id of a click that was erased. */
export const ERASED = 'erased:';

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

export const EraseBody = z.strictObject({ click_id: requiredCode(512), reason: requiredText(500) });
export type EraseBody = z.infer<typeof EraseBody>;
