import { z } from 'zod';
import { amount } from '../../platform/fields.ts';
import { addressId, pageOf, pagingKeys } from '../../platform/paging.ts';
import { isTimeZone } from '../../platform/time.ts';
import type { ConversionStatus } from '../networks/contract.ts';
import { EVENT_TYPES } from '../sources/contract.ts';

/** What became of an incoming postback; the closed list. */
export const IN_REASONS = [
  'recorded',
  'updated',
  'duplicate_ignored',
  'unmatched_click',
  'late_click',
  'offer_capped',
  'amount_conflict',
  'ambiguous_target',
  'not_counted',
  'missing_click_id',
  'parameter_pollution',
  'literal_macro',
  'bad_key',
  'bad_signature',
  'ip_not_allowed',
  'unmapped_status',
  'ignored_status',
  'bad_amount',
  'bad_currency',
  'foreign_click',
  'network_in_trash',
  'rate_limited',
  'internal_error',
] as const;
export type InReason = (typeof IN_REASONS)[number];

/** Kept because somebody may mend the cause: they can be judged again. */
export const QUARANTINE = [
  'missing_click_id',
  'parameter_pollution',
  'literal_macro',
  'unmapped_status',
  'ignored_status',
  'bad_amount',
  'bad_currency',
  'foreign_click',
  'network_in_trash',
  'internal_error',
] as const satisfies readonly InReason[];

export const LOG_STATES = ['received', 'done', 'queued', 'sent', 'retrying', 'failed', 'cancelled', 'skipped'] as const;
export type LogState = (typeof LOG_STATES)[number];

export const ATTRIBUTIONS = ['matched', 'late', 'orphan', 'manual'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];

/** Why a conversion whose click is known is in no sum. */
export const NOT_COUNTED = ['rebill', 'late'] as const;
export type NotCounted = (typeof NOT_COUNTED)[number];

/** What a network is told. Anything that we understood is a success for it. */
export const PostbackAnswer = z.object({
  ok: z.literal(true),
  result: z.enum(['recorded', 'updated', 'duplicate', 'unmatched', 'ignored']),
  id: z.string().nullable().describe('The conversion; null when none was counted.'),
  reason: z.enum(IN_REASONS),
});
export type PostbackAnswer = z.infer<typeof PostbackAnswer>;

/** What became of a made-up postback. */
export const NetworkTest = z.object({ message: z.string(), data: PostbackAnswer, sent: z.string() });
export type NetworkTest = z.infer<typeof NetworkTest>;

export const PostbackParams = z.object({ key: z.string().max(2048) });
export const StrayParams = z.object({ '*': z.string().max(2048).default('') });

export const PostbackLog = z.object({
  id: z.string(),
  direction: z.enum(['in', 'out']),
  is_demo: z.boolean(),
  is_test: z.boolean(),
  source_id: z.int().nullable(),
  network_id: z.int().nullable(),
  click_id: z.string().nullable(),
  conversion_id: z.string().nullable(),
  event_type: z.string().nullable(),
  event_key: z.string().nullable().describe('The same for every attempt of one outgoing postback.'),
  attempt: z.int(),
  max_attempts: z.int(),
  method: z.string(),
  url_masked: z.string(),
  request_query: z.array(z.tuple([z.string(), z.string()])),
  request_body: z.string().nullable(),
  remote_net: z.string().nullable(),
  response_status: z.int().nullable(),
  response_body: z.string().nullable(),
  duration_ms: z.int().nullable(),
  state: z.enum(LOG_STATES),
  reason_code: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  created_at: z.string(),
});
export type PostbackLog = z.infer<typeof PostbackLog>;

const flag = z.enum(['1', 'true', '0', 'false']).transform((text) => text === '1' || text === 'true');

const day = z.iso.date('must be a day such as 2026-03-01');

export const LogQuery = z.strictObject({
  page: pagingKeys.page,
  limit: pagingKeys.limit,
  itemsPerPage: pagingKeys.itemsPerPage,
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

export const NetworkLogQuery = z.strictObject({
  page: pagingKeys.page,
  limit: pagingKeys.limit,
  itemsPerPage: pagingKeys.itemsPerPage,
  reason: z.enum(IN_REASONS).optional(),
  click_id: z.string().trim().max(512).optional(),
});
export type NetworkLogQuery = z.infer<typeof NetworkLogQuery>;

export const LogSummary = z.object({
  sent: z.int(),
  failed: z.int(),
  retrying: z.int(),
  skipped: z.int(),
  p95_ms: z.int().nullable(),
});
export type LogSummary = z.infer<typeof LogSummary>;

export const LogPage = pageOf(PostbackLog).extend({ summary: LogSummary });
export const NetworkLogPage = pageOf(PostbackLog);

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

export const LogParams = z.object({
  id: addressId,
  logId: z
    .string()
    .refine((text) => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) < 2n ** 63n, 'must be a whole number from 1')
    .transform(BigInt),
});

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

/** What a list of conversions is narrowed to. `from` inclusive, `to` exclusive, by the time basis. */
export type ConversionFilters = {
  from: Date;
  to: Date;
  time_basis?: 'click' | 'conversion' | undefined;
  sortBy?: 'occurred_at' | 'received_at' | 'payout' | 'status' | undefined;
  status?: readonly ConversionStatus[] | undefined;
  event_type?: string | undefined;
  network_id?: number | undefined;
  offer_id?: number | undefined;
  listicle_id?: number | undefined;
  item_id?: number | undefined;
  source_id?: number | undefined;
  link_id?: number | undefined;
  attribution?: Attribution | undefined;
  utm_source?: string | undefined;
  utm_medium?: string | undefined;
  utm_campaign?: string | undefined;
  utm_term?: string | undefined;
  utm_content?: string | undefined;
  country?: string | undefined;
  device?: string | undefined;
  /** A click id or a transaction id, whole. */
  search?: string | undefined;
};
