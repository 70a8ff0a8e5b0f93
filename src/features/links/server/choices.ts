import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { publicGuides } from '../../guides/server/reading.ts';
import { TO_GUIDE, type GuideChoices, type GuideChoicesQuery } from '../contract.ts';
import { publicReviews } from '../../reviews/server/reading.ts';

/** At most so many of each kind. */
const MAX_CHOICES = 100;

type Choice = GuideChoices['data'][number];
type PageNumbers = Pick<Choice, 'views_30d' | 'epc_30d' | 'unconverted_30d'>;

/** What pages brought, as later features know it; the application fills it in. Pages left out of the map had no readers. */
export type CountPages = (db: Db, type: Choice['type'], ids: number[], now: Date) => Promise<Map<number, PageNumbers>>;

type Scope = Pick<Deps, 'db' | 'clock'> & { countPages: CountPages };

/** Guides, and reviews if asked for, that visitors may be sent to: of each kind the featured first. */
export async function availableGuides(scope: Scope, query: GuideChoicesQuery): Promise<Choice[]> {
  const { search } = query;
  const guides = await publicGuides(scope.db, { page: 1, limit: MAX_CHOICES, ...(search && { q: search }) });
  const found = await numbered(scope, TO_GUIDE, guides.data);
  return query.include_reviews
    ? [
        ...found,
        ...(await numbered(scope, 'review', await publicReviews(scope.db, { limit: MAX_CHOICES, title: search }))),
      ]
    : found;
}

type Page = Pick<Choice, 'id' | 'title' | 'status' | 'slug'>;

async function numbered(scope: Scope, type: Choice['type'], pages: readonly Page[]): Promise<Choice[]> {
  const ids = pages.map(({ id }) => id);
  const numbers = await scope.countPages(scope.db, type, ids, scope.clock());
  return pages.map(({ id, title, status, slug }) => ({
    id,
    type,
    title,
    status,
    slug,
    ...(numbers.get(id) ?? { views_30d: 0, epc_30d: null }),
  }));
}
