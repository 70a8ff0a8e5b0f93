import { PUBLIC_PAGE_SIZE } from '../../../features/guides/contract.ts';
import { publicGuides } from '../../../features/guides/server/reading.ts';
import { personBySlug } from '../../../features/people/server/service.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { guideCards } from './cards.server.ts';
import { namedPeople, personOf } from './people.server.ts';
import { loadPictures } from './pictures.server.ts';
import { listTags, pictureTags, reviewListTags, type Shown } from './parts/shows.server.ts';
import type { AuthorProps } from '../props.ts';
import { cardsOf } from './reviews.server.ts';
import { publicReviews } from '../../../features/reviews/server/reading.ts';

/** How many of the guides that somebody checked, and of the reviews, are named. */
const MAX_OTHERS = 12;

/** One page of somebody's page; `missing` for who is named nowhere and beyond the last page. */
export async function loadAuthor(
  db: Db,
  slug: string,
  page: number,
): Promise<'missing' | { movedTo: string } | Shown<AuthorProps>> {
  const found = await personBySlug(db, slug);
  if (!found || !(await namedPeople(db)).some((person) => person.id === found.id)) return 'missing';
  if ('movedTo' in found) return { movedTo: found.movedTo };
  const written = await publicGuides(db, { page, limit: PUBLIC_PAGE_SIZE, authorId: found.id });
  if (page > Math.max(1, written.pages)) return 'missing';
  const others = { limit: MAX_OTHERS };
  const checked = await publicGuides(db, { ...others, page: 1, reviewerId: found.id });
  const [reviews, checkedReviews] = [
    await publicReviews(db, { ...others, authorId: found.id }),
    await publicReviews(db, { ...others, reviewerId: found.id }),
  ];
  const props = {
    person: personOf(found, await loadPictures(db, [found.photo_url])),
    guides: await guideCards(db, written.data),
    reviews: await cardsOf(db, reviews),
    checkedGuides: await guideCards(db, checked.data),
    checkedReviews: await cardsOf(db, checkedReviews),
    page,
    pages: written.pages,
    total: written.total,
  };
  const shows = [
    'people',
    ...pictureTags([found.photo_url]),
    ...listTags([...written.data, ...checked.data]),
    ...reviewListTags([...reviews, ...checkedReviews]),
  ];
  return { props, shows };
}
