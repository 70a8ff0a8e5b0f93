import { guidesHolding, relatedGuides } from '../../../features/guides/server/reading.ts';
import type { PublicReview } from '../../../features/reviews/contract.ts';
import type { Content } from '../../../features/publishing/contract.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { alternativesIn } from './parts/alternatives.server.ts';
import { guideCards } from './cards.server.ts';
import { relatedTags, type Loaded } from './guide.server.ts';
import { personOf } from './people.server.ts';
import { loadPictures } from './pictures.server.ts';
import { guideTags, offersBehind, offerTags, pictureTags } from './parts/shows.server.ts';
import { couponAt, nextChangeMs, priceAt } from '../buying/price-age.ts';
import type { ReviewProps } from '../props.ts';
import { previewReview, reviewBySlug } from '../../../features/reviews/server/reading.ts';

const RELATED = 3;
/** Guides whose other products are the alternatives. */
const MAX_HOLDING = 3;

/** Everything the page of a review shows; `gone` is 410, `missing` 404, `movedTo` the slug that it has by now. */
export async function loadReview(
  db: Db,
  slug: string,
  now: Date,
): Promise<'missing' | 'gone' | { movedTo: string } | Loaded<ReviewProps>> {
  const review = await reviewBySlug(db, slug, now);
  return typeof review === 'string' || 'movedTo' in review ? review : reviewProps(db, review, now);
}

/** The same for a review as it would be with edits; undefined for one that is not there. */
export async function loadReviewPreview(
  db: Db,
  id: number,
  edits: Content,
  now: Date,
): Promise<ReviewProps | undefined> {
  const review = await previewReview(db, id, edits, now);
  return review && (await reviewProps(db, review, now)).props;
}

async function reviewProps(db: Db, review: PublicReview, now: Date): Promise<Loaded<ReviewProps>> {
  const { offer, author, reviewer } = review;
  const holding = await guidesHolding(db, offer.id, MAX_HOLDING, now);
  const imageUrl = review.main_image_url ?? offer.image_url;
  const urls = [
    imageUrl,
    ...review.gallery.map((image) => image.url),
    author?.photo_url ?? null,
    reviewer?.photo_url ?? null,
  ];
  const picture = await loadPictures(db, urls);
  // guides to read on: those near the guides that hold the product
  const related = await relatedGuides(db, { id: 0, categoryId: holding[0]?.category?.id ?? null }, RELATED);
  const [own, behind] = [
    await offerTags(db, [offer.id], now),
    await offersBehind(
      db,
      holding.map((guide) => guide.id),
      now,
    ),
  ];
  const props: ReviewProps = {
    id: review.id,
    slug: review.slug,
    title: review.title,
    authorName: review.author_name,
    author: author && personOf(author, picture),
    reviewer: reviewer && personOf(reviewer, picture),
    reviewedAt: review.reviewed_at,
    publishedAt: review.published_at,
    updatedAt: review.updated_at,
    image: picture(imageUrl, review.main_image_alt),
    verdict: review.verdict,
    metaTitle: review.meta_title,
    metaDescription: review.meta_description,
    isHidden: review.noindex,
    score: review.score,
    subScores: review.sub_scores,
    pros: review.pros,
    cons: review.cons,
    sections: review.sections,
    gallery: review.gallery.flatMap(({ url, alt }) => picture(url, alt) ?? []),
    tested: review.tested,
    faq: review.faq,
    sources: review.sources,
    changes: review.changes,
    product: productOf(offer, now),
    alternatives: await alternativesIn(db, holding, offer.id),
    guides: await guideCards(db, related.guides),
    isSample: review.is_sample,
  };
  return {
    props,
    // each of the others may begin or end as an alternative
    endsAtMs: nextChangeMs(now, [offer.price_checked_at], [offer.coupon_ends_at, own.nextDate, behind.nextDate]),
    shows: [
      `review:${review.id}`,
      `guides-holding:${offer.id}`,
      ...own.shows,
      ...behind.shows,
      ...guideTags(holding),
      ...pictureTags([...urls, ...holding.flatMap(({ items }) => items.map((item) => item.image_url))]),
      ...relatedTags(related),
    ],
  };
}

const productOf = (offer: PublicReview['offer'], now: Date): ReviewProps['product'] => ({
  name: offer.name,
  brand: offer.brand,
  price: priceAt(offer, now),
  coupon: couponAt(offer, now),
  moneyBackDays: offer.money_back_days,
  shippingNote: offer.shipping_note,
  attributes: offer.attributes,
  isAvailable: offer.is_available,
});
