import { z } from 'zod';
import { amount, currency, requiredText, version, requiredCode, untold, untoldText } from '../../platform/fields.ts';
import { addressId, changesReply, dryRun, fileKeys, LongId, pageOf, pagingKeys } from '../../platform/paging.ts';
import { isTimeZone } from '../../platform/time.ts';
import { CONVERSION_STATUSES } from '../networks/conversion-statuses.ts';
import { ATTRIBUTIONS, NOT_COUNTED, type IN_REASONS } from './contract.ts';

const reason = requiredText(500).describe('Why; kept in the history and the audit log.');

/** What the administrator decides about one conversion. What is left out stays. */
export const ConversionChange = z
  .strictObject({
    status: z.enum(CONVERSION_STATUSES).optional(),
    payout: amount.optional(),
    currency: currency.optional(),
    reason,
    version,
  })
  .refine((change) => change.status !== undefined || change.payout !== undefined, {
    path: ['status'],
    message: 'is needed where no payout is given',
  })
  .refine((change) => change.currency === undefined || change.payout !== undefined, {
    path: ['currency'],
    message: 'needs a payout beside it',
  });
export type ConversionChange = z.infer<typeof ConversionChange>;

export const BulkChange = z.strictObject({
  ids: z.array(LongId).min(1).max(500),
  status: z.enum(CONVERSION_STATUSES),
  reason,
  dry_run: dryRun,
});
export type BulkChange = z.infer<typeof BulkChange>;

/** A conversion as a record: what is true of it now. */
export const Conversion = z.object({
  id: z.string(),
  network_id: z.int(),
  network: z.string(),
  click_id: z.string().nullable(),
  click_key: z.string().describe('The click id as the network sent it.'),
  event_type: z.string(),
  txid: z.string().nullable(),
  status: z.enum(CONVERSION_STATUSES),
  original_status: z.string().nullable(),
  payout: z.string(),
  payout_currency: z.string(),
  payout_base: z.string().nullable().describe('In the currency of the site; null = there is no rate for the day.'),
  base_currency: z.string().nullable(),
  fx_rate: z.string().nullable(),
  fx_date: z.string().nullable(),
  attribution: z.enum(ATTRIBUTIONS),
  not_counted: z.enum(NOT_COUNTED).nullable().describe('Why it is in no sum, though its click is known.'),
  is_contrary: z.boolean().describe('Said are both an approval and a rejection, and nobody has decided since.'),
  is_at_risk: z.boolean().describe('A message against the money may be about it, or about another one of its click.'),
  origin: z.string(),
  is_test: z.boolean(),
  occurred_at: z.string(),
  received_at: z.string(),
  version: z.int(),
});
export type Conversion = z.infer<typeof Conversion>;

export const ConversionReply = z.object({ data: Conversion, message: z.string().optional() });

/** Without traces. */
export const ConversionReplyMasked = ConversionReply.extend({
  data: Conversion.extend({ click_id: untold, click_key: untoldText, txid: untold }),
});

export const BulkChangeReply = changesReply(z.string());

/** What became of each of several. */
export const EachReply = z.object({
  data: z.array(z.object({ id: z.string(), ok: z.boolean(), message: z.string().nullable() })),
  message: z.string(),
});
export type EachReply = z.infer<typeof EachReply>;

/** What a file of conversions that wait for a hand tells of each. */
export const WAITING_COLUMNS = [
  'id',
  'network',
  'click_key',
  'event_type',
  'txid',
  'status',
  'original_status',
  'payout',
  'payout_currency',
  'payout_base',
  'base_currency',
  'occurred_at',
  'received_at',
] as const satisfies (keyof Conversion)[];

export const WAITING_SORTS = ['id', 'payout', 'received_at'] as const;

export const OrphanQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(WAITING_SORTS).default('id'),
  network_id: addressId.optional(),
});
export type OrphanQuery = z.infer<typeof OrphanQuery>;

export const Orphan = Conversion.extend({
  is_watched: z.boolean().describe('Its click is still looked for by itself.'),
  params: z.array(z.tuple([z.string(), z.string()])).describe('What its first message said.'),
});
export type Orphan = z.infer<typeof Orphan>;
export const OrphanPage = pageOf(Orphan);

/** Looks for the clicks of orphans again, however old they are. Without ids: of all. */
export const RematchBody = z.strictObject({ ids: z.array(LongId).min(1).max(500).optional() });
export type RematchBody = z.infer<typeof RematchBody>;

