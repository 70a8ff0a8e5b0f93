import { z } from 'zod';

export const RHYTHMS = ['weekly', 'monthly'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** The most that a day can be: of a week the first is Monday; a month has as many for sure. */
export const LAST_DAY: Record<Rhythm, number> = { weekly: 7, monthly: 28 };
/** At this hour of the site's zone letters go out. */
export const MAIL_HOUR = 7;

/** Both inside. */
const Days = z.object({ from: z.string(), to: z.string() });
export type Days = z.infer<typeof Days>;

const rhythm = z.enum(RHYTHMS).describe('About the last whole week, Monday to Sunday, or the last whole month.');

export const ViewMailBody = z.strictObject({
  rhythm,
  day: z.int().min(1).max(LAST_DAY.monthly).describe('Weekly: 1 = Monday to 7. Monthly: the day of the month.'),
  is_paused: z.boolean().default(false),
});
export type ViewMailBody = z.input<typeof ViewMailBody>;

export const ViewMailNow = z.strictObject({ rhythm });
export type ViewMailNow = z.infer<typeof ViewMailNow>;

const ViewMail = z.object({
  rhythm,
  day: z.int(),
  is_paused: z.boolean(),
  next_at: z.string().nullable().describe('When the next letter goes out, or is tried again; null while paused.'),
  next_days: Days.describe('What it will be about.'),
  sent_at: z.string().nullable(),
  error: z.string().nullable().describe('Why the last letter did not go out.'),
});

export const ViewMailReply = z.object({
  data: ViewMail.nullable().describe('Of who asks; null: the view is not mailed to them.'),
  can_mail: z.boolean().describe('false: no mail server is set up.'),
  address: z.string().nullable().describe('Enough of one’s own to know it by; null: the account has none.'),
  tz: z.string(),
});
export type ViewMailReply = z.infer<typeof ViewMailReply>;

export const ViewMailDone = ViewMailReply.extend({ message: z.string() });
export type ViewMailDone = z.infer<typeof ViewMailDone>;
