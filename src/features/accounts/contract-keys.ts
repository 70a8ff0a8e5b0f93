import { z } from 'zod';
import { requiredText } from '../../platform/fields.ts';
import { fileKeys, pagingKeys } from '../../platform/paging.ts';
import { SCOPES } from '../../platform/permissions.ts';

/** Keys are made anew now and then: none lives longer than a year. */
export const KEY_DAYS = { most: 366, usual: 90 } as const;

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  token_start: z.string().describe('How the key begins.'),
  scopes: z.array(z.enum(SCOPES)),
  user_id: z.int(),
  username: z.string().describe('Who made it: it may never do more than this person may, and ends with the account.'),
  state: z.enum(['active', 'expired', 'revoked', 'disabled']).describe('disabled: its maker is.'),
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  calls: z
    .array(z.object({ day: z.string(), calls: z.int() }))
    .describe('Of the last 30 days (UTC) on which it was used, the latest first.'),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeysQuery = z.strictObject({
  sortBy: z.enum(['name', 'state', 'created_at', 'expires_at', 'last_used_at', 'calls']).default('created_at'),
  order: pagingKeys.order,
  ...fileKeys,
});
export type ApiKeysQuery = z.infer<typeof ApiKeysQuery>;

export const ApiKeysReply = z.object({
  data: z.array(ApiKey),
  calls_per_minute: z.int().describe('How many each may make; those above are answered by 429.'),
});
export type ApiKeysReply = z.infer<typeof ApiKeysReply>;

export const ApiKeyBody = z.strictObject({
  name: requiredText(80).describe('What it is for.'),
  scopes: z
    .array(z.enum(SCOPES, `must be one of ${SCOPES.join(', ')}`))
    .min(1, 'must name one at least')
    .max(SCOPES.length)
    .refine((all) => new Set(all).size === all.length, 'must not name the same twice'),
  days: z
    .int('must be a whole number')
    .min(1, 'must be 1 at least')
    .max(KEY_DAYS.most, `must be ${KEY_DAYS.most} at most`)
    .describe('After which it ends.'),
});
export type ApiKeyBody = z.infer<typeof ApiKeyBody>;

export const MadeKey = z.object({
  data: ApiKey,
  key: z.string().describe('Shown this once.'),
  message: z.string(),
});
export type MadeKey = z.infer<typeof MadeKey>;

export const ApiKeyReply = z.object({ data: ApiKey, message: z.string() });
