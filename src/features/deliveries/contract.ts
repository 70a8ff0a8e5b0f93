import { z } from 'zod';
import { amount } from '../../platform/fields.ts';
import { fileKeys, pageOf, pagingKeys } from '../../platform/paging.ts';
import { isTimeZone } from '../../platform/time.ts';
import { LOG_STATES, PostbackLog } from '../conversions/contract.ts';
import { EVENT_TYPES } from '../sources/contract.ts';

const flag = z.enum(['1', 'true', '0', 'false']).transform((text) => text === '1' || text === 'true');

const day = z.iso.date('must be a day such as 2026-03-01');

const { search: _search, ...keys } = pagingKeys;

export const LOG_SORTS = ['created_at', 'attempt', 'response_status', 'duration_ms'] as const;

/** What a file of the log tells of each attempt. */
export const LOG_COLUMNS = [
  'id',
  'created_at',
  'direction',
  'state',
  'event_type',
  'attempt',
  'max_attempts',
  'method',
  'url_masked',
  'response_status',
  'reason_code',
  'duration_ms',
  'click_id',
  'conversion_id',
  'event_key',
  'next_attempt_at',
  'is_demo',
  'is_test',
] as const satisfies (keyof PostbackLog)[];

export const LogQuery = z.strictObject({
  ...keys,
  ...fileKeys,
  sortBy: z.enum(LOG_SORTS).default('created_at'),
  state: z.enum(LOG_STATES).optional(),
  direction: z.enum(['in', 'out']).optional(),
  event_type: z.enum(EVENT_TYPES).optional(),
  click_id: z.string().trim().max(512).optional(),
  include_demo: flag.default(true),
  date_from: day.optional().describe('First day, in `tz`.'),
  date_to: day.optional().describe('Last day, included.'),
  tz: z
    .string()
    .trim()
    .max(64)
    .refine(isTimeZone, 'must be a zone such as Europe/Berlin')
    .optional()
    .describe("Default: the site's zone."),
});
export type LogQuery = z.infer<typeof LogQuery>;

export const LogSummary = z.object({
  sent: z.int(),
  failed: z.int(),
  retrying: z.int(),
  skipped: z.int(),
  p95_ms: z.int().nullable(),
});
export type LogSummary = z.infer<typeof LogSummary>;

export const LogPage = pageOf(PostbackLog).extend({ summary: LogSummary });
/** One postback with every attempt to send it, the newest first. */
export const LogReply = z.object({ data: PostbackLog, attempts: z.array(PostbackLog) });
export type LogReply = z.infer<typeof LogReply>;

/** A postback that is really sent, with sample values. */
export const TestPostbackInput = z.strictObject({
  event_type: z.enum(EVENT_TYPES).default('sale'),
  payout: amount.default('1.00'),
  external_id: z
    .string()
    .trim()
    .max(512)
    .optional()
    .describe("A click id of the source's own, if it is to find a click; left out, a made-up one."),
  confirm: z.literal(true, 'must be true: the traffic source really gets this').describe('That it leaves the house.'),
});
export type TestPostbackInput = z.input<typeof TestPostbackInput>;

export const TestPostbackReply = z.object({ message: z.string(), data: PostbackLog });
export type TestPostbackReply = z.infer<typeof TestPostbackReply>;

export const DEMO_SCENARIOS = ['success', 'client_error', 'server_error', 'timeout', 'mixed'] as const;

export const DemoInput = z.strictObject({
  count: z.int().min(1).max(50).default(5),
  scenario: z.enum(DEMO_SCENARIOS).default('mixed'),
  event_type: z.enum(EVENT_TYPES).default('sale'),
  payout: amount.default('25.00'),
  dry_run: z.boolean().default(false).describe('Only shows the resolved URL; writes nothing.'),
});
export type DemoInput = z.infer<typeof DemoInput>;

export const DemoReply = z.object({
  message: z.string(),
  data: z.array(PostbackLog),
  resolved_url: z.string().nullable().describe('The template filled with sample values, secrets masked.'),
  problems: z.array(z.string()),
});
export type DemoReply = z.infer<typeof DemoReply>;

/** How the postbacks of a traffic source go. */
export const EndpointState = z.object({
  is_on: z.boolean().describe('The switch of the source: are postbacks sent to it at all?'),
  failures_in_a_row: z.int(),
  last_reason: z.string().nullable(),
  stopped_at: z.string().nullable().describe('Since when nothing is sent, after 25 failures in a row.'),
  held: z.int().describe('Postbacks that wait for somebody to let them go on.'),
});
export type EndpointState = z.infer<typeof EndpointState>;
export const EndpointReply = z.object({ data: EndpointState });
