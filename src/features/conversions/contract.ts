import { z } from 'zod';
import type { ConversionStatus } from '../networks/conversion-statuses.ts';

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
  guide_id?: number | undefined;
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
