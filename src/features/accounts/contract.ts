import { z } from 'zod';

export const User = z.object({
  id: z.int(),
  username: z.string(),
  role: z.literal('admin'),
  permissions: z.array(z.string()).describe('What the role may do; the administrator may do everything: ["*"].'),
});
export type User = z.infer<typeof User>;

export const LoginBody = z.strictObject({
  username: z.string().trim().min(1, 'This field is required.').max(64),
  password: z.string().min(1, 'This field is required.').max(1024),
  permanent: z.boolean().optional(),
});
export type LoginBody = z.infer<typeof LoginBody>;

export const LoginReply = z.object({ token: z.string(), user: User, expires_at: z.string(), message: z.string() });
export type LoginReply = z.infer<typeof LoginReply>;

export const MeReply = z.object({ user: User });
