import { z } from 'zod';
import {
  amount,
  currency,
  imageUrl,
  moment,
  optionalText,
  optionalUrl,
  requiredText,
  version,
  requiredCode,
  line,
} from '../../platform/fields.ts';
import { judgeUrlTemplate } from '../../platform/macros/macros.ts';
import { MAX_USES_TOLD } from '../../platform/list-bounds.ts';
import { addressId, oneOf, pageOf, fileKeys, pagingKeys } from '../../platform/paging.ts';
import { timeZone } from '../settings/contract.ts';
import { parsePercent } from './percent.ts';
import { PublicOffer } from './public-offer.ts';

export const OFFER_STATUSES = ['draft', 'active', 'paused', 'archived'] as const;
/** What the status, the dates and the caps make of an offer now; only `active` gets traffic. */
export const OFFER_STATES = ['draft', 'active', 'paused', 'archived', 'scheduled', 'expired', 'capped'] as const;
export const PAYOUT_TYPES = ['cpa', 'cpl', 'cpc', 'revshare', 'hybrid'] as const;
export const PAYOUT_SOURCES = ['postback', 'fixed', 'postback_else_fixed'] as const;
export const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
export const OFFER_WARNINGS = ['duplicate_url', 'no_click_macro', 'not_https', 'unknown_macro'] as const;

/** What the last look at an offer's address found; `snoozed`: a person said that it is fine. */
export const LINK_STATUSES = ['ok', 'redirected', 'params_lost', 'error', 'unchecked', 'snoozed'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export type OfferStatus = (typeof OFFER_STATUSES)[number];
export type OfferState = (typeof OFFER_STATES)[number];
export type PayoutType = (typeof PAYOUT_TYPES)[number];
export type PayoutSource = (typeof PAYOUT_SOURCES)[number];
export type Device = (typeof DEVICES)[number];

const percent = z
  .string()
  .trim()
  .refine((text) => parsePercent(text) !== undefined, 'must be 0 to 100 with at most 2 decimals, such as 12.50');

const price = z.union([z.literal('').transform(() => null), amount, z.null()]);

export const offerTag = requiredText(40);
export const MAX_OFFER_TAGS = 10;
export const recordId = z.int().min(1).max(2_147_483_647);
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'must be a country code of two letters, such as DE');
const countries = z
  .array(country)
  .max(250)
  .transform((codes) => [...new Set(codes)].toSorted());
const cap = z.int().min(0).max(1_000_000_000);

const fields = {
  network_id: recordId.nullable().describe('Null: a direct advertiser.'),
  category_id: recordId.nullable().describe('Null: the default category.'),
  tags: z.array(offerTag).max(MAX_OFFER_TAGS),
  preview_url: optionalUrl,
  status: z.enum(OFFER_STATUSES),
  payout_type: z.enum(PAYOUT_TYPES),
  payout_amount: amount.describe('Used when a postback holds no amount.'),
  payout_percent: percent,
  payout_currency: currency,
  payout_source: z.enum(PAYOUT_SOURCES),
  payouts_by_country: z.record(country, amount).describe('Takes the place of payout_amount for visitors of a country.'),
  countries_allowed: countries.describe('Empty: every country that is not blocked.'),
  countries_blocked: countries.describe('Not together with countries_allowed.'),
  devices_allowed: z
    .array(z.enum(DEVICES))
    .transform((devices) => DEVICES.filter((device) => devices.includes(device)))
    .describe('Empty: every device.'),
  cap_clicks_daily: cap.describe('0: no cap.'),
  cap_conversions_daily: cap.describe('0: no cap.'),
  cap_total: cap.describe('Clicks in all; 0: no cap.'),
  cap_timezone: z
    .union([z.literal('').transform(() => null), timeZone, z.null()])
    .describe("A day of a cap begins at midnight here; null: the site's zone."),
  overflow_offer_id: recordId.nullable().describe('Takes the visitors when a cap is reached; needed with a cap.'),
  allow_rebill: z.boolean().describe('Off: of the sales and rebills of one click only the first counts.'),
  count_late: z.boolean().describe('Off: what comes after the attribution window is shown, and in no sum.'),
  attribution_window_days: z
    .int()
    .min(1)
    .max(365)
    .nullable()
    .describe(
      'Conversions later than this after their click are late; null: as the network says. For clicks matched from now on.',
    ),
  starts_at: moment,
  ends_at: moment,
  brand: optionalText(120),
  image_url: imageUrl,
  price,
  list_price: price,
  price_currency: z.union([z.literal('').transform(() => null), currency, z.null()]),
  price_checked_at: moment.describe('Left out with a new price: now.'),
  coupon_code: optionalText(64),
  coupon_text: optionalText(200),
  coupon_ends_at: moment,
  money_back_days: z.int().min(0).max(3650).nullable(),
  shipping_note: optionalText(200),
  attributes: z
    .record(line.min(1).max(64), line.max(255))
    .refine((all) => Object.keys(all).length <= 30, 'must be at most 30'),
  notes: optionalText(5000),
  forbidden_words: z
    .array(requiredText(80))
    .max(50)
    .transform((words) => [...new Set(words)])
    .describe('Words and phrases that the advertiser forbids; a product that uses one is not published.'),
  allowed_claims: optionalText(5000).describe('What the advertiser lets us say; for editors.'),
  required_disclaimer: optionalText(1000).describe('What must stand in the text of a product.'),
  brand_bidding_allowed: z.boolean().nullable().describe('Null: not known.'),
};

