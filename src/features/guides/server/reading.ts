import { paged, type Paged } from '../../../platform/paging.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { sanitizeRichText } from '../../../platform/server/records/rich-text.ts';
import { offersById, publicFactsOf } from '../../offers/server/offer-facts.ts';
import { creditsOf } from '../../people/server/service.ts';
import type { Content } from '../../publishing/contract.ts';
import type { Criterion, GuideCard, PublicGuide, PublicGuideSort, PublicItem } from '../contract.ts';
import { orderConflicts } from '../order.ts';
import type { ToFind } from '../../publishing/server/store-to-find.ts';
import { publicState, revisedAt } from '../../publishing/rules.ts';
import {
  addressSlug,
  badgeLabel,
  excerptOf,
  buttonLeadsTo,
  mergedAttributes,
  pointsOf,
  scoresOf,
  totalScore,
  type ScoresTenths,
} from '../rules.ts';
import { categoriesById, categoryBySlug } from './categories.ts';
import { withEdits } from './writing/guide-columns.ts';
import { withItemEdits } from './products/item-columns.ts';
import { readableChanges, standingsOf } from './writing/shown.ts';
import * as itemStore from './products/store-items.ts';
import * as store from './store.ts';

/** A guide as readers get it, its visible products with the facts of their offers; `gone` is 410, `missing` 404. */
export async function publicGuide(db: Db, id: number, now = new Date()): Promise<'missing' | 'gone' | PublicGuide> {
  const [row] = await store.findMany(db, [id]);
  if (!row) return 'missing';
  const state = publicState(row);
  if (state !== 'public') return state === 'gone' ? 'gone' : 'missing';
  return readable(db, row, await itemStore.listVisible(db, [id]), now);
}

/** The newest guides that readers may read in which an offer stands. */
export async function guidesHolding(db: Db, offerId: number, limit: number, now: Date): Promise<PublicGuide[]> {
  const guides: PublicGuide[] = [];
  for (const id of await itemStore.listHolding(db, offerId, limit)) {
    const guide = await publicGuide(db, id, now);
    if (typeof guide !== 'string') guides.push(guide);
  }
  return guides;
}

/** A guide as readers would get it if these edits were saved and it were public; undefined for one that is not there. */
export async function previewGuide(
  db: Db,
  id: number,
  edits: { guide: Content; item: (id: number) => Content | Promise<Content> },
  now = new Date(),
): Promise<PublicGuide | undefined> {
  const row = await store.find(db, id);
  if (!row) return undefined;
  const items = await itemStore.listOf(db, id);
  const edited = await Promise.all(items.map(async (item) => withItemEdits(item, await edits.item(item.id))));
  const shown = edited.filter((item) => item.is_visible);
  return readable(db, withEdits(row, edits.guide), shown, now);
}

async function readable(db: Db, row: store.GuideRow, items: itemStore.ItemRow[], now: Date): Promise<PublicGuide> {
  const credits = await creditsOf(db, [row]);
  const category = (await categoriesById(db, [row.category_id])).get(row.category_id ?? 0);
  return {
    id: row.id,
    slug: addressSlug(row),
    title: row.title,
    excerpt: row.excerpt,
    description: clean(row.description),
    methodology: clean(row.methodology),
    // a preview shows a draft as it will be
    status: row.status === 'featured' ? 'featured' : 'published',
    category: category ? { id: category.id, slug: category.slug, name: category.name } : null,
    author_name: row.author_name,
    ...credits(row),
    tested: row.tested,
    rubric: row.rubric,
    faq: row.faq,
    sources: row.sources,
    changes: readableChanges(row.changes),
    main_image_url: row.main_image_url,
    main_image_alt: row.main_image_alt,
    meta_title: row.meta_title,
    meta_description: row.meta_description,
    noindex: row.noindex,
    is_sample: row.is_sample,
    published_at: row.first_published_at,
    created_at: row.created_at,
    updated_at: revisedAt(row),
    items: await readableItems(db, row, items, now),
  };
}

type Asked = store.PublicFilter & { page: number; limit: number; sort?: PublicGuideSort };

