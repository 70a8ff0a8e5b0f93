import type { ReviewCard as Review } from '../../../features/reviews/contract.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { loadPictures, type PictureOf } from './pictures.server.ts';
import type { ReviewCard } from '../props.ts';

/** Reviews of a public list as the site's cards show them. */
export async function cardsOf(db: Db, reviews: readonly Review[]): Promise<ReviewCard[]> {
  const picture = await loadPictures(
    db,
    reviews.map((review) => review.main_image_url),
  );
  return reviews.map((review) => card(review, picture));
}

const card = (review: Review, picture: PictureOf): ReviewCard => ({
  slug: review.slug,
  title: review.title,
  verdict: review.verdict,
  score: review.score,
  updatedAt: review.updated_at,
  image: picture(review.main_image_url),
  productName: review.offer_name,
});
