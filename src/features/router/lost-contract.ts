import { z } from 'zod';

/** A slug that visitors asked for and that leads nowhere. */
export const LostSlug = z.object({
  id: z.int(),
  slug: z.string(),
  visits: z.int().describe('Of people; bots are not counted.'),
  paid: z.int().describe('Those of them whose address says that an ad brought them.'),
  first_at: z.string(),
  last_at: z.string(),
  deleted_name: z.string().nullable().describe('The link in the trash that has this slug.'),
  nearest: z
    .object({ id: z.int(), slug: z.string(), name: z.string() })
    .nullable()
    .describe('The link whose slug is the most like it; null when none is, or when no link can have such a slug.'),
});
export type LostSlug = z.infer<typeof LostSlug>;

/** Those that were paid for first, then by visits; the first 10. */
export const LostReply = z.object({ data: z.array(LostSlug), message: z.string().optional() });
export type LostReply = z.infer<typeof LostReply>;

export const LostLead = z.strictObject({ link_id: z.int().min(1).max(2_147_483_647) });
