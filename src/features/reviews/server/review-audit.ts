import { pick } from '../../../platform/server/records/records.ts';
import { auditOf } from '../../accounts/server/service.ts';
import type * as store from './store.ts';

/** Puts a change of a review on record. */
export const audit = auditOf('review', (row: store.ReviewRow) => row.title);

const AUDITED = [
  'offer_id',
  'slug',
  'title',
  'status',
  'verdict',
  'score_tenths',
  'pros',
  'cons',
  'sections',
  'sub_scores',
  'author_name',
  'author_id',
  'reviewer_id',
  'reviewed_at',
  'tested',
  'faq',
  'sources',
  'changes',
  'main_image_url',
  'main_image_alt',
  'gallery',
  'meta_title',
  'meta_description',
  'noindex',
  'first_published_at',
  'publish_at',
  'unpublish_at',
  'is_sample',
  'created_at',
  'deleted_at',
] as const satisfies readonly (keyof store.ReviewRow)[];

/** What of a row may stand in the audit; what every save changes is not told. */
export const auditable = (row: store.ReviewRow): Record<string, unknown> => pick(row, AUDITED);
