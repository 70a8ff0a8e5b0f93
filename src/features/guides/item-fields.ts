import { z } from 'zod';
import { imageUrl, optionalText, line } from '../../platform/fields.ts';
import { CLOSED_BY } from '../offers/contract.ts';
import { PublicOffer } from '../offers/public-offer.ts';
import { MAX_CRITERIA, MAX_POINTS } from './limits.ts';

/** The fields of a product of a guide: as a body brings them, as the back office reads them, as readers see them. */

export const BADGES = ['best_overall', 'best_value', 'best_budget', 'editors_choice', 'best_for'] as const;
export type Badge = (typeof BADGES)[number];

export const DEFAULT_CTA = 'Check price';

/** The name of a criterion inside of its guide. */
export const CRITERION_KEY = /^[a-z][a-z0-9_]{0,31}$/;

// the limit of the sanitiser, in characters; it counts bytes itself
export const richText = z
  .string()
  .max(256 * 1024)
  .nullable()
  .describe('HTML; what the editor cannot make is dropped.');

const points = z.array(line.min(1, 'must not be empty').max(120)).max(MAX_POINTS);
const offerId = z.int().min(1).max(2_147_483_647).nullable();
const score = z.number().min(0).max(10).multipleOf(0.1, 'must have at most one decimal');

export const itemFields = {
  offer_id: offerId.describe('Null: an editorial mention, without a button.'),
  title: optionalText(160).describe('Instead of the name of the offer.'),
  badge: z.enum(BADGES).nullable(),
  badge_text: optionalText(40).describe('Instead of the words of the badge.'),
  score: score.nullable().describe('Instead of the total that the rubric computes.'),
  score_reason: optionalText(300).describe('Why a score was typed; needed where the guide has a rubric.'),
  rank_reason: optionalText(300).describe(
    'Why it stands above one with a higher score, or is the best overall below rank 1; readers see it.',
  ),
  scores: z
    .record(z.string().regex(CRITERION_KEY, 'must be the key of a criterion'), score)
    .refine((all) => Object.keys(all).length <= MAX_CRITERIA, `must be at most ${MAX_CRITERIA}`)
    .describe('By the key of the criterion; all of them are written at once.'),
  summary: optionalText(300),
  body: richText,
  pros: points,
  cons: points,
  best_for: optionalText(160),
  not_for: optionalText(160),
  image_url: imageUrl.describe('Instead of the picture of the offer.'),
  image_alt: optionalText(200),
  cta_text: line.min(2).max(30),
  fallback_offer_id: offerId.describe('Where the button leads while the offer is not live.'),
  is_visible: z.boolean(),
  sponsored_placement: z.boolean().describe('The rank is paid for; the page says so.'),
  attributes: z
    .record(line.min(1).max(64), line.max(255))
    .refine((all) => Object.keys(all).length <= 30, 'must be at most 30')
    .describe('Over those of the offer; an empty value takes one away.'),
};

/** Where the button of a product leads at this moment: `none` shows no button. */
export const LINK_STATES = ['offer', 'fallback', 'none'] as const;

const OfferInItem = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  is_live: z.boolean(),
  closed_by: z.enum(CLOSED_BY).nullable().describe('What keeps readers from it; null while its button leads there.'),
});

const shared = {
  id: z.int(),
  rank: z.int(),
  badge: z.enum(BADGES).nullable(),
  score_reason: z.string().nullable(),
  rank_reason: z.string().nullable(),
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
  attributes: z.record(z.string(), z.string()),
};

export const itemContent = {
  ...shared,
  guide_id: z.int(),
  offer_id: z.int().nullable(),
  title: z.string().nullable(),
  badge_text: z.string().nullable(),
  score: z.number().nullable().describe('As it was typed.'),
  scores: z.record(z.string(), z.number()).describe('Of the criteria that the guide has now.'),
  total_score: z.number().nullable().describe('What the rubric computes; null until every criterion is scored.'),
  fallback_offer_id: z.int().nullable(),
  is_visible: z.boolean(),
  display_title: z.string().describe('The title, else the name of the offer.'),
  offer: OfferInItem.nullable(),
  fallback_offer: OfferInItem.nullable(),
  link_state: z.enum(LINK_STATES),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
};

export const publicItem = {
  ...shared,
  rank: z.int().describe('1..n among the visible products.'),
  title: z.string(),
  badge_label: z.string().nullable(),
  score: z.number().nullable().describe('The typed one, else the total of the rubric.'),
  sub_scores: z
    .array(z.object({ key: z.string(), name: z.string(), weight: z.int(), score: z.number() }))
    .describe('Every criterion of the rubric, or none.'),
  attributes: z.record(z.string(), z.string()).describe("The offer's, with the product's own over them."),
  offer: PublicOffer.nullable().describe('Null: no button.'),
  rank_reason: z.string().nullable().describe('Only where its score or badge would put it elsewhere.'),
  is_fallback: z.boolean().describe('The button leads to a stand-in, named in offer.'),
};
