import { z } from 'zod';
import { Conversion } from '../conversions/manual-contract.ts';

/** What an id can be the id of. */
export const ID_KINDS = ['visit', 'click', 'transaction', 'conversion', 'message'] as const;

export const TimelineQuery = z.strictObject({
  id: z.string().trim().min(1, 'This field is required.').max(512),
  kind: z.enum(ID_KINDS).optional().describe('What the id is; left out, every kind is looked for.'),
});
export type TimelineQuery = z.infer<typeof TimelineQuery>;

export const STEP_KINDS = ['visit', 'view', 'seen', 'click', 'message', 'conversion', 'sent', 'gap'] as const;
export const TONES = ['ok', 'info', 'warn', 'error'] as const;

/** Why a step that one would expect is not there. Verdicts on messages and HTTP answers (`http_404`) have words of their own. */
export const GAP_REASONS = [
  'direct_visit',
  'visit_removed',
  'bot_visit',
  'own_visit',
  'link_closed',
  'no_destination',
  'network_paused',
  'page_not_opened',
  'pages_unknown',
  'product_not_seen',
  'no_click',
  'click_unknown',
  'click_not_found',
  'click_removed',
  'traces_deleted',
  'offer_without_network',
  'no_message_yet',
  'network_silent',
  'not_judged_yet',
  'test_message',
  'not_counted',
  'at_risk',
  'unconverted',
  'no_source',
  'postback_off',
  'status_not_sent',
  'waits_to_be_sent',
  'log_removed',
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** One thing that happened, or did not, between the ad and the money. */
export const TimelineStep = z.object({
  kind: z.enum(STEP_KINDS),
  at: z.string().nullable(),
  title: z.string(),
  text: z.string().describe('A sentence for a person.'),
  reason: z.string().nullable().describe('A code of the closed lists; null where all is as it should be.'),
  tone: z.enum(TONES),
  facts: z.array(z.tuple([z.string(), z.string()])),
  conversion_id: z.string().nullable(),
  log_id: z.string().nullable(),
});
export type TimelineStep = z.infer<typeof TimelineStep>;

/** One way from an ad to the bank: at most one visit and one click, with everything that came of them. */
export const Journey = z.object({
  visit_id: z.string().nullable(),
  click_id: z.string().nullable().describe('As the network sent it, where no click of ours is known.'),
  conversions: z.array(Conversion),
  steps: z.array(TimelineStep),
});
export type Journey = z.infer<typeof Journey>;

export const TimelineReply = z.object({
  data: z.array(Journey),
  message: z.string().describe('What was found, or why nothing may be there.'),
});
export type TimelineReply = z.infer<typeof TimelineReply>;
