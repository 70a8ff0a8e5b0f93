import type { Db } from '../../platform/server/postgres.ts';
import { relatedGuides, type Loaded } from './guide.server.ts';
import type { ReviewProps } from './props.ts';
import { findReview } from './reviews.server.ts';

/** Everything the page of a review shows; `gone` is 410, `missing` 404. */
export async function loadReview(db: Db, slug: string, now: Date): Promise<'missing' | 'gone' | Loaded<ReviewProps>> {
  const review = await findReview(db, slug, now);
  if (typeof review === 'string') return review;
  return { props: { ...review.props, guides: await relatedGuides(db, undefined) }, endsAtMs: review.endsAtMs };
}