/** One page of the guides the public may read: featured first, then the newest, unless another sort is asked for. */
export async function publicGuides(db: Db, asked: Asked): Promise<Paged<GuideCard>> {
  const { page, limit, sort = 'featured', ...given } = asked;
  const offset = (page - 1) * limit;
  const filter = { ...given, q: given.q && searchable(given.q) };
  const rows = await store.listPublic(db, filter, { limit, offset, sort });
  return paged(await cardsOf(db, rows), await store.countPublic(db, filter), { page, limit, offset, order: 'desc' });
}

/** Those of `publicGuides` by their names alone: the first of them, the featured before the others. */
export async function publicGuideNames(
  db: Db,
  { q, limit }: { q: string | undefined; limit: number },
): Promise<Pick<GuideCard, 'id' | 'title' | 'slug' | 'status'>[]> {
  const rows = await store.listPublicNames(db, { q: q && searchable(q) }, limit);
  return rows.map(({ id, title, slug, status }) => ({
    id,
    title,
    slug: addressSlug({ slug, title }),
    status: status as GuideCard['status'],
  }));
}

/** The first of those that the home page shows. */
export const firstGuides = async (db: Db, limit: number): Promise<GuideCard[]> =>
  cardsOf(db, await store.listPublic(db, { isListed: true }, { limit, offset: 0, sort: 'featured' }));

/** The newest that searchers may find; none without products. */
export const newestGuides = async (db: Db, limit: number): Promise<GuideCard[]> =>
  cardsOf(db, await store.listPublic(db, { isListed: true, isToFind: true }, { limit, offset: 0, sort: 'new' }));

/** What a sitemap names of guides, in all. */
export const guidesToFind = (db: Db): Promise<ToFind[]> => store.sumToFind(db);

/** Some of them, by id. */
export const guideAddresses = async (
  db: Db,
  some: { offset: number; limit: number },
): Promise<{ id: number; slug: string; changed_at: string }[]> =>
  (await store.listToFind(db, some)).map((row) => ({
    id: row.id,
    slug: addressSlug(row),
    changed_at: row.changed_at,
  }));

/** The same by the slug of a category; one that is none has no guides. */
export async function publicGuidesOf(
  db: Db,
  { category, ...asked }: Asked & { category?: string | undefined },
): Promise<Paged<GuideCard>> {
  if (category === undefined) return publicGuides(db, asked);
  const found = await categoryBySlug(db, category);
  // no guide has the category 0
  return publicGuides(db, { ...asked, categoryId: found && 'id' in found ? found.id : 0 });
}

/** Ids of the offers of some guides' visible products, those that stand in for them too, whether live or not. */
export async function offersNamedIn(db: Db, guideIds: readonly number[]): Promise<number[]> {
  const rows = await itemStore.listNamedOffers(db, [...guideIds]);
  return [...new Set(rows.flatMap((row) => [row.offer_id, row.fallback_offer_id]).filter((id) => id !== null))];
}

/**
 * Other guides to read on: those of the same category first, then the featured and the newest.
 * @returns them, and the tags of what decides which they are
 */
export async function relatedGuides(
  db: Db,
  guide: { id: number; categoryId: number | null },
  limit: number,
): Promise<{ guides: GuideCard[]; tags: string[] }> {
  const asked = { limit: limit + 1, offset: 0, sort: 'featured' as const };
  const near =
    guide.categoryId === null
      ? []
      : await store.listPublic(db, { categoryId: guide.categoryId, isListed: true }, asked);
  const isFilled = near.length > limit;
  const rows = [
    ...near,
    ...(isFilled ? [] : await store.listPublic(db, { isListed: true }, { ...asked, limit: 2 * limit + 1 })),
  ];
  const others = new Map(rows.filter((row) => row.id !== guide.id).map((row) => [row.id, row]));
  return {
    guides: await cardsOf(db, [...others.values()].slice(0, limit)),
    tags: [...(guide.categoryId === null ? [] : [`guides-in:${guide.categoryId}`]), ...(isFilled ? [] : ['guides'])],
  };
}

/** Who is named by a guide that the public reads, as its author or as a reviewer with a date. */
export async function creditedByGuides(db: Db): Promise<Set<number>> {
  const rows = await store.listCredited(db);
  const credits = await creditsOf(db, rows);
  const people = rows.map(credits).flatMap(({ author, reviewer }) => [author, reviewer]);
  return new Set(people.filter((person) => person !== null).map((person) => person.id));
}

