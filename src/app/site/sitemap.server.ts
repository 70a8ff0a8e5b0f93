import { publicGuides } from '../../features/guides/server/service.ts';
import type { Db } from '../../platform/server/postgres.ts';
import { reviewCards } from './reviews.server.ts';

const GUIDES_AT_ONCE = 500;
/** The most addresses a sitemap may have, by its protocol. */
const MAX_ADDRESSES = 50_000;
const STATIC = ['/', '/about', '/contact', '/terms', '/privacy'];

/** Every public address with the day of its last change. @param origin without a slash at the end */
export async function sitemapXml(db: Db, origin: string): Promise<string> {
  const rows = STATIC.map((path) => address(origin + path));
  for (let page = 1, pages = 1; page <= pages && rows.length < MAX_ADDRESSES - GUIDES_AT_ONCE; page += 1) {
    const guides = await publicGuides(db, { page, limit: GUIDES_AT_ONCE });
    pages = guides.pages;
    for (const guide of guides.data) rows.push(address(`${origin}/listicles/${guide.id}`, guide.updated_at));
  }
  for (const review of await reviewCards(db, MAX_ADDRESSES - rows.length)) {
    rows.push(address(`${origin}/offer-reviews/${review.slug}`, review.updatedAt));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
}

const address = (url: string, changedAt?: string): string =>
  `<url><loc>${escapeXml(url)}</loc>${changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : ''}</url>`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
