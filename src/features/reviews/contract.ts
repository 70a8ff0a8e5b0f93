import { z } from 'zod';
import { imageUrl, optionalText, requiredText, version, line } from '../../platform/fields.ts';
import { addressId, bulkIds, dryRun, oneOf, pageOf, fileKeys, pagingKeys } from '../../platform/paging.ts';
import { PublicOffer } from '../offers/public-offer.ts';
import { PublicPerson } from '../people/contract.ts';
import {
  Check,
  editorialContent,
  editorialFields,
  PictureEntry,
  publicEditorial,
  scheduleFields,
  slug,
} from '../publishing/contract.ts';

export const REVIEW_STATUSES = ['draft', 'published', 'featured', 'archived'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const MAX_POINTS = 8;
export const MAX_SECTIONS = 20;
export const MAX_SUB_SCORES = 8;
export const MAX_GALLERY = 12;

const id = z.int().min(1).max(2_147_483_647);
const points = z.array(line.min(1, 'must not be empty').max(120)).max(MAX_POINTS);
const hasOneDecimal = (score: number): boolean => Math.abs(score * 10 - Math.round(score * 10)) < 1e-9;

/** 0 to 10 with one decimal. */
const score = z.number().min(0).max(10).refine(hasOneDecimal, 'must have at most one decimal');

/** The score of one side of the product, such as "Taste". */
export const SubScore = z.strictObject({ name: requiredText(60), score });
export type SubScore = z.infer<typeof SubScore>;

const hasEachOnce = (names: string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size === names.length;

const fields = {
  slug,
  status: z.enum(REVIEW_STATUSES),
  verdict: optionalText(400),
  score: score.nullable().describe('0 to 10 with one decimal.'),
  sub_scores: z
    .array(SubScore)
    .max(MAX_SUB_SCORES)
    .refine((all) => hasEachOnce(all.map(({ name }) => name)), 'must name each thing once'),
  pros: points,
  cons: points,
  sections: z
    .array(
      z.strictObject({
        heading: requiredText(120),
        body: z
          .string()
          .max(256 * 1024)
          .describe('HTML; what the editor cannot make is dropped.'),
      }),
    )
    .max(MAX_SECTIONS),
  author_name: optionalText(255),
  main_image_url: imageUrl,
  gallery: z.array(PictureEntry).max(MAX_GALLERY),
  ...editorialFields,
  ...scheduleFields,
};
const optional = z.strictObject(fields).partial().shape;
const title = requiredText(160).pipe(z.string().min(5, 'At least 5 characters.'));

/** What is left out: a draft without a verdict, researched and not tested. */
export const ReviewInput = z.strictObject({ offer_id: id, title, ...optional });
export type ReviewInput = z.infer<typeof ReviewInput>;

/** Keys that are left out stay as they are. */
export const ReviewChange = z.strictObject({ offer_id: id.optional(), title: title.optional(), ...optional, version });
export type ReviewChange = z.infer<typeof ReviewChange>;

/** The same status for many; each review is judged by itself. */
export const BulkStatus = z.strictObject({ ids: bulkIds, status: fields.status, dry_run: dryRun });
export type BulkStatus = z.infer<typeof BulkStatus>;

const content = {
  id: z.int(),
  offer_id: z.int(),
  slug: z.string(),
  title: z.string(),
  status: z.enum(REVIEW_STATUSES),
  verdict: z.string().nullable(),
  score: z.number().nullable(),
  sub_scores: z.array(z.object({ name: z.string(), score: z.number() })),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  sections: z.array(z.object({ heading: z.string(), body: z.string() })),
  author_name: z.string().nullable(),
  main_image_url: z.string().nullable(),
  gallery: z.array(z.object({ url: z.string(), alt: z.string() })),
  is_sample: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
};

export const Review = z.object({
  ...content,
  ...editorialContent,
  offer_name: z.string(),
  former_slugs: z.array(z.string()).describe('Slugs of before that lead here, the last one first.'),
  first_published_at: z.string().nullable(),
  publish_at: z.string().nullable(),
  unpublish_at: z.string().nullable(),
  problems: z.array(Check).describe('Why it was not published when its time came.'),
  views_30d: z.int(),
  version: z.int(),
});
export type Review = z.infer<typeof Review>;

/** What a review is put in order by that its record does not hold. */
export const REVIEW_FIGURES = ['views_30d'] as const;
export type ReviewFigure = (typeof REVIEW_FIGURES)[number];

export const REVIEW_SORTS = ['id', 'title', 'status', 'score', 'created_at', 'updated_at', ...REVIEW_FIGURES] as const;

/** What a file of the list tells of each. */
export const REVIEW_COLUMNS = [
  'id',
  'title',
  'slug',
  'offer_id',
  'offer_name',
  'status',
  'score',
  'views_30d',
  'first_published_at',
  'publish_at',
  'unpublish_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof Review)[];

export const ReviewQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(REVIEW_SORTS).default('updated_at'),
  status: z.enum(REVIEW_STATUSES).optional(),
  offer_id: addressId.optional(),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

export const ReviewPage = pageOf(Review);
export const ReviewReply = oneOf(Review);

/** A review among others. */
export type ReviewCard = Pick<
  Review,
  | 'id'
  | 'offer_id'
  | 'offer_name'
  | 'slug'
  | 'title'
  | 'verdict'
  | 'score'
  | 'author_name'
  | 'main_image_url'
  | 'main_image_alt'
  | 'noindex'
> & {
  author: PublicPerson | null;
  status: 'published' | 'featured';
  published_at: string | null;
  created_at: string;
  updated_at: string;
};

/** A review as readers get it: its offer without anything of what we are paid. */
export const PublicReview = z.object({
  ...content,
  ...publicEditorial,
  author: PublicPerson.nullable(),
  reviewer: PublicPerson.nullable().describe('Null without credentials or without a date.'),
  published_at: z.string().nullable(),
  offer: PublicOffer.extend({
    is_available: z.boolean().describe('False: it cannot be bought now, and no button is shown.'),
  }),
});
export type PublicReview = z.infer<typeof PublicReview>;

export const PublicReviewReply = z.object({
  data: PublicReview.extend({ out_url: z.string().nullable().describe('Where the button leads; null without one.') }),
});
