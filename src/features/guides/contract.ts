import { z } from 'zod';
import { imageUrl, optionalText, requiredText, version } from '../../platform/fields.ts';
import { oneOf, pageOf, pagingKeys } from '../../platform/paging.ts';
import { MAX_ITEMS } from './limits.ts';

export const GUIDE_STATUSES = ['draft', 'published', 'featured', 'archived'] as const;
export type GuideStatus = (typeof GUIDE_STATUSES)[number];

export const BADGES = ['best_overall', 'best_value', 'best_budget', 'editors_choice', 'best_for'] as const;
export type Badge = (typeof BADGES)[number];

export const PUBLIC_PAGE_SIZE = 12;
export const DEFAULT_CTA = 'Check price';

const status = z.enum(GUIDE_STATUSES, {
  error: (issue) => (issue.input ? 'must be draft, published, featured or archived' : 'This field is required.'),
});

// the limit of the sanitiser, in characters; it counts bytes itself
const richText = z
  .string()
  .max(256 * 1024)
  .nullable()
  .describe('HTML; what the editor cannot make is dropped.');

const fields = {
  description: richText,
  status,
  author_name: optionalText(255),
  main_image_url: imageUrl,
};
const optional = z.strictObject(fields).partial().shape;

/** What is left out: no description, author or image; status published. */
export const GuideInput = z.strictObject({ title: requiredText(255), ...optional });
export type GuideInput = z.infer<typeof GuideInput>;

/** Keys that are left out stay as they are. */
export const GuideChange = z.strictObject({ title: requiredText(255).optional(), ...optional, version });
export type GuideChange = z.infer<typeof GuideChange>;

/** A copy with its products. What is left out comes from the original, except the status: draft. */
export const GuideCopy = z.strictObject(GuideInput.shape);
export type GuideCopy = z.infer<typeof GuideCopy>;

export const Guide = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(GUIDE_STATUSES),
  author_name: z.string().nullable(),
  main_image_url: z.string().nullable(),
  first_published_at: z.string().nullable(),
  items_count: z.int(),
  views_30d: z.int(),
  is_sample: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Guide = z.infer<typeof Guide>;

export const GUIDE_SORTS = ['id', 'title', 'status', 'author_name', 'created_at', 'updated_at'] as const;

export const GuideQuery = z.strictObject({
  ...pagingKeys,
  sortBy: z.enum(GUIDE_SORTS).default('created_at'),
  status: z.enum(GUIDE_STATUSES).optional(),
});
export type GuideQuery = z.infer<typeof GuideQuery>;

const points = z.array(z.string().trim().min(1, 'must not be empty').max(120)).max(8);
const offerId = z.int().min(1).max(2_147_483_647).nullable();

const itemFields = {
  offer_id: offerId.describe('Null: an editorial mention, without a button.'),
  title: optionalText(160).describe('Instead of the name of the offer.'),
  badge: z.enum(BADGES).nullable(),
  badge_text: optionalText(40).describe('Instead of the words of the badge.'),
  score: z.number().min(0).max(10).multipleOf(0.1, 'must have at most one decimal').nullable(),
  summary: optionalText(300),
  body: richText,
  pros: points,
  cons: points,
  best_for: optionalText(160),
  not_for: optionalText(160),
  image_url: imageUrl.describe('Instead of the picture of the offer.'),
  image_alt: optionalText(200),
  cta_text: z.string('This field is required.').trim().min(2).max(30),
  fallback_offer_id: offerId.describe('Where the button leads while the offer is not live.'),
  is_visible: z.boolean(),
  sponsored_placement: z.boolean().describe('The rank is paid for; the page says so.'),
};

/** A product of a guide; it is placed last. */
export const ItemInput = z.strictObject(itemFields).partial();
export type ItemInput = z.infer<typeof ItemInput>;

/** Keys that are left out stay as they are. */
export const ItemChange = z.strictObject({ ...z.strictObject(itemFields).partial().shape, version });
export type ItemChange = z.infer<typeof ItemChange>;

/** Every product of the guide, once, in the order of their ranks. */
export const ItemOrder = z.strictObject({ ids: z.array(z.int().min(1)).max(MAX_ITEMS) });

