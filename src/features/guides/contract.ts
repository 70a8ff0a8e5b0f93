import { z } from 'zod';
import { imageUrl, optionalText, requiredText, version } from '../../platform/fields.ts';
import { tidyLines } from '../../platform/text/tidy.ts';
import { addressId, bulkIds, dryRun, oneOf, pageOf, fileKeys, pagingKeys, queryNumber } from '../../platform/paging.ts';
import { PublicPerson } from '../people/contract.ts';
import {
  ChangeEntry,
  Check,
  editorialContent,
  editorialFields,
  MAX_CHANGES,
  newestFirst,
  publicEditorial,
  scheduleFields,
  slug,
} from '../publishing/contract.ts';
import { CRITERION_KEY, itemContent, itemFields, publicItem, richText } from './item-fields.ts';
import { MAX_CHANGES_IN_ALL, MAX_CRITERIA, MAX_ITEMS } from './limits.ts';

export const GUIDE_STATUSES = ['draft', 'published', 'featured', 'archived'] as const;
export type GuideStatus = (typeof GUIDE_STATUSES)[number];

export const PUBLIC_PAGE_SIZE = 12;

const id = z.int().min(1).max(2_147_483_647);

const status = z.enum(GUIDE_STATUSES, {
  error: (issue) => (issue.input ? 'must be draft, published, featured or archived' : 'This field is required.'),
});

/** What the products of a guide are scored by, and how much it weighs beside the other criteria. */
const Criterion = z.strictObject({
  key: z.string().regex(CRITERION_KEY, 'must be small letters, digits and underscores, at most 32'),
  name: requiredText(60),
  weight: z.int().min(1).max(100),
  description: optionalText(300).default(null),
});
export type Criterion = z.infer<typeof Criterion>;

/** What readers are told of a day: what an editor wrote, what the program wrote, or both. */
const GuideChangeEntry = z
  .strictObject({
    on: ChangeEntry.shape.on,
    note: z.string().overwrite(tidyLines).trim().max(500),
    auto: z.string().max(5000).nullish().describe('Written by the program; it stays as it is.'),
  })
  .refine(({ note, auto }) => note !== '' || auto != null, { path: ['note'], error: 'This field is required.' });
export type GuideChangeEntry = z.infer<typeof GuideChangeEntry>;

const changes = z
  .array(GuideChangeEntry)
  .max(MAX_CHANGES_IN_ALL)
  .refine((all) => all.filter(({ auto }) => auto == null).length <= MAX_CHANGES, `must be at most ${MAX_CHANGES}`)
  .transform(newestFirst)
  .describe(
    'Kept with the newest first. Changes of order, score and badge of a public guide are written by the program; an entry of its may be given a note, and is there whether it is sent or not.',
  );

const fields = {
  description: richText,
  status,
  author_name: optionalText(255).describe('Shown while no person is named as the author.'),
  main_image_url: imageUrl,
  slug,
  category_id: id.nullable(),
  excerpt: optionalText(300).describe('Plain text; without it cards show the first words of the description.'),
  methodology: richText.describe('How the products were picked; HTML like the description.'),
  rubric: z
    .array(Criterion)
    .max(MAX_CRITERIA)
    .refine((all) => new Set(all.map((one) => one.key)).size === all.length, 'must not hold a key twice'),
  ...editorialFields,
  changes,
  ...scheduleFields,
};
const optional = z.strictObject(fields).partial().shape;

/** What is left out: no text, author, image or category; status published; researched and not tested; a slug made of the title. */
export const GuideInput = z.strictObject({ title: requiredText(255), ...optional });
export type GuideInput = z.infer<typeof GuideInput>;

/** Keys that are left out stay as they are. */
export const GuideChange = z.strictObject({ title: requiredText(255).optional(), ...optional, version });
export type GuideChange = z.infer<typeof GuideChange>;

/** A copy with its products. What is left out comes from the original, except the status: draft, and the slug. */
export const GuideCopy = z.strictObject(GuideInput.shape);
export type GuideCopy = z.infer<typeof GuideCopy>;

/** The same status for many; each guide is judged by itself. */
export const BulkStatus = z.strictObject({ ids: bulkIds, status, dry_run: dryRun });
export type BulkStatus = z.infer<typeof BulkStatus>;

const content = {
  id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  author_name: z.string().nullable(),
  main_image_url: z.string().nullable(),
  slug: z.string().describe('Stands after the id in the canonical address.'),
  excerpt: z.string().nullable(),
  methodology: z.string().nullable(),
  rubric: z.array(z.object({ key: z.string(), name: z.string(), weight: z.int(), description: z.string().nullable() })),
  is_sample: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
};

export const Guide = z.object({
  ...content,
  ...editorialContent,
  changes: z.array(z.object({ on: z.string(), note: z.string(), auto: z.string().nullable() })),
  status: z.enum(GUIDE_STATUSES),
  category_id: z.int().nullable(),
  first_published_at: z.string().nullable(),
  publish_at: z.string().nullable(),
  unpublish_at: z.string().nullable(),
  problems: z.array(Check).describe('Why it was not published when its time came.'),
  items_count: z.int(),
  visible_items_count: z
    .int()
    .describe('Those that readers see. A public guide with none stands in no list of the site.'),
  views_30d: z.int(),
  version: z.int(),
});
export type Guide = z.infer<typeof Guide>;

/** What a guide is put in order by that its record does not hold. */
export const GUIDE_FIGURES = ['views_30d'] as const;
export type GuideFigure = (typeof GUIDE_FIGURES)[number];

export const GUIDE_SORTS = [
  'id',
  'title',
  'status',
  'author_name',
  'items_count',
  'created_at',
  'updated_at',
  ...GUIDE_FIGURES,
] as const;

