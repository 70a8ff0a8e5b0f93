import { PUBLIC_PAGE_SIZE } from '../../../features/guides/contract.ts';
import { publicGuides } from '../../../features/guides/server/reading.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { guideCards } from './cards.server.ts';
import { categoryTiles } from './category.server.ts';
import type { GuideCard, HomeProps } from '../props.ts';
import { publicReviews } from '../../../features/reviews/server/reading.ts';
import { cardsOf } from './reviews.server.ts';
import { listTags, reviewListTags, type Shown } from './parts/shows.server.ts';

const LATEST_REVIEWS = 6;
const WAYS_ON = 3;

/** One page of the front page; `missing` beyond the last. */
export async function loadHome(db: Db, page: number): Promise<'missing' | Shown<HomeProps>> {
  const guides = await publicGuides(db, { page, limit: PUBLIC_PAGE_SIZE, isListed: true });
  if (page > guides.pages) return 'missing';
  const reviews = page === 1 ? await publicReviews(db, { limit: LATEST_REVIEWS }) : [];
  const props = {
    guides: await guideCards(db, guides.data),
    categories: page === 1 ? await categoryTiles(db) : [],
    reviews: await cardsOf(db, reviews),
    page,
    pages: guides.pages,
    total: guides.total,
  };
  return { props, shows: [...listTags(guides.data), ...reviewListTags(reviews)] };
}

/** The guides that a reader is offered whose address leads nowhere: those that the front page begins with. */
export async function loadWaysOn(db: Db): Promise<{ guides: GuideCard[]; shows: string[] }> {
  const { data } = await publicGuides(db, { page: 1, limit: WAYS_ON, isListed: true });
  return { guides: await guideCards(db, data), shows: listTags(data) };
}
