import type { GuideCard } from '../../../features/guides/contract.ts';
import { publicCategories } from '../../../features/guides/server/categories.ts';
import { publicGuides } from '../../../features/guides/server/reading.ts';
import type { ReviewCard } from '../../../features/reviews/contract.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { authorPath, categoryPath, guidePath, reviewPath } from '../paths.ts';
import { namedPeople } from './people.server.ts';
import { escapeXml } from '../xml.ts';
import { publicReviews } from '../../../features/reviews/server/reading.ts';

const GUIDES_AT_ONCE = 500;
/** The most addresses a sitemap may have, by its protocol. */
const MAX_ADDRESSES = 50_000;
const STATIC = ['/about', '/contact', '/terms', '/privacy'];

/** An address from the root, and the instant of its last change where that is known. */
type Address = { path: string; changedAt?: string | undefined };

/** Every public address that may be found, with the day of its last change. @param origin without a slash at the end */
export async function sitemapXml(db: Db, origin: string): Promise<string> {
  const guides = await everyGuide(db);
  const reviews = (await publicReviews(db, { limit: MAX_ADDRESSES })).filter((review) => !review.noindex);
  const addresses: Address[] = [
    { path: '/', changedAt: newest([...guides, ...reviews]) },
    ...STATIC.map((path) => ({ path })),
    ...(await categories(db, guides)),
    ...(await authors(db, guides, reviews)),
    ...guides.map((guide) => ({ path: guidePath(guide), changedAt: guide.updated_at })),
    ...reviews.map((review) => ({ path: reviewPath(review.slug), changedAt: review.updated_at })),
  ];
  const rows = addresses.slice(0, MAX_ADDRESSES).map((address) => row(origin, address));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
}

async function everyGuide(db: Db): Promise<GuideCard[]> {
  const guides: GuideCard[] = [];
  for (let page = 1, pages = 1; page <= pages && guides.length < MAX_ADDRESSES; page += 1) {
    const some = await publicGuides(db, { page, limit: GUIDES_AT_ONCE, isListed: true });
    pages = some.pages;
    guides.push(...some.data.filter((guide) => !guide.noindex));
  }
  return guides;
}

/** Those that have a guide to show. */
async function categories(db: Db, guides: readonly GuideCard[]): Promise<Address[]> {
  const bySlug = Map.groupBy(guides, (guide) => guide.category?.slug);
  return (await publicCategories(db)).flatMap(({ slug }) => {
    const own = bySlug.get(slug);
    return own ? [{ path: categoryPath(slug), changedAt: newest(own) }] : [];
  });
}

/** Everybody who has a page. */
async function authors(db: Db, guides: readonly GuideCard[], reviews: readonly ReviewCard[]): Promise<Address[]> {
  const works = Map.groupBy([...guides, ...reviews], (work) => work.author?.slug);
  return (await namedPeople(db)).map(({ slug }) => ({
    path: authorPath(slug),
    changedAt: newest(works.get(slug) ?? []),
  }));
}

const newest = (works: readonly { updated_at: string }[]): string | undefined =>
  works
    .map((work) => work.updated_at)
    .toSorted()
    .at(-1);

const row = (origin: string, { path, changedAt }: Address): string =>
  `<url><loc>${escapeXml(origin + path)}</loc>${changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : ''}</url>`;
