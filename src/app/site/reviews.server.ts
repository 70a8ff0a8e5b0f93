import type { Db } from '../../platform/server/postgres.ts';
import type { ReviewCard, ReviewProps } from './props.ts';

/** A review as lists and searches need it. */
export type ListedReview = ReviewCard & { offerId: number };

export async function listReviews(_db: Db, _limit: number): Promise<ListedReview[]> {
  return [];
}

export async function findReview(
  _db: Db,
  _slug: string,
  _now: Date,
): Promise<'missing' | 'gone' | { props: Omit<ReviewProps, 'guides'>; endsAtMs: number; offerId: number }> {
  return 'missing';
}
