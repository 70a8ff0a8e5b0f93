import { z } from 'zod';
import { requiredCode } from '../../platform/fields.ts';
import { fileKeys, pagingKeys } from '../../platform/paging.ts';
import { ROLES } from '../../platform/permissions.ts';

const email = z
  .preprocess((value) => (value === '' ? null : value), z.email('must be a mail address').max(254).nullable())
  .describe('Where a link to set the password is sent, when mail is set up.');
const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`);
const person_id = z.int().positive().nullable().describe('The byline of the same person, of those under People.');

export const Member = z.object({
  id: z.int(),
  username: z.string(),
  role: z.enum(ROLES),
  email: z.string().nullable(),
  person_id: z.int().nullable(),
  person_name: z.string().nullable(),
  state: z
    .enum(['active', 'invited', 'disabled'])
    .describe('invited: the link was not used yet; a disabled person cannot sign in.'),
  has_second_factor: z.boolean(),
  sessions: z.int().describe('Open at this moment.'),
  last_seen_at: z.string().nullable(),
  link_expires_at: z.string().nullable().describe('Until when the last link to set a password works.'),
  created_at: z.string(),
});
export type Member = z.infer<typeof Member>;

const requirement = z.iso.datetime({ error: 'must be a time such as 2026-12-01T00:00:00Z' }).nullable();

/** From when on the people of each role need a second factor; null: they may do without. */
export const SecondFactorRules = z.object({ admin: requirement, editor: requirement, analyst: requirement });
export type SecondFactorRules = z.infer<typeof SecondFactorRules>;

/** Roles that are left out stay as they are. */
export const SecondFactorRulesBody = z
  .strictObject(SecondFactorRules.partial().shape)
  .refine((change) => Object.keys(change).length > 0, 'must name a role at least');
export const SecondFactorRulesReply = z.object({ data: SecondFactorRules, message: z.string() });

export const TeamQuery = z.strictObject({
  sortBy: z
    .enum(['username', 'state', 'has_second_factor', 'sessions', 'last_seen_at', 'person_name'])
    .default('username'),
  order: pagingKeys.order,
  ...fileKeys,
});
export type TeamQuery = z.infer<typeof TeamQuery>;

export const TeamReply = z.object({
  data: z.array(Member),
  can_mail: z.boolean(),
  second_factor_from: SecondFactorRules,
});
export type TeamReply = z.infer<typeof TeamReply>;

export const MemberReply = z.object({ data: Member, message: z.string() });

/** Whoever were called so could hide behind the program. */
const TAKEN_BY_AUDIT: ReadonlySet<string> = new Set(['system', 'on the machine']);

export const InviteBody = z.strictObject({
  username: requiredCode(64)
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+-]*$/u, 'must be letters, digits, blanks and . _ @ + - only')
    .refine((name) => !TAKEN_BY_AUDIT.has(name.toLowerCase()), 'is what the audit calls the program itself')
    .describe('What the person signs in with.'),
  role,
  email: email.optional(),
  person_id: person_id.optional(),
});
export type InviteBody = z.infer<typeof InviteBody>;

/** Keys that are left out stay as they are. */
export const MemberChange = z.strictObject({
  role: role.optional(),
  email: email.optional(),
  person_id: person_id.optional(),
});
export type MemberChange = z.infer<typeof MemberChange>;

export const PasswordLink = z.object({
  data: Member,
  link: z.string().describe('To copy: opens the form that sets the password. Works once; shown this once.'),
  expires_at: z.string(),
  is_mailed: z.boolean().describe('It was sent to the address of the person too.'),
  message: z.string(),
});
export type PasswordLink = z.infer<typeof PasswordLink>;
