import { publicCategories } from '../../../features/guides/server/categories.ts';
import { guideAddresses, guidesToFind } from '../../../features/guides/server/reading.ts';
import type { ToFind } from '../../../features/publishing/server/store-to-find.ts';
import { reviewAddresses, reviewsToFind } from '../../../features/reviews/server/reading.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { authorPath, categoryPath, guidePath, reviewPath } from '../paths.ts';
import { namedPeople } from './people.server.ts';
import { escapeXml } from '../xml.ts';

/** The most addresses that one file may have, by the protocol of sitemaps. */
const MAX_ADDRESSES = 50_000;
const STATIC = ['/about', '/contact', '/terms', '/privacy'];
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** An address from the root, and the instant of its last change where that is known. */
type Address = { path: string; changedAt?: string | undefined };

/**
 * Every public address that may be found, with the day of its last change; of more than one file can hold, the list of the files.
 * @param origin without a slash at the end
 */
export async function sitemapXml(db: Db, origin: string, most = MAX_ADDRESSES): Promise<string> {
  const site = await siteOf(db);
  if (site.total <= most) return fileXml(origin, await addresses(db, site, 0, most));
  const files = Array.from(
    { length: Math.ceil(site.total / most) },
    (_, n) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${n + 1}.xml`)}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex ${SCHEMA}>\n${files.join('\n')}\n</sitemapindex>\n`;
}

/** One of the files that the list names, from 1; undefined for one that it does not. */
export async function sitemapFileXml(
  db: Db,
  origin: string,
  number: number,
  most = MAX_ADDRESSES,
): Promise<string | undefined> {
  const site = await siteOf(db);
  const from = (number - 1) * most;
  return site.total <= most || from >= site.total
    ? undefined
    : fileXml(origin, await addresses(db, site, from, from + most));
}

/** What is there without counting each guide and review: the pages that list them, and how many there are. */
type Site = { lists: Address[]; guides: number; reviews: number; total: number };

async function siteOf(db: Db): Promise<Site> {
  const [guides, reviews] = [await guidesToFind(db), await reviewsToFind(db)];
  const works = [...guides, ...reviews];
  const lists: Address[] = [
    { path: '/', changedAt: newest(works) },
    ...STATIC.map((path) => ({ path })),
    // those that have a guide to show
    ...(await publicCategories(db)).flatMap(({ id, slug }) => {
      const own = guides.filter((some) => some.category_id === id);
      return own.length === 0 ? [] : [{ path: categoryPath(slug), changedAt: newest(own) }];
    }),
    // everybody who has a page
    ...(await namedPeople(db)).map(({ id, slug }) => ({
      path: authorPath(slug),
      changedAt: newest(works.filter((some) => some.author_id === id)),
    })),
  ];
  const [guideCount, reviewCount] = [countOf(guides), countOf(reviews)];
  return { lists, guides: guideCount, reviews: reviewCount, total: lists.length + guideCount + reviewCount };
}

const countOf = (some: readonly ToFind[]): number => some.reduce((sum, { count }) => sum + count, 0);

const newest = (some: readonly ToFind[]): string | undefined =>
  some
    .map(({ changed_at: changedAt }) => changedAt)
    .toSorted()
    .at(-1);

/** Those from one place to another in the order of all: pages that list, guides, reviews. */
async function addresses(db: Db, { lists, guides, reviews }: Site, from: number, to: number): Promise<Address[]> {
  /** What of a kind that begins at some place is asked for. */
  const part = (begin: number, count: number) => {
    const offset = Math.min(Math.max(0, from - begin), count);
    return { offset, limit: Math.max(0, Math.min(count, to - begin) - offset) };
  };
  const ofGuides = await guideAddresses(db, part(lists.length, guides));
  const ofReviews = await reviewAddresses(db, part(lists.length + guides, reviews));
  return [
    ...lists.slice(from, to),
    ...ofGuides.map((guide) => ({ path: guidePath(guide), changedAt: guide.changed_at })),
    ...ofReviews.map((review) => ({ path: reviewPath(review.slug), changedAt: review.changed_at })),
  ];
}

const fileXml = (origin: string, all: readonly Address[]): string =>
  `${HEAD}<urlset ${SCHEMA}>\n${all.map((address) => row(origin, address)).join('\n')}\n</urlset>\n`;

const row = (origin: string, { path, changedAt }: Address): string =>
  `<url><loc>${escapeXml(origin + path)}</loc>${changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : ''}</url>`;