/** Ties one orphan to a click that the administrator names. */
export const AssignBody = z.strictObject({ click_id: requiredCode(512), reason });
export type AssignBody = z.infer<typeof AssignBody>;

export const Candidates = z.object({
  data: z.array(
    z.object({
      click_id: z.string(),
      ts: z.string(),
      offer: z.string().nullable(),
      country: z.string().nullable(),
      device: z.string().nullable(),
      why: z.string(),
    }),
  ),
});
export type Candidates = z.infer<typeof Candidates>;

/** A status word of a network that nobody has explained yet. */
export const UnmappedStatus = z.object({
  network_id: z.int(),
  network: z.string(),
  word: z.string(),
  count: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  click_id: z.string().nullable().describe('Of the newest such message.'),
  log_id: z.string(),
});
export type UnmappedStatus = z.infer<typeof UnmappedStatus>;
export const UnmappedQuery = z.strictObject({ network_id: addressId.optional() });
export type UnmappedQuery = z.infer<typeof UnmappedQuery>;
export const UnmappedList = z.object({ data: z.array(UnmappedStatus), total: z.int() });

export const MapStatusBody = z.strictObject({
  network_id: z.int().min(1).max(2_147_483_647),
  word: z.string().trim().toLowerCase().min(1).max(64),
  status: z.enum([...CONVERSION_STATUSES, 'ignore']),
});
export type MapStatusBody = z.infer<typeof MapStatusBody>;
export const MapStatusReply = z.object({ message: z.string(), judged: z.int() });

/** What another currency or zone of the site would change. */
export const SiteChangeQuery = z.strictObject({
  currency: currency.optional(),
  time_zone: z.string().max(64).refine(isTimeZone, 'must be a zone such as Europe/Berlin').optional(),
});
export type SiteChangeQuery = z.infer<typeof SiteChangeQuery>;
export const SiteChange = z.object({
  conversions_without_rate: z.int().describe('Conversions in another currency that would have no rate for their day.'),
  conversions_converted: z.int().describe('Those in another currency that have one.'),
  costs_without_rate: z.int().describe('Visits and bills in another currency that would have no rate.'),
  currencies_without_rate: z.array(z.string()),
  conversions_moved: z.int().describe('Conversions that would stand on another day.'),
  first_moved: z.string().nullable().describe('The first day that changes, in the zone of now.'),
  last_moved: z.string().nullable(),
});
export type SiteChange = z.infer<typeof SiteChange>;
export const SiteChangeReply = z.object({ data: SiteChange });

/** The words for each verdict on a message. */
export const REASON_WORDS: Record<(typeof IN_REASONS)[number], string> = {
  recorded: 'Recorded as a new conversion.',
  updated: 'Changed the conversion.',
  duplicate_ignored: 'Said again what was known already; nothing was counted twice.',
  unmatched_click: 'Kept as an orphan: we do not know this click.',
  late_click: 'Recorded, but later than the attribution window of the network.',
  offer_capped: 'Recorded, but beyond the conversions that the offer takes in a day.',
  amount_conflict: 'Named another amount for the same transaction; the first amount was kept.',
  ambiguous_target: 'May be about any of several conversions of its click; you decide which.',
  not_counted: 'Recorded, but in no sum: the rules of its offer do not count it.',
  missing_click_id: 'Came without a click id, so it belongs to nothing.',
  parameter_pollution: 'Named a parameter twice, so nobody can tell which one counts.',
  literal_macro: 'Came with a macro that the network did not fill in.',
  bad_key: 'Came to an address that is not ours (any more).',
  bad_signature: 'Its signature did not match.',
  ip_not_allowed: 'Came from an address that is not on the list of the network.',
  unmapped_status: 'Came with a status word that nobody has explained yet.',
  ignored_status: 'Came with a status word that is set to be ignored.',
  bad_amount: 'Named an amount that cannot be read as money.',
  bad_currency: 'Named a currency that is none.',
  foreign_click: 'Is about a click that went out to another network, so it counts nothing.',
  network_in_trash: 'Came while its network lies in the trash; it is counted when the network is brought back.',
  rate_limited: 'Came too fast after others; the network was told to send it again.',
  internal_error: 'Could not be judged because of a fault of ours; it can be judged again.',
};
