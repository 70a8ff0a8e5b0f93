import { newestGuides } from '../../../features/guides/server/reading.ts';
import { getSettings } from '../../../features/settings/server/service.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { guidePath, reviewPath } from '../paths.ts';
import { escapeXml } from '../xml.ts';
import { publicReviews } from '../../../features/reviews/server/reading.ts';

const MAX_ENTRIES = 40;

type Entry = {
  /** Stays the same when a title or a slug changes. */
  id: string;
  path: string;
  title: string;
  summary: string | null;
  author: string | null;
  topic: string;
  publishedAt: string;
  updatedAt: string;
};

/** The newest guides and reviews as Atom. @param origin without a slash at the end */
export async function feedXml(db: Db, origin: string): Promise<string> {
  const { brand, tagline } = await getSettings(db);
  const entries = [...(await guideEntries(db)), ...(await reviewEntries(db))]
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, MAX_ENTRIES);
  const changed = entries.map((entry) => entry.updatedAt).toSorted();
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(origin)}/</id>
<title>${escapeXml(brand)}</title>
<subtitle>${escapeXml(tagline)}</subtitle>
<link href="${escapeXml(origin)}/"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(origin)}/feed.xml"/>
<icon>${escapeXml(origin)}/favicon.svg</icon>
<updated>${changed.at(-1) ?? '1970-01-01T00:00:00.000Z'}</updated>
<author><name>${escapeXml(brand)}</name></author>
${entries.map((entry) => entryXml(entry, origin)).join('\n')}
</feed>
`;
}

async function guideEntries(db: Db): Promise<Entry[]> {
  return (await newestGuides(db, MAX_ENTRIES)).map((guide) => ({
    id: `/listicles/${guide.id}`,
    path: guidePath(guide),
    title: guide.title,
    summary: guide.excerpt,
    author: guide.author?.name ?? guide.author_name,
    topic: guide.category?.name ?? 'Guides',
    publishedAt: guide.published_at ?? guide.created_at,
    updatedAt: guide.updated_at,
  }));
}

async function reviewEntries(db: Db): Promise<Entry[]> {
  return (await publicReviews(db, { limit: MAX_ENTRIES, sort: 'new', isToFind: true })).map((review) => ({
    id: `/offer-reviews#${review.id}`,
    path: reviewPath(review.slug),
    title: review.title,
    summary: review.verdict,
    author: review.author?.name ?? review.author_name,
    topic: 'Reviews',
    publishedAt: review.published_at ?? review.created_at,
    updatedAt: review.updated_at,
  }));
}

const entryXml = (entry: Entry, origin: string): string => `<entry>
<id>${escapeXml(origin + entry.id)}</id>
<title>${escapeXml(entry.title)}</title>
<link href="${escapeXml(origin + entry.path)}"/>
<published>${entry.publishedAt}</published>
<updated>${entry.updatedAt}</updated>
${entry.author ? `<author><name>${escapeXml(entry.author)}</name></author>\n` : ''}<category term="${escapeXml(entry.topic)}"/>
${entry.summary ? `<summary>${escapeXml(entry.summary)}</summary>\n` : ''}</entry>`;