/** Where the button of a product leads at this moment: `none` shows no button. */
export const LINK_STATES = ['offer', 'fallback', 'none'] as const;

const OfferInItem = z.object({ id: z.int(), name: z.string(), status: z.string(), is_live: z.boolean() });

export const Item = z.object({
  id: z.int(),
  guide_id: z.int(),
  rank: z.int(),
  offer_id: z.int().nullable(),
  title: z.string().nullable(),
  badge: z.enum(BADGES).nullable(),
  badge_text: z.string().nullable(),
  score: z.number().nullable(),
  summary: z.string().nullable(),
  body: z.string().nullable(),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  best_for: z.string().nullable(),
  not_for: z.string().nullable(),
  image_url: z.string().nullable(),
  image_alt: z.string().nullable(),
  cta_text: z.string(),
  fallback_offer_id: z.int().nullable(),
  is_visible: z.boolean(),
  sponsored_placement: z.boolean(),
  display_title: z.string().describe('The title, else the name of the offer.'),
  offer: OfferInItem.nullable(),
  fallback_offer: OfferInItem.nullable(),
  link_state: z.enum(LINK_STATES),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Item = z.infer<typeof Item>;

export const GuidePage = pageOf(Guide);
export const GuideReply = oneOf(Guide);
export const ItemReply = oneOf(Item);
export const ItemList = z.object({ data: z.array(Item), message: z.string().optional() });

/** A guide in a public list. */
export const GuideCard = z.object({
  id: z.int(),
  title: z.string(),
  excerpt: z.string().nullable().describe('The first words of the description, as plain text.'),
  status: z.enum(['published', 'featured']),
  author_name: z.string().nullable(),
  main_image_url: z.string().nullable(),
  items_count: z.int().describe('Visible products.'),
  top_badges: z.array(z.string()).describe('Words of the badges of the first three products.'),
  published_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type GuideCard = z.infer<typeof GuideCard>;

/** The offer to which the button of a product leads, with the facts that a reader sees. Payouts are never among them. */
export const PublicOffer = z.object({
  id: z.int(),
  name: z.string(),
  brand: z.string().nullable(),
  image_url: z.string().nullable(),
  price: z.string().nullable(),
  list_price: z.string().nullable(),
  price_currency: z.string().nullable(),
  price_checked_at: z.string().nullable(),
  coupon_code: z.string().nullable(),
  coupon_text: z.string().nullable(),
  coupon_ends_at: z.string().nullable(),
  money_back_days: z.int().nullable(),
  shipping_note: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
});

const publicItem = {
  id: z.int(),
  rank: z.int().describe('1..n among the visible products.'),
  title: z.string(),
  badge: z.enum(BADGES).nullable(),
  badge_label: z.string().nullable(),
  score: z.number().nullable(),
  summary: z.string().nullable(),
  body: z.string().nullable(),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  best_for: z.string().nullable(),
  not_for: z.string().nullable(),
  image_url: z.string().nullable(),
  image_alt: z.string().nullable(),
  cta_text: z.string(),
  sponsored_placement: z.boolean(),
  offer: PublicOffer.nullable().describe('Null: no button.'),
  is_fallback: z.boolean().describe('The button leads to a stand-in, named in offer.'),
};

const publicGuide = {
  id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(['published', 'featured']),
  author_name: z.string().nullable(),
  main_image_url: z.string().nullable(),
  published_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
};

/** A product as a reader sees it; where its button leads is added when the page or the answer is made. */
export const PublicItem = z.object(publicItem);
export type PublicItem = z.infer<typeof PublicItem>;

/** A guide as a reader sees it, its visible products in order. */
export const PublicGuide = z.object({ ...publicGuide, items: z.array(PublicItem) });
export type PublicGuide = z.infer<typeof PublicGuide>;

/** Any query key may come along; a page or limit that is none counts as the default. */
export const PublicGuideQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z.coerce.number().int().min(1).max(100).catch(PUBLIC_PAGE_SIZE),
  q: z.string().trim().max(200).optional().catch(undefined),
});

export const PublicGuidePage = pageOf(GuideCard);
export const PublicGuideReply = z.object({
  data: z.object({
    ...publicGuide,
    items: z.array(z.object({ ...publicItem, out_url: z.string().nullable().describe('Null: no button.') })),
  }),
});
