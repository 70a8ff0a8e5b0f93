import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { sanitizeRichText } from '../../../platform/server/records/rich-text.ts';
import { searchText, type Hit, type Looking } from '../../../platform/server/records/text-search.ts';
import { offersById, publicFactsOf } from '../../offers/server/offer-facts.ts';
import { creditsOf } from '../../people/server/service.ts';
import type { Content } from '../../publishing/contract.ts';
import { findMoved } from '../../publishing/server/service.ts';
import type { PublicReview, ReviewCard } from '../contract.ts';
import type { ToFind } from '../../publishing/server/store-to-find.ts';
import { publicState, revisedAt } from '../../publishing/rules.ts';
import { withEdits } from './review-columns.ts';
import { scoreOf, subScoresOf } from './scores.ts';
import * as store from './store.ts';

/** What an address leads to: `gone` is 410, `missing` 404, `movedTo` the slug that a public review has by now. */
export type FoundReview = 'missing' | 'gone' | { movedTo: string } | PublicReview;

/** What the address of a review leads to, for readers. */
export async function reviewBySlug(db: Db, slug: string, now = new Date()): Promise<FoundReview> {
  const row = await store.findBySlug(db, slug);
  if (!row || row.deleted_at !== null) {
    // an address that was left after a deleted review had it leads to the one that left it
    const movedId = await findMoved(db, 'review', slug);
    const moved = movedId === undefined ? undefined : await store.findEver(db, movedId);
    const state = moved && publicState(moved);
    if (state === 'public') return { movedTo: moved!.slug };
    if (state) return state;
  }
  if (!row) return 'missing';
  const state = publicState(row);
  if (state !== 'public') return state;
  return readable(db, row, now);
}

/** A review as readers would get it if these edits were saved and it were public; undefined for one that is not there. */
export async function previewReview(
  db: Db,
  id: number,
  edits: Content,
  now = new Date(),
): Promise<PublicReview | undefined> {
  const row = await store.find(db, id);
  return row && readable(db, withEdits(row, edits), now);
}

async function readable(db: Db, row: store.ReviewRow, now: Date): Promise<PublicReview> {
  const offer = (await offersById(db, [row.offer_id], now)).get(row.offer_id)!;
  const credits = (await creditsOf(db, [row]))(row);
  return {
    id: row.id,
    offer_id: row.offer_id,
    slug: row.slug,
    title: row.title,
    status: row.status,
    verdict: row.verdict,
    score: scoreOf(row.score_tenths),
    sub_scores: subScoresOf(row),
    pros: row.pros,
    cons: row.cons,
    // sanitised again on the way out: what the table holds may be older than the rules
    sections: row.sections.map(({ heading, body }) => ({ heading, body: sanitizeRichText(body, 'sections') })),
    author_name: row.author_name,
    ...credits,
    tested: row.tested,
    faq: row.faq,
    sources: row.sources,
    changes: row.changes,
    main_image_url: row.main_image_url,
    main_image_alt: row.main_image_alt,
    gallery: row.gallery,
    meta_title: row.meta_title,
    meta_description: row.meta_description,
    noindex: row.noindex,
    is_sample: row.is_sample,
    published_at: row.first_published_at,
    created_at: row.created_at,
    updated_at: revisedAt(row),
    offer: { ...publicFactsOf(offer), is_available: offer.isOpen },
  };
}

/** Who is named by a review that the public reads, as its author or as a reviewer with a date. */
export async function creditedByReviews(db: Db): Promise<Set<number>> {
  const rows = await store.listCredited(db);
  const people = rows.map(await creditsOf(db, rows)).flatMap(({ author, reviewer }) => [author, reviewer]);
  return new Set(people.filter((person) => person !== null).map((person) => person.id));
}

/** What the public may read: featured first, then the newest. A review without a picture has its offer's. */
export async function publicReviews(db: Db, filter: store.PublicFilter): Promise<ReviewCard[]> {
  const rows = await store.listPublic(db, filter);
  const offers = await offersById(
    db,
    rows.map((row) => row.offer_id),
  );
  const credits = await creditsOf(db, rows);
  return rows.map((row) => ({
    id: row.id,
    offer_id: row.offer_id,
    offer_name: offers.get(row.offer_id)!.name,
    slug: row.slug,
    title: row.title,
    status: row.status as ReviewCard['status'],
    verdict: row.verdict,
    score: scoreOf(row.score_tenths),
    author_name: row.author_name,
    author: credits(row).author,
    main_image_url: row.main_image_url ?? offers.get(row.offer_id)!.image_url,
    main_image_alt: row.main_image_alt,
    noindex: row.noindex,
    published_at: row.first_published_at,
    created_at: row.created_at,
    updated_at: revisedAt(row),
  }));
}

/** The same by their names alone. */
export const publicReviewNames = async (
  db: Db,
  filter: store.PublicFilter,
): Promise<Pick<ReviewCard, 'id' | 'title' | 'slug' | 'status'>[]> =>
  (await store.listPublicNames(db, filter)).map((row) => ({ ...row, status: row.status as ReviewCard['status'] }));

/** What a sitemap names of reviews, in all. */
export const reviewsToFind = (db: Db): Promise<ToFind[]> => store.sumToFind(db);

/** Some of them, by id. */
export const reviewAddresses = (
  db: Db,
  some: { offset: number; limit: number },
): Promise<{ slug: string; changed_at: string }[]> => store.listToFind(db, some);

/** What the public may read that holds the words of the query, the best first, each with the slug of its address. */
export async function searchReviews(
  db: Db,
  query: string,
  limit: number,
  how: Looking = {},
): Promise<(Hit & { slug: string })[]> {
  const hits = await searchText(db, store.reviewSearchSource, query, { ...how, limit });
  const slugs = await store.listSlugs(
    db,
    hits.map((hit) => hit.id),
  );
  return hits.flatMap((hit) => {
    const slug = slugs.get(hit.id);
    return slug === undefined ? [] : [{ ...hit, slug }];
  });
}