async function cardsOf(db: Db, rows: store.GuideRow[]): Promise<GuideCard[]> {
  const ids = rows.map((row) => row.id);
  const items = Map.groupBy(await itemStore.listVisible(db, ids), (item) => item.guide_id);
  const credits = await creditsOf(db, rows);
  const categories = await categoriesById(
    db,
    rows.map((row) => row.category_id),
  );
  return rows.map((row) => {
    const own = items.get(row.id) ?? [];
    const category = categories.get(row.category_id ?? 0);
    const { author } = credits(row);
    return {
      id: row.id,
      slug: addressSlug(row),
      title: row.title,
      excerpt: row.excerpt ?? excerptOf(row.description) ?? null,
      status: row.status as GuideCard['status'],
      category: category ? { slug: category.slug, name: category.name } : null,
      author: author && { slug: author.slug, name: author.name },
      author_name: row.author_name,
      main_image_url: row.main_image_url,
      main_image_alt: row.main_image_alt,
      noindex: row.noindex,
      items_count: own.length,
      top_badges: own.slice(0, 3).flatMap((item) => badgeLabel(item.badge, item.badge_text) ?? []),
      published_at: row.first_published_at,
      created_at: row.created_at,
      updated_at: revisedAt(row),
    };
  });
}

async function readableItems(
  db: Db,
  { rubric }: store.GuideRow,
  rows: itemStore.ItemRow[],
  now: Date,
): Promise<PublicItem[]> {
  const ids = rows.flatMap((row) => [row.offer_id, row.fallback_offer_id]).filter((id) => id !== null);
  const offers = await offersById(db, ids, now);
  const misplaced = misplacedIn(rubric, rows);
  return rows.map((row, index) => {
    const own = offers.get(row.offer_id ?? 0);
    const fallback = offers.get(row.fallback_offer_id ?? 0);
    const state = buttonLeadsTo(own, fallback);
    const shown = state === 'offer' ? own : state === 'fallback' ? fallback : undefined;
    const title = row.title ?? own?.name ?? '';
    const image = row.image_url ?? own?.image_url ?? null;
    return {
      id: row.id,
      rank: index + 1,
      title,
      badge: row.badge,
      badge_label: badgeLabel(row.badge, row.badge_text) ?? null,
      score: pointsOf(row.score_tenths ?? totalScore(rubric, row.scores)),
      sub_scores: subScores(rubric, row.scores),
      score_reason: row.score_tenths === null ? null : row.score_reason,
      rank_reason: misplaced.has(row.id) ? row.rank_reason : null,
      summary: row.summary,
      body: clean(row.body),
      pros: row.pros,
      cons: row.cons,
      best_for: row.best_for,
      not_for: row.not_for,
      image_url: image,
      image_alt: image === null ? null : (row.image_alt ?? title),
      cta_text: row.cta_text,
      sponsored_placement: row.sponsored_placement,
      attributes: mergedAttributes(own?.attributes ?? {}, row.attributes),
      offer: shown ? publicFactsOf(shown) : null,
      is_fallback: state === 'fallback',
    };
  });
}

/** Those whose place is not that of their score or badge. */
const misplacedIn = (rubric: readonly Criterion[], rows: readonly itemStore.ItemRow[]): Set<number> =>
  new Set(
    orderConflicts(standingsOf({ rubric: [...rubric] }, rows).map((one) => ({ ...one, name: '' }))).map(({ id }) => id),
  );

/** The arithmetic behind the total, which every reader can do again. */
const subScores = (rubric: readonly Criterion[], scores: ScoresTenths): PublicItem['sub_scores'] =>
  (scoresOf(rubric, scores) ?? []).map(({ criterion: { key, name, weight }, tenths }) => ({
    key,
    name,
    weight,
    score: tenths / 10,
  }));

/** PostgreSQL knows no NUL. */
const searchable = (q: string): string => q.replaceAll('\0', '').toWellFormed();

/** Sanitised again on the way out: what the table holds may be older than the rules. */
const clean = (html: string | null): string | null => (html === null ? null : sanitizeRichText(html) || null);
