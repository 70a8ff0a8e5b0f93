import type { PublicGuide, PublicItem } from '../../../features/guides/contract.ts';
import { previewGuide, publicGuide, relatedGuides } from '../../../features/guides/server/reading.ts';
import { publicReviewsOf } from '../../../features/reviews/server/service.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { guideCards } from './cards.server.ts';
import { excerpt } from '../labels.ts';
import { personOf } from './people.server.ts';
import { loadPictures, type PictureOf } from './pictures.server.ts';
import { couponAt, nextChangeMs, priceAt } from '../buying/price-age.ts';
import type { GuideProps, Product } from '../props.ts';
import { guideTags, offersBehind, pictureTags, type Shown } from './parts/shows.server.ts';
import { cutAtHeadings } from './parts/text-parts.server.ts';

const RELATED = 3;

/** With the instant from which it is wrong by itself. */
export type Loaded<T> = Shown<T> & { endsAtMs: number };

/** Everything the page of a guide shows; `gone` is 410, `missing` 404. */
export async function loadGuide(db: Db, id: number, now: Date): Promise<'missing' | 'gone' | Loaded<GuideProps>> {
  const guide = await publicGuide(db, id, now);
  return typeof guide === 'string' ? guide : guideProps(db, guide, now);
}

/** The same for a guide as it would be with edits; undefined for one that is not there. */
export async function loadGuidePreview(
  db: Db,
  id: number,
  edits: Parameters<typeof previewGuide>[2],
  now: Date,
): Promise<GuideProps | undefined> {
  const guide = await previewGuide(db, id, edits, now);
  return guide && (await guideProps(db, guide, now)).props;
}

async function guideProps(db: Db, guide: PublicGuide, now: Date): Promise<Loaded<GuideProps>> {
  const { id, author, reviewer } = guide;
  const behind = await offersBehind(db, [id], now);
  const [reviews, related] = [
    await publicReviewsOf(db, behind.ids),
    await relatedGuides(db, { id, categoryId: guide.category?.id ?? null }, RELATED),
  ];
  const slugs = new Map(reviews.map((review) => [review.offer_id, review.slug]));
  const urls = [
    guide.main_image_url,
    author?.photo_url ?? null,
    reviewer?.photo_url ?? null,
    ...guide.items.map((item) => item.image_url),
  ];
  const picture = await loadPictures(db, urls);
  const props: GuideProps = {
    id,
    slug: guide.slug,
    title: guide.title,
    metaTitle: guide.meta_title,
    metaDescription: guide.meta_description,
    isHidden: guide.noindex,
    category: guide.category && { slug: guide.category.slug, name: guide.category.name },
    authorName: guide.author_name,
    author: author && personOf(author, picture),
    reviewer: reviewer && personOf(reviewer, picture),
    reviewedAt: guide.reviewed_at,
    publishedAt: guide.published_at,
    updatedAt: guide.updated_at,
    image: picture(guide.main_image_url, guide.main_image_alt),
    lede: guide.excerpt,
    excerpt: guide.excerpt ?? excerpt(guide.description),
    ...cutAtHeadings(guide.description),
    tested: guide.tested,
    methodology: guide.methodology,
    rubric: guide.rubric,
    faq: guide.faq,
    sources: guide.sources,
    changes: guide.changes,
    products: guide.items.map((item) => product(item, slugs, picture, now)),
    related: await guideCards(db, related.guides),
    isSample: guide.is_sample,
  };
  return {
    props,
    endsAtMs: guideEndsAtMs(guide, behind.nextDate, now),
    shows: [
      `guide:${id}`,
      ...behind.shows,
      ...behind.ids.map((offerId) => `reviews-of:${offerId}`),
      ...pictureTags(urls),
      ...relatedTags(related),
    ],
  };
}

/** What guides to read on show, and what decides which they are. */
export const relatedTags = ({ guides, tags }: Awaited<ReturnType<typeof relatedGuides>>): string[] => [
  ...tags,
  ...guideTags(guides),
  ...pictureTags(guides.map((guide) => guide.main_image_url)),
];

function guideEndsAtMs(guide: PublicGuide, nextDate: string | null, now: Date): number {
  const facts = guide.items.map((item) => item.offer);
  return nextChangeMs(
    now,
    facts.map((offer) => offer?.price_checked_at ?? null),
    // an offer that is not live yet is named nowhere in the guide
    [...facts.map((offer) => offer?.coupon_ends_at ?? null), nextDate],
  );
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
    subScores: item.sub_scores.map(({ name, weight, score }) => ({ name, weight, score })),
    scoreReason: item.score_reason,
    rankReason: item.rank_reason,
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
    attributes: item.attributes,
  };
}
