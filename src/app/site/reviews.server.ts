import type { ReviewCard as Review } from '../../features/reviews/contract.ts';
import { publicReviews } from '../../features/reviews/server/service.ts';
import type { Db } from '../../platform/server/postgres.ts';
import type { ReviewCard } from './props.ts';

/** The reviews that the public may read, as the site's cards show them: featured first, then the newest. */
export const reviewCards = async (db: Db, limit: number): Promise<ReviewCard[]> =>
  (await publicReviews(db, { limit })).map(card);

const card = (review: Review): ReviewCard => ({
  slug: review.slug,
  title: review.title,
  verdict: review.verdict,
  score: review.score,
  updatedAt: review.updated_at,
  image: review.main_image_url,
  productName: review.offer_name,
});
