import { sitemapFileXml, sitemapXml } from '../../site/data/sitemap.server.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createGuideCategory } from '../../../features/guides/server/categories.ts';
import { buildGuide, buildItem, buildListedGuide } from '../../../features/guides/server/testing.ts';
import { buildPerson } from '../../../features/people/server/testing.ts';
import { reviewsRoutes } from '../../../features/reviews/server/routes.ts';
import { buildReview } from '../../../features/reviews/server/testing.ts';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import * as bundle from '../../site/entry.tsx';
import { dropPagesOnWrites, pagesRoutes } from '../pages/pages.ts';
import { createPages, type Pages } from '../pages/render-site.ts';
import { readScript } from '../pages/render-bundle.ts';

let t: TestApp;
let pages: Pages;

beforeAll(async () => {
  t = await testApp((route, deps, app) => {
    pages = createPages(deps, { bundle, stylesheet: '/assets/site.css', script: readScript() });
    dropPagesOnWrites(app, pages);
    reviewsRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      () => '',
    );
    pagesRoutes(app, deps, pages, {
      open: () => ({ id: '0', token: 'tok', hasVisit: false, record: () => undefined }),
    });
  });
});
afterAll(() => t.close());
// builders write past the routes, and nobody listens to the database here
beforeEach(() => pages.dropAll());

const text = async (path: string) => String((await t.guest('GET', path)).body);
/** Enough of a parser to see that tags are closed in order, and that no text holds what XML cannot. */
function idsOf(xml: string): string[] {
  const open: string[] = [];
  for (const [, end, name, own] of xml.matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (own) continue;
    if (end) expect(open.pop()).toBe(name);
    else open.push(name!);
  }
  expect(open).toEqual([]);
  expect(xml.replace(/<[^<>]*>|&(amp|lt|gt|quot);/g, '')).not.toMatch(/[<>&]/);
  expect(xml).not.toContain('\u0001');
  return [...xml.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id!);
}

const png = async (path: string, headers = {}) => t.app.inject({ url: path, headers });

test('the sitemap names what may be found, each with the day of its last change, and nothing else', async () => {
  const category = await createGuideCategory(t.deps, t.actor, { name: 'Sleep', slug: undefined, description: null });
  await createGuideCategory(t.deps, t.actor, { name: 'Empty topic', slug: undefined, description: null });
  const [author, reviewer, stranger] = [
    await buildPerson(t.deps, { name: 'Mara Lind' }),
    await buildPerson(t.deps, { name: 'Rea Check', credentials: 'RD' }),
    await buildPerson(t.deps, { name: 'Nobody Named' }),
  ];
  const guide = await buildListedGuide(t.deps, {
    title: 'Teas & more',
    category_id: category.id,
    author_id: author.id,
    reviewer_id: reviewer.id,
    reviewed_at: '2026-01-02T00:00:00.000Z',
  });
  const hidden = await buildListedGuide(t.deps, { title: 'Hidden teas', noindex: true });
  const draft = await buildListedGuide(t.deps, { title: 'Draft teas', status: 'draft' });
  const review = await buildReview(t.deps, { title: 'Plain tea read' });
  const hiddenReview = await buildReview(t.deps, { title: 'Hidden review', noindex: true });
  const reply = await t.guest('GET', '/sitemap.xml');
  expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8');
  const day = guide.updated_at.slice(0, 10);
  const dated = (path: string) => `<url><loc>https://guides.example${path}</loc><lastmod>${day}</lastmod></url>`;
  for (const path of [
    '/',
    `/categories/${category.slug}`,
    `/authors/${author.slug}`,
    `/listicles/${guide.id}-teas-more`,
    `/offer-reviews/${review.slug}`,
  ]) {
    expect(reply.body).toContain(dated(path));
  }
  for (const path of ['/about', '/contact', '/terms', '/privacy', `/authors/${reviewer.slug}`]) {
    expect(reply.body).toContain(`<url><loc>https://guides.example${path}</loc></url>`);
  }
  for (const path of [
    '/categories/empty-topic',
    `/authors/${stranger.slug}`,
    `/listicles/${hidden.id}-`,
    `/listicles/${draft.id}-`,
    `/offer-reviews/${hiddenReview.slug}`,
    '/search',
    '/go',
    '/out',
    '/admin',
  ]) {
    expect(reply.body).not.toContain(path);
  }
});