const url = requiredCode(2048)
  .superRefine((text, context) => {
    const objection = judgeUrlTemplate(text);
    if (objection) context.addIssue({ code: 'custom', message: objection });
  })
  .describe('The affiliate link; macros such as {click_id} may stand after the host.');

const optional = z.strictObject(fields).partial().shape;

export const OfferInput = z.strictObject({ name: requiredText(255), url, ...optional });
export type OfferInput = z.infer<typeof OfferInput>;

/** Keys that are left out stay as they are. */
export const OfferChange = z.strictObject({
  name: requiredText(255).optional(),
  url: url.optional(),
  ...optional,
  version,
});
export type OfferChange = z.infer<typeof OfferChange>;

const linkHealth = {
  link_status: z.enum(LINK_STATUSES),
  link_checked_at: z.string().nullable(),
  final_url: z.string().nullable().describe('Where the address ended when it was looked at.'),
  link_note: z.string().nullable().describe('What was found, in words.'),
  is_link_dead: z.boolean().describe('Readers are not sent there: the fallback stands in, or the button is gone.'),
  link_snoozed_until: z.string().nullable(),
};

/** What keeps readers from an offer, in the order in which it is judged. */
export const CLOSED_BY = ['deleted', 'network_paused', 'status', 'link_dead', 'dates', 'caps'] as const;
export type ClosedBy = (typeof CLOSED_BY)[number];

const isFull = z
  .boolean()
  .describe(
    'Its caps and those of all that take over for it are reached: the fallback stands in, or the button is gone.',
  );

