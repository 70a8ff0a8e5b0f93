import type { ReviewStatus } from './contract.ts';

/** Statuses in which the public reads a review; `featured` is published and stands first. */
export const PUBLIC_STATUSES = ['published', 'featured'] as const;

export const isPublicStatus = (status: ReviewStatus): status is (typeof PUBLIC_STATUSES)[number] =>
  status === 'published' || status === 'featured';

type Seen = { status: ReviewStatus; first_published_at: string | null; deleted_at: string | null };

/** What the public gets: the review, 410 for what it could read before, 404 for everything else (a draft, even one that was public). */
export function publicState(review: Seen): 'public' | 'gone' | 'missing' {
  if (review.deleted_at === null && isPublicStatus(review.status)) return 'public';
  return review.first_published_at !== null && review.status !== 'draft' ? 'gone' : 'missing';
}