test('a sitemap of more addresses than a file may hold is a list of files, which name each of them once', async () => {
  for (const n of [1, 2, 3]) {
    await buildListedGuide(t.deps, { title: `Split guide ${n}` });
    await buildReview(t.deps, { title: `Split review ${n}` });
  }
  const origin = 'https://guides.example';
  const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
  const all = locs(await sitemapXml(t.deps.db, origin));
  const most = 4;
  expect(await sitemapXml(t.deps.db, origin, all.length)).toContain('<urlset');
  const index = await sitemapXml(t.deps.db, origin, most);
  expect(index).toContain('<sitemapindex');
  const files = Array.from({ length: Math.ceil(all.length / most) }, (_, n) => n + 1);
  expect(locs(index)).toEqual(files.map((n) => `${origin}/sitemap-${n}.xml`));
  const each = await Promise.all(files.map((n) => sitemapFileXml(t.deps.db, origin, n, most)));
  expect(each.map((xml) => locs(xml!).length <= most)).not.toContain(false);
  expect(each.flatMap((xml) => locs(xml!))).toEqual(all);
  expect(await sitemapFileXml(t.deps.db, origin, files.length + 1, most)).toBeUndefined();
  // this site needs none
  for (const path of ['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-x.xml'])
    expect((await t.guest('GET', path)).status).toBe(404);
});

test('the feed holds the newest guides and reviews as Atom, and every page tells where it is', async () => {
  const guide = await buildListedGuide(t.deps, {
    title: 'Teas <b>&</b> "cups"\u0001',
    excerpt: 'Short & good.',
    author_name: 'Jo <Writer>',
  });
  const review = await buildReview(t.deps, { title: 'A cup read', verdict: 'It holds water.' });
  const draft = await buildListedGuide(t.deps, { title: 'Draft cups', status: 'draft' });
  const hidden = await buildListedGuide(t.deps, { title: 'Hidden cups', noindex: true });
  const reply = await t.guest('GET', '/feed.xml');
  expect(reply.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const ids = idsOf(String(reply.body));
  expect(ids[0]).toBe('https://guides.example/');
  expect(ids).toContain(`https://guides.example/listicles/${guide.id}`);
  expect(reply.body).toContain('<title>Teas &lt;b&gt;&amp;&lt;/b&gt; &quot;cups&quot;</title>');
  expect(reply.body).toContain('<author><name>Jo &lt;Writer&gt;</name></author>');
  expect(reply.body).toContain(`<link href="https://guides.example/offer-reviews/${review.slug}"/>`);
  expect(reply.body).toContain('<summary>It holds water.</summary>');
  for (const { id } of [draft, hidden]) expect(ids).not.toContain(`https://guides.example/listicles/${id}`);
  expect(await text('/terms')).toContain('type="application/atom+xml"');
});

test('sitemap and feed are made once, and filled in with the origin of each request', async () => {
  await buildGuide(t.deps, { title: 'Counted teas' });
  const reads = vi.spyOn(t.deps.db, 'withTables');
  const drawn = async (list: 'sitemap' | 'feed', origin: string) =>
    (await pages[list](origin)).pieces(false).plain('').toString();
  for (const list of ['sitemap', 'feed'] as const) {
    const first = await drawn(list, 'http://a.example');
    const before = reads.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    const others = ['https://b.example:8443', 'http://[::1]:3000', 'http://a.example'];
    for (const origin of others) {
      expect(await drawn(list, origin)).toBe(first.replaceAll('http://a.example', origin));
      expect(first.match(/http:\/\/a\.example/g)!.length).toBeGreaterThan(3);
    }
    expect(reads.mock.calls).toHaveLength(before);
  }
});

test('a guide, a review and the site each have a picture of 1200 by 630 for those who share them', async () => {
  const guide = await buildGuide(t.deps, { title: 'Teas compared' });
  await buildItem(t.deps, guide.id, { title: 'Plain tea' });
  const review = await buildReview(t.deps, { title: 'Plain tea, slowly read', score: 8.6 });
  for (const path of [`/og/guides/${guide.id}.png`, `/og/reviews/${review.slug}.png`, '/og/site.png']) {
    const reply = await png(path);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const again = await png(path, { 'if-none-match': reply.headers['etag'] });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

test('the picture changes with the words it shows, and not with others', async () => {
  const review = await buildReview(t.deps, { title: 'First title', slug: 'pictured' });
  const tag = async () => (await png('/og/reviews/pictured.png')).headers['etag'];
  const first = await tag();
  await buildReview(t.deps, { title: 'Another review' });
  expect(await tag()).toBe(first);
  await t.call('PUT', `/api/admin/offer-content/${review.id}`, { title: 'Second title' });
  expect(await tag()).not.toBe(first);
});

test('there is no picture of what the public may not read', async () => {
  const draft = await buildGuide(t.deps, { title: 'Draft picture', status: 'draft' });
  const review = await buildReview(t.deps, { title: 'Soon archived', slug: 'soon-archived' });
  expect((await png('/og/reviews/soon-archived.png')).statusCode).toBe(200);
  await t.call('PUT', `/api/admin/offer-content/${review.id}`, { status: 'archived' });
  for (const path of [
    `/og/guides/${draft.id}.png`,
    '/og/reviews/soon-archived.png',
    '/og/guides/999999.png',
    '/og/guides/99999999999.png',
    '/og/guides/x.png',
    '/og/guides/1',
    '/og/reviews/none.png',
    '/og/reviews/..%2fsite.png',
  ]) {
    expect((await png(path)).statusCode).toBe(404);
  }
});
