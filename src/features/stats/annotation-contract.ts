import { z } from 'zod';
import { addressId } from '../../platform/paging.ts';
import { Range, rangeKeys } from '../reports/contract.ts';

export const ANNOTATION_KINDS = ['content', 'price', 'rank', 'weight', 'payout'] as const;

const { format: _format, ...days } = rangeKeys;

/** Changes that are about guides. */
export const ABOUT_GUIDES = 'listicles';

export const AnnotationQuery = z.strictObject({
  ...days,
  about: z
    .enum(['all', ABOUT_GUIDES, 'reviews', 'offers', 'links'])
    .default('all')
    .describe(
      'Whose changes: guides with their products and the prices and payouts of offers; reviews likewise; and so on.',
    ),
  link_id: addressId.optional().describe('Only this tracking link and its destinations.'),
});
export type AnnotationQuery = z.infer<typeof AnnotationQuery>;

export const Annotation = z.object({
  id: z.string(),
  at: z.string(),
  day: z.string().describe('Local day of the range’s zone.'),
  kind: z.enum(ANNOTATION_KINDS),
  entity: z.string(),
  entity_id: z.string(),
  subject: z.string(),
  text: z.string(),
  changes: z.int().describe('How many changes of this day the mark stands for.'),
  actor: z.string(),
});
export type Annotation = z.infer<typeof Annotation>;

export const Annotations = z.object({
  data: z
    .array(Annotation)
    .describe('Of the range; and what came after it and counts its days anew: another zone or currency of the site.'),
  is_complete: z.boolean().describe('false: the range holds more changes than were looked at; the latest are here.'),
  ...Range,
});
/** For who may not see money: without what offers pay. */
export const UnpaidAnnotations = Annotations.extend({
  data: z.preprocess(
    (all) => (all as Annotation[]).filter(({ kind }) => kind !== 'payout'),
    z.array(Annotation.extend({ kind: z.enum(ANNOTATION_KINDS).exclude(['payout']) })),
  ),
});

export type Annotations = z.infer<typeof Annotations>;
