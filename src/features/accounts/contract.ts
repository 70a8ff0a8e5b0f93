import { z } from 'zod';
import { requiredCode } from '../../platform/fields.ts';
import { ROLES } from '../../platform/permissions.ts';

export const MAX_PASSWORD = 1024;

export const User = z.object({
  id: z.int(),
  username: z.string(),
  role: z.enum(ROLES),
  permissions: z
    .array(z.string())
    .describe('What the role may do; `read:money`: sums are told. The administrator may do everything: ["*"].'),
});
export type User = z.infer<typeof User>;

const typedPassword = z.string().min(1, 'This field is required.').max(MAX_PASSWORD);
/** How long it must be depends on the second factor, which only the server knows. */
const newPassword = typedPassword;
const code = z.string().trim().min(6, 'must be the 6 digits of the app, or a recovery code').max(32);

export const LoginBody = z.strictObject({
  username: requiredCode(64),
  password: typedPassword,
  permanent: z.boolean().optional(),
  code: code.optional().describe('Of the second factor, or a recovery code; asked for by 401 `totp_required`.'),
});
export type LoginBody = z.infer<typeof LoginBody>;

export const LoginReply = z.object({ token: z.string(), user: User, expires_at: z.string(), message: z.string() });
export type LoginReply = z.infer<typeof LoginReply>;

export const MeReply = z.object({
  user: User,
  administrators: z.array(z.string()).describe('Whom to ask for what is not open to the role.'),
});

export const ConfirmBody = z.strictObject({ password: typedPassword });

export const PasswordBody = z.strictObject({ current_password: typedPassword, new_password: newPassword });
export type PasswordBody = z.infer<typeof PasswordBody>;

export const Session = z.object({
  id: z.string(),
  device: z.string().nullable().describe('Browser and system, such as "Firefox on Windows".'),
  country: z.string().nullable().describe('Two letters, by the address at the login.'),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean().describe('The one that asks.'),
});
export type Session = z.infer<typeof Session>;

export const SessionsReply = z.object({ data: z.array(Session) });
export const SessionParams = z.object({ id: z.string().regex(/^\d{1,18}$/, 'must be the id of a session') });

export const SecondFactor = z.object({
  is_on: z.boolean(),
  since: z.string().nullable(),
  recovery_codes_left: z.int(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const SecondFactorSetup = z.object({
  secret: z.string().describe('Base32, for an app that cannot read pictures.'),
  uri: z.string().describe('otpauth://, what the picture holds.'),
});
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

export const CodeBody = z.strictObject({ code });

export const RecoveryCodes = z.object({ codes: z.array(z.string()).describe('Each works once; shown this once.') });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const ForgotBody = z.strictObject({ username: requiredCode(64) });

/** One that a letter or a chat has mangled is told like one that is over. */
const linkToken = z.string().min(1, 'This field is required.').max(1024);

export const LinkBody = z.strictObject({ token: linkToken });
export const LinkReply = z.object({
  username: z.string(),
  kind: z.enum(['invite', 'reset']),
  min_length: z.int().describe('Of the password, in characters.'),
});
export type LinkReply = z.infer<typeof LinkReply>;

export const LinkPasswordBody = z.strictObject({ token: linkToken, password: newPassword });
