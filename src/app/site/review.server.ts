import { offersById } from '../../features/offers/server/service.ts';
import { reviewBySlug } from '../../features/reviews/server/service.ts';
import type { Db } from '../../platform/server/postgres.ts';
import { relatedGuides, type Loaded } from './guide.server.ts';
import { loadPictures } from './pictures.server.ts';
import { couponAt, nextChangeMs, priceAt } from './price-age.ts';
import type { ReviewProps } from './props.ts';

/** Everything the page of a review shows; `gone` is 410, `missing` 404, `movedTo` the slug that it has by now. */
export async function loadReview(
  db: Db,
  slug: string,
  now: Date,
): Promise<'missing' | 'gone' | { movedTo: string } | Loaded<ReviewProps>> {
  const review = await reviewBySlug(db, slug, now);
  if (typeof review === 'string' || 'movedTo' in review) return review;
  const { offer } = review;
  const [guides, offers] = [await relatedGuides(db, undefined), await offersById(db, [offer.id], now)];
  const imageUrl = review.main_image_url ?? offer.image_url;
  const picture = await loadPictures(db, [imageUrl]);
  const props: ReviewProps = {
    id: review.id,
    slug: review.slug,
    title: review.title,
    author: review.author_name,
    publishedAt: review.published_at,
    updatedAt: review.updated_at,
    image: picture(imageUrl),
    verdict: review.verdict,
    metaDescription: review.meta_description,
    score: review.score,
    pros: review.pros,
    cons: review.cons,
    sections: review.sections,
    tested: review.tested,
    product: {
      name: offer.name,
      brand: offer.brand,
      price: priceAt(offer, now),
      coupon: couponAt(offer, now),
      moneyBackDays: offer.money_back_days,
      isAvailable: offer.is_available,
    },
    guides,
    isSample: review.is_sample,
  };
  const dates = offers.get(offer.id);
  return {
    props,
    endsAtMs: nextChangeMs(
      now,
      [offer.price_checked_at],
      [offer.coupon_ends_at, dates?.starts_at ?? null, dates?.ends_at ?? null],
    ),
  };
}
