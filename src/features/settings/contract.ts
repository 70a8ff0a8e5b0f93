import { z } from 'zod';

/** What the whole site says of itself and how long it keeps what. */
export const Settings = z.object({
  brand: z.string(),
  tagline: z.string(),
  disclosure: z.string(),
  contact_email: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  click_retention_days: z.int(),
  log_retention_days: z.int(),
  version: z.int(),
  updated_at: z.string(),
});
export type Settings = z.infer<typeof Settings>;

/** A message from the public contact form. `website` is the trap: people do not see it. */
export const ContactBody = z.object({
  name: z.string('This field is required.').trim().min(1, 'This field is required.').max(120),
  email: z
    .string('This field is required.')
    .trim()
    .min(1, 'This field is required.')
    .max(254)
    .pipe(z.email('must be an e-mail address')),
  message: z.string('This field is required.').trim().min(1, 'This field is required.').max(5000),
  website: z.string().max(500).optional(),
});
export type ContactBody = z.infer<typeof ContactBody>;
