import { z } from 'zod';
import { moment, untoldList } from '../../platform/fields.ts';
import { ALERT_SEVERITIES, ALERT_STATES } from './words.ts';
import { addressId, fileKeys, oneOf, pageOf, pagingKeys } from '../../platform/paging.ts';

/** Ways out of the house. */
export const ALERT_CHANNELS = ['webhook', 'email'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];
export type AlertState = (typeof ALERT_STATES)[number];

/** One line of what is known, for people. */
export const AlertDetail = z.object({ label: z.string(), text: z.string() });
export type AlertDetail = z.infer<typeof AlertDetail>;

/** Something that needs a person. */
export const Alert = z.object({
  id: z.int(),
  kind: z.string(),
  severity: z.enum(ALERT_SEVERITIES),
  subject_kind: z.string().describe('The noun it is about: offer, guide, link, source, network.'),
  subject_id: z.int(),
  subject_name: z.string(),
  message: z.string(),
  details: z.array(AlertDetail),
  count: z.int().describe('How often it was raised until it was closed.'),
  state: z.enum(ALERT_STATES).describe('One whose snooze is over is open again.'),
  snoozed_until: z.string().nullable(),
  is_read: z.boolean().describe('Only an open one can be unread.'),
  first_at: z.string(),
  last_at: z.string(),
  closed_at: z.string().nullable(),
  closed_by: z.string().nullable().describe('Who closed it; null: it closed by itself, or is not closed.'),
});
export type Alert = z.infer<typeof Alert>;

/** What a file of the list tells of each; not the details, which may hold what an answer or an address says. */
export const ALERT_COLUMNS = [
  'id',
  'kind',
  'severity',
  'subject_kind',
  'subject_id',
  'subject_name',
  'message',
  'count',
  'state',
  'first_at',
  'last_at',
  'snoozed_until',
  'closed_at',
  'closed_by',
] as const satisfies (keyof Alert)[];

export const AlertQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(['last_at', 'first_at', 'severity', 'count']).default('last_at'),
  state: z.enum(ALERT_STATES).optional(),
  severity: z.enum(ALERT_SEVERITIES).optional(),
  kind: z.string().trim().max(64).optional(),
  subject_kind: z.string().trim().max(40).optional(),
  subject_id: addressId.optional(),
});
export type AlertQuery = z.infer<typeof AlertQuery>;

/** The kinds that there are, for the filter, come with every page. */
export const AlertPage = pageOf(Alert).extend({ kinds: z.array(z.string()) });
/** Without what an answer or an address may hold. */
export const AlertPageMasked = AlertPage.extend({ data: z.array(Alert.extend({ details: untoldList })) });

export type AlertPage = z.infer<typeof AlertPage>;

/** What a person decides. `snoozed_until` belongs to the state `snoozed` alone and lies ahead. */
export const AlertChange = z
  .strictObject({
    state: z.enum(ALERT_STATES).optional(),
    snoozed_until: moment.optional(),
    is_read: z.boolean().optional(),
  })
  .superRefine((change, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['snoozed_until'], message });
    if (change.state === 'snoozed' && !change.snoozed_until) refuse('This field is required.');
    if (change.state !== 'snoozed' && change.snoozed_until) refuse('belongs to the state snoozed');
  });
export type AlertChange = z.infer<typeof AlertChange>;

export const AlertReply = oneOf(Alert);

/** What the bell shows. */
export const AlertCounts = z.object({ open: z.int(), unread: z.int() });
export type AlertCounts = z.infer<typeof AlertCounts>;

export const AlertCountsReply = oneOf(AlertCounts);

export const AlertTest = z.strictObject({ channel: z.enum(ALERT_CHANNELS) });
export type AlertTest = z.infer<typeof AlertTest>;
