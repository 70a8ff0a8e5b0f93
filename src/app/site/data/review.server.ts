import type { PublicGuide } from '../../../features/guides/contract.ts';
import { guidesHolding, relatedGuides } from '../../../features/guides/server/reading.ts';
import { nextOfferDate } from '../../../features/offers/server/offer-facts.ts';
import type { PublicReview } from '../../../features/reviews/contract.ts';
import type { Content } from '../../../features/publishing/contract.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { alternativesIn } from './alternatives.server.ts';
import { guideCards } from './cards.server.ts';
import type { Loaded } from './guide.server.ts';
import { personOf } from './people.server.ts';
import { loadPictures } from './pictures.server.ts';
import { couponAt, nextChangeMs, priceAt } from '../buying/price-age.ts';
import type { GuideCard, ReviewProps } from '../props.ts';
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
  const picture = await loadPictures(db, [
    imageUrl,
    ...review.gallery.map((image) => image.url),
    author?.photo_url ?? null,
    reviewer?.photo_url ?? null,
  ]);
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
    guides: await related(db, holding),
    isSample: review.is_sample,
  };
  return { props, endsAtMs: await reviewEndsAtMs(db, offer, now) };
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

/** Guides to read on: those near the guides that hold the product. */
const related = async (db: Db, [first]: readonly PublicGuide[]): Promise<GuideCard[]> =>
  guideCards(db, await relatedGuides(db, { id: 0, categoryId: first?.category?.id ?? null }, RELATED));

/** Its own dates, and the next one of all offers, since each may begin or end as an alternative. */
const reviewEndsAtMs = async (db: Db, offer: PublicReview['offer'], now: Date): Promise<number> =>
  nextChangeMs(now, [offer.price_checked_at], [offer.coupon_ends_at, await nextOfferDate(db, now)]);
