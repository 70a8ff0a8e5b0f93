import { z } from 'zod';
import { currency, requiredText, version, line, untoldText } from '../../platform/fields.ts';
import { oneOf, fileKeys, pageOf, pagingKeys } from '../../platform/paging.ts';
import { isTimeZone } from '../../platform/time.ts';

/** From which severity on alerts leave the back office. */
export const ALERT_FROM = ['info', 'warning', 'critical'] as const;

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
  contact_retention_days: z.int(),
  alert_webhook_url: z.string(),
  alert_email: z.string(),
  alert_severity: z.enum(ALERT_FROM),
  is_backup_on: z.boolean(),
  backup_hour: z.int(),
  backup_keep_daily: z.int(),
  backup_keep_weekly: z.int(),
  backup_keep_monthly: z.int(),
  version: z.int(),
  updated_at: z.string(),
});
export type Settings = z.infer<typeof Settings>;

/** A zone by its name. The runtime also knows offsets and any case as zones, the stores do not. */
export const timeZone = z
  .string()
  .trim()
  .max(64)
  .refine(
    (zone) => /^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(zone) && isTimeZone(zone),
    'must be a zone such as Europe/Berlin',
  );

/** Keys that are left out stay as they are. */
export const SettingsChange = z.strictObject({
  ...z
    .strictObject({
      brand: requiredText(60),
      tagline: line.max(120),
      disclosure: requiredText(500),
      contact_email: z.union([z.literal(''), z.string().trim().max(254).pipe(z.email())], 'must be an e-mail address'),
      currency,
      time_zone: timeZone,
      click_retention_days: z.int().min(1).max(730),
      log_retention_days: z.int().min(1).max(365),
      contact_retention_days: z.int().min(1).max(1825),
      alert_webhook_url: z.union(
        [z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)],
        'must be an address that begins with https://',
      ),
      alert_email: z.union([z.literal(''), z.string().trim().max(254).pipe(z.email())], 'must be an e-mail address'),
      alert_severity: z.enum(ALERT_FROM),
      is_backup_on: z.boolean(),
      backup_hour: z.int().min(0).max(23),
      backup_keep_daily: z.int().min(1).max(366),
      backup_keep_weekly: z.int().min(0).max(520),
      backup_keep_monthly: z.int().min(0).max(240),
    })
    .partial().shape,
  version,
});
export type SettingsChange = z.infer<typeof SettingsChange>;

export const SettingsReply = oneOf(Settings);

/** Without where alerts go: the address of a webhook opens its door. */
export const SettingsReplyMasked = oneOf(Settings.extend({ alert_webhook_url: untoldText, alert_email: untoldText }));

/** Whether what the asking browser opens and follows is left out of the counts. */
export const OwnVisits = z.strictObject({ is_ignored: z.boolean() });
export type OwnVisits = z.infer<typeof OwnVisits>;

export const OwnVisitsReply = oneOf(OwnVisits);

/** What somebody wrote through the contact form. */
export const ContactMessage = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  is_read: z.boolean(),
  created_at: z.string(),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

/** What a file of them tells of each. */
export const CONTACT_COLUMNS = Object.keys(ContactMessage.shape) as (keyof ContactMessage)[];

export const ContactQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(['created_at', 'name', 'email', 'is_read']).default('created_at'),
  is_read: z.enum(['true', 'false']).optional(),
});
export type ContactQuery = z.infer<typeof ContactQuery>;

export const ContactPage = pageOf(ContactMessage);

/** All that can be changed of what somebody else wrote. */
export const ContactChange = z.strictObject({ is_read: z.boolean() });
export type ContactChange = z.infer<typeof ContactChange>;

export const ContactReply = oneOf(ContactMessage);

/** Any script may stand before and behind the @ (RFC 6531); what cannot be an address of anybody is refused. */
const isReaderEmail = (text: string): boolean =>
  /^[^\s@<>()[\],;:"\\\p{C}]{1,64}@[\p{L}\p{N}\p{M}-]+(\.[\p{L}\p{N}\p{M}-]+)+$/u.test(text) &&
  !/(^\.|\.\.|\.@)/.test(text);

/** A message from the public contact form. `website` is the trap: people do not see it. */
export const ContactBody = z.object({
  name: z.string().trim().min(1, 'This field is required.').max(120),
  email: z
    .string()
    .trim()
    .min(1, 'This field is required.')
    .max(254)
    .refine(isReaderEmail, 'must be an e-mail address'),
  message: z.string().trim().min(1, 'This field is required.').max(5000),
  website: z.string().max(500).optional(),
});
export type ContactBody = z.infer<typeof ContactBody>;