export const Offer = z.object({
  id: z.int(),
  name: z.string(),
  network_id: z.int().nullable(),
  network_name: z.string().nullable(),
  category_id: z.int(),
  category_name: z.string(),
  tags: z.array(z.string()),
  url: z.string(),
  preview_url: z.string().nullable(),
  status: z.enum(OFFER_STATUSES),
  state: z.enum(OFFER_STATES),
  payout_type: z.enum(PAYOUT_TYPES),
  payout_amount: z.string(),
  payout_percent: z.string(),
  payout_currency: z.string(),
  payout_source: z.enum(PAYOUT_SOURCES),
  payouts_by_country: z.record(z.string(), z.string()),
  countries_allowed: z.array(z.string()),
  countries_blocked: z.array(z.string()),
  devices_allowed: z.array(z.enum(DEVICES)),
  cap_clicks_daily: z.int(),
  cap_conversions_daily: z.int(),
  cap_total: z.int(),
  cap_timezone: z.string().nullable(),
  overflow_offer_id: z.int().nullable(),
  allow_rebill: z.boolean(),
  count_late: z.boolean(),
  attribution_window_days: z.int().nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  ...PublicOffer.omit({ id: true, name: true }).shape,
  notes: z.string().nullable(),
  forbidden_words: z.array(z.string()),
  allowed_claims: z.string().nullable(),
  required_disclaimer: z.string().nullable(),
  brand_bidding_allowed: z.boolean().nullable(),
  ...linkHealth,
  is_full: isFull,
  closed_by: z
    .enum(CLOSED_BY)
    .nullable()
    .describe('What keeps readers from it; null while a button may lead there, so that it can stand in for another.'),
  clicks_7d: z.int(),
  conv_7d: z.int(),
  epc_7d: z.string().nullable().describe('Payout per click; null without clicks.'),
  unconverted_7d: z.string().optional().describe('Payout without a rate to the currency, in no `epc_7d`: `12.00 EUR`.'),
  used_in: z
    .array(z.object({ kind: z.string(), id: z.int(), name: z.string() }))
    .describe(`The guides, reviews, links and offers that name it; ${MAX_USES_TOLD} at the most.`),
  is_sample: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Offer = z.infer<typeof Offer>;

/** What is known of an offer's address, and what its state does to pages and links. */
export const OfferLinkHealth = z.object({
  id: z.int(),
  ...linkHealth,
  checked_url: z.string().describe('What is looked at: the preview address, else the link with sample values.'),
  link_failures: z.int().describe('Looks in a row that found no page.'),
  places: z
    .array(z.object({ label: z.string(), text: z.string() }))
    .describe('Where it is used, and what readers get there now.'),
});
export type OfferLinkHealth = z.infer<typeof OfferLinkHealth>;

export const OfferLinkHealthReply = oneOf(OfferLinkHealth);

/** Until when a person vouches for an address; null ends that. */
export const LinkSnooze = z.strictObject({ until: moment });
export type LinkSnooze = z.infer<typeof LinkSnooze>;

/** What later features count of an offer. */
export type OfferNumbers = Pick<Offer, 'clicks_7d' | 'conv_7d' | 'epc_7d' | 'unconverted_7d'>;

export const OfferWarning = z.object({ code: z.enum(OFFER_WARNINGS), field: z.string(), message: z.string() });
export type OfferWarning = z.infer<typeof OfferWarning>;

/** What an offer is put in order by that its record does not hold. */
export const OFFER_FIGURES = ['clicks_7d', 'conv_7d', 'epc_7d'] as const;
export type OfferFigure = (typeof OFFER_FIGURES)[number];

export const OFFER_SORTS = [
  ...OFFER_FIGURES,
  'name',
  'status',
  'payout_amount',
  'price',
  'price_checked_at',
  'created_at',
  'updated_at',
] as const;

/** What a file of the list tells of each. */
export const OFFER_COLUMNS = [
  'id',
  'name',
  'network_name',
  'category_name',
  'status',
  'state',
  'payout_type',
  'payout_amount',
  'payout_percent',
  'payout_currency',
  'price',
  'price_currency',
  'countries_allowed',
  'link_status',
  'clicks_7d',
  'conv_7d',
  'epc_7d',
  'unconverted_7d',
  'created_at',
  'updated_at',
] as const satisfies (keyof Offer)[];

export const OfferQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(OFFER_SORTS).default('name'),
  network_id: z
    .union([addressId, z.literal('none')])
    .optional()
    .describe('"none": direct advertisers.'),
  category_id: addressId.optional(),
  status: z.enum(OFFER_STATUSES).optional(),
  link_status: z.enum(LINK_STATUSES).optional().describe('What the last look at the address found.'),
  country: country.optional().describe('Only offers that take visitors of this country.'),
  all: z.enum(['1', 'true']).optional().describe('Every offer that is not archived, for pickers.'),
});
export type OfferQuery = z.infer<typeof OfferQuery>;

/** What an offer paid from an instant on. */
export const OfferPayout = z.object({
  payout_type: z.enum(PAYOUT_TYPES),
  payout_amount: z.string(),
  payout_percent: z.string(),
  payout_currency: z.string(),
  payout_source: z.enum(PAYOUT_SOURCES),
  payouts_by_country: z.record(z.string(), z.string()),
  changed_at: z.string(),
});
export type OfferPayout = z.infer<typeof OfferPayout>;

export const OfferPayouts = z.object({ data: z.array(OfferPayout) });
export const OfferPage = pageOf(Offer);
export const OfferReply = oneOf(Offer);

/** What saving answers; warnings never refuse. */
export const OfferSaved = OfferReply.extend({ warnings: z.array(OfferWarning) });
export type OfferSaved = z.infer<typeof OfferSaved>;
