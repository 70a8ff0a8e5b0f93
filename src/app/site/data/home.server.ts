import { PUBLIC_PAGE_SIZE } from '../../../features/guides/contract.ts';
import { publicGuides } from '../../../features/guides/server/reading.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { guideCards } from './cards.server.ts';
import { categoryTiles } from './category.server.ts';
import type { GuideCard, HomeProps } from '../props.ts';
import { reviewCards } from './reviews.server.ts';

const LATEST_REVIEWS = 6;
const WAYS_ON = 3;

/** One page of the front page; `missing` beyond the last. */
export async function loadHome(db: Db, page: number): Promise<'missing' | HomeProps> {
  const guides = await publicGuides(db, { page, limit: PUBLIC_PAGE_SIZE, isListed: true });
  if (page > guides.pages) return 'missing';
  return {
    guides: await guideCards(db, guides.data),
    categories: page === 1 ? await categoryTiles(db) : [],
    reviews: page === 1 ? await reviewCards(db, LATEST_REVIEWS) : [],
    page,
    pages: guides.pages,
    total: guides.total,
  };
}

/** The guides that a reader is offered whose address leads nowhere: those that the front page begins with. */
export const loadWaysOn = async (db: Db): Promise<GuideCard[]> =>
  guideCards(db, (await publicGuides(db, { page: 1, limit: WAYS_ON, isListed: true })).data);
