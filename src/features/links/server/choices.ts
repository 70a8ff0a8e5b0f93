import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { publicGuideNames } from '../../guides/server/reading.ts';
import { TO_GUIDE, type GuideChoices, type GuideChoicesQuery, type LinkChoices } from '../contract.ts';
import { publicReviewNames } from '../../reviews/server/reading.ts';
import * as store from './store-links.ts';

/** At most so many of each kind. */
const MAX_CHOICES = 100;

/** Links that a picker shows at once. */
const LINKS_SHOWN = 25;

/** The first links by name that hold a text, as the list finds them. */
export const linkNames = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, search?: string): Promise<LinkChoices['data']> =>
  store.listChoices(db, search, LINKS_SHOWN, clock());

type Choice = GuideChoices['data'][number];
type PageNumbers = Pick<Choice, 'views_30d' | 'epc_30d' | 'unconverted_30d'>;

/** What pages brought, as later features know it; the application fills it in. Pages left out of the map had no readers. */
export type CountPages = (db: Db, type: Choice['type'], ids: number[], now: Date) => Promise<Map<number, PageNumbers>>;

type Scope = Pick<Deps, 'db' | 'clock'> & { countPages: CountPages };

/** Guides, and reviews if asked for, that visitors may be sent to: of each kind the featured first. */
export async function availableGuides(
  scope: Scope,
  { search, include_reviews: withReviews }: GuideChoicesQuery,
): Promise<Choice[]> {
  const { db } = scope;
  const found = await Promise.all([
    publicGuideNames(db, { limit: MAX_CHOICES, q: search }).then((pages) => numbered(scope, TO_GUIDE, pages)),
    withReviews
      ? publicReviewNames(db, { limit: MAX_CHOICES, title: search }).then((pages) => numbered(scope, 'review', pages))
      : [],
  ]);
  return found.flat();
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
