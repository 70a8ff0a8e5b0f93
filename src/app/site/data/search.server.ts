import { firstGuides } from '../../../features/guides/server/reading.ts';
import { searchGuides, searchItems } from '../../../features/guides/server/search.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { nothingAsked, type Asked, type Hit, type Taken } from '../../../platform/server/records/text-search.ts';
import { correctSpelling } from '../../../platform/text/spelling.ts';
import { guideCards } from './cards.server.ts';
import { categoryTiles } from './category.server.ts';
import { guidePath, reviewPath } from '../paths.ts';
import type { SearchHit, SearchProps } from '../props.ts';
import { searchReviews } from '../../../features/reviews/server/reading.ts';

/** The most results of one kind. */
const MAX_RESULTS = 12;
const POPULAR = 3;
/** The longest query that is looked for, in characters. */
export const MAX_QUERY = 200;

/** Guides, products and reviews in one list, the best first; and where to go on when there are none. */
export async function loadSearch(db: Db, query: string): Promise<SearchProps> {
  const asked = nothingAsked();
  const typed = query ? await findAll(db, query, asked) : [];
  const suggestion = suggestionFor(query, typed);
  // a word that the title of one kind taught is looked for in the others too
  const found = suggestion === null ? typed : await findAll(db, suggestion, asked);
  const hits = found.map(({ hit }) => hit);
  const isEmpty = hits.length === 0;
  const [categories, popular] = isEmpty
    ? await Promise.all([categoryTiles(db), firstGuides(db, POPULAR).then((guides) => guideCards(db, guides))])
    : [[], []];
  return { query, hits, suggestion, categories, popular };
}

type Found = { rank: number; hit: SearchHit };

/** What holds the words as they were typed stands alone: guesses are for when there is nothing better. */
async function findAll(db: Db, query: string, asked: Asked): Promise<Found[]> {
  const typed = await find(db, query, { taken: 'typed', asked });
  if (typed.length > 0) return typed;
  const meant = await find(db, query, { taken: 'meant', asked });
  const best = Math.max(...meant.map(({ rank }) => Math.floor(rank)));
  return meant.filter(({ rank }) => Math.floor(rank) === best);
}

async function find(db: Db, query: string, how: { taken: Taken; asked: Asked }): Promise<Found[]> {
  const [guides, products, reviews] = await Promise.all([
    searchGuides(db, query, MAX_RESULTS, how),
    searchItems(db, query, MAX_RESULTS, how),
    searchReviews(db, query, MAX_RESULTS, how),
  ]);
  const found = [
    ...guides.map((hit) => row(hit, { kind: 'guide', path: guidePath(hit), anchor: '', within: null })),
    ...products.map((hit) => {
      const path = guidePath({ id: hit.guide_id, slug: hit.guide_slug });
      return row(hit, { kind: 'product', path, anchor: `#p${hit.id}`, within: hit.guide_title });
    }),
    ...reviews.map((hit) => row(hit, { kind: 'review', path: reviewPath(hit.slug), anchor: '', within: null })),
  ];
  return found.toSorted((a, b) => b.rank - a.rank);
}

const row = ({ rank, title, snippet }: Hit, place: Omit<SearchHit, 'title' | 'snippet'>): Found => ({
  rank,
  hit: { ...place, title, snippet },
});

/** The query as the titles of what was found spell it; null when it is spelt like that already. */
function suggestionFor(query: string, found: readonly Found[]): string | null {
  if (!found.some(({ rank }) => rank >= 1 && rank < 2)) return null;
  const titles = found.map(({ hit }) => hit.title.map(({ text }) => text).join(''));
  const corrected = correctSpelling(query, titles);
  return corrected === query ? null : corrected;
}
