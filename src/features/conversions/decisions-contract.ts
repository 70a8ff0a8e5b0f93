import { z } from 'zod';
import { requiredText } from '../../platform/fields.ts';
import { fileKeys, LongId, pageOf, pagingKeys } from '../../platform/paging.ts';
import { CONVERSION_STATUSES } from '../networks/conversion-statuses.ts';
import { Conversion, WAITING_SORTS } from './manual-contract.ts';

const { search: _search, ...keys } = pagingKeys;

export const ContraryQuery = z.strictObject({ ...keys, ...fileKeys, sortBy: z.enum(WAITING_SORTS).default('id') });
export type ContraryQuery = z.infer<typeof ContraryQuery>;

export const REFOLDED_SORTS = ['id', 'old_sum', 'new_sum'] as const;
export const RefoldedQuery = z.strictObject({ ...keys, ...fileKeys, sortBy: z.enum(REFOLDED_SORTS).default('id') });
export type RefoldedQuery = z.infer<typeof RefoldedQuery>;

const said = z.object({
  status: z.enum(CONVERSION_STATUSES),
  word: z.string().nullable(),
  payout: z.string().nullable(),
  currency: z.string(),
  at: z.string().nullable().describe('As the network says; null when it does not.'),
  received_at: z.string(),
});

/** A conversion of which were said both an approval and a rejection, no refund, and nobody has decided since. */
export const Contrary = Conversion.extend({ said: z.array(said) });
export type Contrary = z.infer<typeof Contrary>;
export const ContraryPage = pageOf(Contrary);

/** What a message against the money may be about. */
export const Candidate = z.object({
  conversion_id: z.string(),
  event_type: z.string(),
  txid: z.string().nullable(),
  status: z.enum(CONVERSION_STATUSES),
  payout: z.string(),
  payout_currency: z.string(),
});

/** A message against the money that may be about any of several conversions; they keep their status until somebody decides. */
export const Ambiguous = said.extend({
  id: z.string(),
  network: z.string(),
  click_key: z.string(),
  txid: z.string().nullable(),
  candidates: z.array(Candidate),
});
export type Ambiguous = z.infer<typeof Ambiguous>;

const moneyAtRisk = z.array(z.object({ currency: z.string(), amount: z.string() }));
export const AmbiguousList = z.object({
  data: z.array(Ambiguous),
  total: z.int(),
  at_risk: moneyAtRisk.describe('What these messages take away at most.'),
});
export type AmbiguousList = z.infer<typeof AmbiguousList>;

/** Which of its candidates a message is about. */
export const PlaceBody = z.strictObject({
  conversion_id: LongId.nullable().describe('Null: it concerns none of them.'),
  txid: z
    .string()
    .max(512)
    .nullable()
    .optional()
    .describe('Where several transactions share the conversion: which one.'),
  reason: requiredText(500).describe('Why; kept in the history and the audit log.'),
});
export type PlaceBody = z.infer<typeof PlaceBody>;

/** A conversion that became something else when what was stored was folded anew by the rules of today. */
export const Refolded = z.object({
  id: z.string(),
  conversion_id: z.string(),
  network: z.string(),
  click_key: z.string(),
  event_type: z.string(),
  txid: z.string().nullable(),
  old_status: z.enum(CONVERSION_STATUSES).nullable(),
  new_status: z.enum(CONVERSION_STATUSES),
  not_counted: Conversion.shape.not_counted,
  old_sum: z.string().describe('What it added to the expected money.'),
  old_currency: z.string(),
  new_sum: z.string(),
  new_currency: z.string(),
  created_at: z.string(),
});
export type Refolded = z.infer<typeof Refolded>;

/** What a file of them tells of each. */
export const REFOLDED_COLUMNS = Object.keys(Refolded.shape) as (keyof Refolded)[];

export const RefoldedPage = pageOf(Refolded).extend({
  is_done: z.boolean().describe('Has the round come to its end?'),
});
export type RefoldedPage = z.infer<typeof RefoldedPage>;
