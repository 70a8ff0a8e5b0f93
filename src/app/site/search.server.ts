import { publicGuides, routableGuides, routableItems } from '../../features/guides/server/service.ts';
import { offersById } from '../../features/offers/server/service.ts';
import type { Db } from '../../platform/server/postgres.ts';
import { guideCards } from './cards.server.ts';
import type { ReviewCard, SearchProps } from './props.ts';
import { reviewCards } from './reviews.server.ts';

/** The most results of one kind. */
const MAX_RESULTS = 12;
const MAX_REVIEWS = 1000;
/** The longest query that is looked for, in characters. */
export const MAX_QUERY = 200;

/** Guides by the words of their title and text, products by the name of their offer, reviews by title, verdict and product. */
export async function loadSearch(db: Db, query: string): Promise<SearchProps> {
  if (!query) return { query, guides: [], products: [], reviews: [] };
  const guides = await publicGuides(db, { page: 1, limit: MAX_RESULTS, q: query });
  const reviews = await reviewCards(db, MAX_REVIEWS);
  return {
    query,
    guides: await guideCards(db, guides.data),
    products: await findProducts(db, query),
    reviews: reviews.filter((review) => matches(query, wordsOf(review))).slice(0, MAX_RESULTS),
  };
}

const wordsOf = ({ title, verdict, productName }: ReviewCard): string => `${title} ${verdict ?? ''} ${productName}`;

/** Does the text hold every word of the query, in any order and case? */
const matches = (query: string, text: string): boolean => {
  const inside = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => inside.includes(word));
};

async function findProducts(db: Db, query: string): Promise<SearchProps['products']> {
  const titles = new Map(
    (await routableGuides(db)).filter((guide) => guide.isPublic).map((guide) => [guide.id, guide.title]),
  );
  const items = (await routableItems(db)).filter((item) => item.is_visible && titles.has(item.guide_id));
  const offers = await offersById(
    db,
    items.flatMap((item) => item.offer_id ?? []),
  );
  const found: SearchProps['products'] = [];
  for (const item of items) {
    const offer = item.offer_id === null ? undefined : offers.get(item.offer_id);
    if (!offer || !matches(query, `${offer.name} ${offer.brand ?? ''}`)) continue;
    found.push({
      itemId: item.id,
      guideId: item.guide_id,
      guideTitle: titles.get(item.guide_id)!,
      name: offer.name,
      summary: null,
    });
    if (found.length === MAX_RESULTS) break;
  }
  return found;
}