/** What a file of the list tells of each. */
export const GUIDE_COLUMNS = [
  'id',
  'title',
  'slug',
  'status',
  'author_name',
  'items_count',
  'visible_items_count',
  'views_30d',
  'first_published_at',
  'publish_at',
  'unpublish_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof Guide)[];

export const GuideQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(GUIDE_SORTS).default('created_at'),
  status: z.enum(GUIDE_STATUSES).optional(),
  category_id: addressId.optional(),
});
export type GuideQuery = z.infer<typeof GuideQuery>;

/** A product of a guide; it is placed last. */
export const ItemInput = z.strictObject(itemFields).partial();
export type ItemInput = z.infer<typeof ItemInput>;

/** Keys that are left out stay as they are. */
export const ItemChange = z.strictObject({ ...z.strictObject(itemFields).partial().shape, version });
export type ItemChange = z.infer<typeof ItemChange>;

/** Every product of the guide, once, in the order of their ranks. */
export const ItemOrder = z.strictObject({ ids: z.array(z.int().min(1)).max(MAX_ITEMS) });

const { score, score_reason, scores, rank_reason, badge, badge_text } = itemFields;

/** Order, scores and badges in one call, since in a public guide neither could come first. Keys that are left out stay. */
export const ItemRanking = z.strictObject({
  rubric: optional.rubric.describe('Other weights make other totals.'),
  items: z
    .array(
      z.strictObject({
        id: z.int().min(1),
        ...z.strictObject({ score, score_reason, scores, rank_reason, badge, badge_text }).partial().shape,
        version,
      }),
    )
    .max(MAX_ITEMS)
    .describe('Every product of the guide, once, in the order of their ranks.'),
});
export type ItemRanking = z.infer<typeof ItemRanking>;

export const Item = z.object(itemContent);
export type Item = z.infer<typeof Item>;

export const GuidePage = pageOf(Guide);
export const GuideReply = oneOf(Guide);
export const ItemReply = oneOf(Item);
export const ItemList = z.object({ data: z.array(Item), message: z.string().optional() });

const categoryFields = { slug, description: optionalText(500), sort_order: z.int().min(0).max(1000) };
const optionalInCategory = z.strictObject(categoryFields).partial().shape;

export const GuideCategoryInput = z.strictObject({ name: requiredText(80), ...optionalInCategory });
export type GuideCategoryInput = z.infer<typeof GuideCategoryInput>;

/** Keys that are left out stay as they are. */
export const GuideCategoryChange = z.strictObject({
  name: requiredText(80).optional(),
  ...optionalInCategory,
  version,
});
export type GuideCategoryChange = z.infer<typeof GuideCategoryChange>;

/** Every category, once, in the new order. */
export const GuideCategoryOrder = z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(1000) });

export const GuideCategory = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  sort_order: z.int(),
  guides_count: z.int().describe('Guides that are not deleted, drafts among them.'),
  is_sample: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type GuideCategory = z.infer<typeof GuideCategory>;

export const GuideCategories = z.object({ data: z.array(GuideCategory), message: z.string().optional() });
export const GuideCategoryReply = oneOf(GuideCategory);

/** A category as readers see it. @property guides_count those that the public may read */
export type PublicCategory = Pick<GuideCategory, 'id' | 'slug' | 'name' | 'description' | 'guides_count'>;

/** A guide in a public list. */
export const GuideCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string().nullable().describe('Plain text: its own, else the first words of the description.'),
  status: z.enum(['published', 'featured']),
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  author: z.object({ slug: z.string(), name: z.string() }).nullable(),
  author_name: z.string().nullable(),
  main_image_url: z.string().nullable(),
  main_image_alt: z.string().nullable(),
  noindex: z.boolean(),
  items_count: z.int().describe('Visible products.'),
  top_badges: z.array(z.string()).describe('Words of the badges of the first three products.'),
  published_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type GuideCard = z.infer<typeof GuideCard>;

const publicGuide = {
  ...content,
  ...publicEditorial,
  status: z.enum(['published', 'featured']),
  category: z.object({ id: z.int(), slug: z.string(), name: z.string() }).nullable(),
  author: PublicPerson.nullable(),
  reviewer: PublicPerson.nullable().describe('Only with credentials and the date of the check.'),
  published_at: z.string().nullable(),
};

/** A product as a reader sees it; where its button leads is added when the page or the answer is made. */
export const PublicItem = z.object(publicItem);
export type PublicItem = z.infer<typeof PublicItem>;

/** A guide as a reader sees it, its visible products in order. */
export const PublicGuide = z.object({ ...publicGuide, items: z.array(PublicItem) });
export type PublicGuide = z.infer<typeof PublicGuide>;

/** `featured`: the featured first, then the newest. */
export const PUBLIC_GUIDE_SORTS = ['featured', 'new'] as const;
export type PublicGuideSort = (typeof PUBLIC_GUIDE_SORTS)[number];

/** Any query key may come along; a page, limit or sort that is none counts as the default. */
export const PublicGuideQuery = z.object({
  page: queryNumber(1, 1_000_000).catch(1),
  limit: queryNumber(1, 100).catch(PUBLIC_PAGE_SIZE),
  q: z.string().trim().max(200).optional().catch(undefined),
  category: z.string().max(128).optional().catch(undefined).describe('The slug of a category.'),
  sort: z.enum(PUBLIC_GUIDE_SORTS).catch('featured'),
});

export const PublicGuidePage = pageOf(GuideCard);
export const PublicGuideReply = z.object({
  data: z.object({
    ...publicGuide,
    items: z.array(z.object({ ...publicItem, out_url: z.string().nullable().describe('Null: no button.') })),
  }),
});
