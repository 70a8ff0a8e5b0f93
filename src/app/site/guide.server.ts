import type { PublicGuide, PublicItem } from '../../features/guides/contract.ts';
import { guidesById, publicGuide, publicGuides } from '../../features/guides/server/service.ts';
import { routableOffers } from '../../features/offers/server/service.ts';
import { routableReviews } from '../../features/reviews/server/service.ts';
import type { Db } from '../../platform/server/postgres.ts';
import { guideCards } from './cards.server.ts';
import { excerpt } from './labels.ts';
import { loadPictures, type PictureOf } from './pictures.server.ts';
import { couponAt, nextChangeMs, priceAt } from './price-age.ts';
import type { GuideCard, GuideProps, Product } from './props.ts';

const RELATED = 3;

/** A page's data, and the instant from which it is wrong by itself. */
export type Loaded<T> = { props: T; endsAtMs: number };

/** Everything the page of a guide shows; `gone` is 410, `missing` 404. */
export async function loadGuide(db: Db, id: number, now: Date): Promise<'missing' | 'gone' | Loaded<GuideProps>> {
  const guide = await publicGuide(db, id, now);
  if (typeof guide === 'string') return guide;
  const [rows, reviews, related, offers] = [
    await guidesById(db, [id]),
    await routableReviews(db),
    await relatedGuides(db, id),
    await routableOffers(db),
  ];
  const slugs = new Map(reviews.filter((review) => review.isPublic).map((review) => [review.offer_id, review.slug]));
  const picture = await loadPictures(db, [guide.main_image_url, ...guide.items.map((item) => item.image_url)]);
  const props: GuideProps = {
    id,
    title: guide.title,
    author: guide.author_name,
    publishedAt: guide.published_at,
    updatedAt: guide.updated_at,
    image: picture(guide.main_image_url),
    description: guide.description,
    excerpt: excerpt(guide.description),
    products: guide.items.map((item) => product(item, slugs, picture, now)),
    related,
    isSample: rows.get(id)?.is_sample ?? false,
  };
  return { props, endsAtMs: guideEndsAtMs(guide, offers, now) };
}

function guideEndsAtMs(
  guide: PublicGuide,
  offers: readonly { starts_at: string | null; ends_at: string | null }[],
  now: Date,
): number {
  const facts = guide.items.map((item) => item.offer);
  return nextChangeMs(
    now,
    facts.map((offer) => offer?.price_checked_at ?? null),
    // an offer that is not live yet is named nowhere in the guide, so the dates of all of them count
    [
      ...facts.map((offer) => offer?.coupon_ends_at ?? null),
      ...offers.flatMap((offer) => [offer.starts_at, offer.ends_at]),
    ],
  );
}

/** Other guides to read on: the featured, then the newest. */
export async function relatedGuides(db: Db, withoutId: number | undefined): Promise<GuideCard[]> {
  const { data } = await publicGuides(db, { page: 1, limit: RELATED + 1 });
  return guideCards(db, data.filter((guide) => guide.id !== withoutId).slice(0, RELATED));
}

function product(item: PublicItem, slugs: ReadonlyMap<number, string>, picture: PictureOf, now: Date): Product {
  // the facts of a stand-in belong to another product: only its name is shown
  const own = item.is_fallback ? null : item.offer;
  return {
    id: item.id,
    rank: item.rank,
    name: item.title,
    brand: own?.brand ?? null,
    badge: item.badge_label,
    isBestOverall: item.badge === 'best_overall',
    score: item.score,
    summary: item.summary,
    body: item.body,
    pros: item.pros,
    cons: item.cons,
    bestFor: item.best_for,
    notFor: item.not_for,
    image: picture(item.image_url, item.image_alt),
    price: own && priceAt(own, now),
    coupon: own && couponAt(own, now),
    moneyBackDays: own?.money_back_days ?? null,
    ctaText: item.cta_text,
    isAvailable: item.offer !== null,
    standIn: item.is_fallback ? (item.offer?.name ?? null) : null,
    isSponsored: item.sponsored_placement,
    reviewSlug: (own && slugs.get(own.id)) ?? null,
    attributes: own?.attributes ?? {},
  };
}
