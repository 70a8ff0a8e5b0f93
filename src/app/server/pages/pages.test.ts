import { randomBytes } from 'node:crypto';
import { Script } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guidesRoutes } from '../../../features/guides/server/routes.ts';
import { buildGuide, buildItem, buildListedGuide } from '../../../features/guides/server/testing.ts';
import { reviewsRoutes } from '../../../features/reviews/server/routes.ts';
import { buildReview } from '../../../features/reviews/server/testing.ts';
import { buildOffer } from '../../../features/offers/server/testing.ts';
import { newEventId } from '../../../platform/ids.ts';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import * as bundle from '../../site/entry.tsx';
import { dropPagesOnWrites, pagesRoutes, type OpenedPage } from './pages.ts';
import { createPages, type Pages } from './render-site.ts';
import { readScript } from './render-bundle.ts';

let t: TestApp;
let pages: Pages;
let now = new Date();
let hasVisit = false;
let recorded: OpenedPage[] = [];

beforeAll(async () => {
  t = await testApp(
    (route, deps, app) => {
      const site = { bundle, stylesheet: '/assets/site.css', script: readScript() };
      pages = createPages(deps, site);
      dropPagesOnWrites(app, pages);
      guidesRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        () => '',
      );
      reviewsRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        () => '',
      );
      pagesRoutes(app, deps, pages, {
        open: (_request, opened) => ({
          id: newEventId(now.getTime()),
          token: `tok-${randomBytes(6).toString('hex')}`,
          hasVisit,
          record: () => void recorded.push(opened),
        }),
      });
    },
    { clock: () => now },
  );
});
afterAll(() => t.close());
beforeEach(() => {
  // builders write past the routes, and nobody listens to the database here
  pages.dropAll();
  now = new Date();
  hasVisit = false;
  recorded = [];
});

const get = (path: string, headers: Record<string, string> = {}) => t.guest('GET', path, undefined, headers);
const post = (path: string, form: Record<string, string>) =>
  t.guest('POST', path, new URLSearchParams(form).toString(), { 'content-type': 'application/x-www-form-urlencoded' });
const guideWithItem = async (item = {}, offer = {}) => {
  const made = await buildOffer(t.deps, offer);
  const guide = await buildGuide(t.deps, { title: 'Teas compared' });
  const product = await buildItem(t.deps, guide.id, { title: 'Plain tea', offer_id: made.id, ...item });
  return { guide, product, offer: made };
};

test.each([
  ['/', 200],
  ['/?page=0', 200],
  ['/?page=999', 404],
  ['/about', 200],
  ['/contact', 200],
  ['/terms', 200],
  ['/privacy', 200],
  ['/search', 200],
  ['/search?q=tea', 200],
  ['/search?q=%25%5F%00', 200],
  ['/listicles/999999', 404],
  ['/listicles/abc', 404],
  ['/listicles/0', 404],
  ['/listicles/1e3', 404],
  ['/listicles/99999999999', 404],
  ['/offer-reviews/none', 404],
  ['/offer-reviews/UPPER', 404],
  ['/nowhere', 404],
  ['/listicles/1/deeper', 404],
])('%s is a designed page with status %i', async (path, status) => {
  const reply = await get(path);
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
  expect(reply.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect(reply.body).toContain('Nothing here is medical advice');
  expect(reply.body).toContain('advertisement and not a news article');
  expect(reply.body).toContain(`© ${now.getUTCFullYear()} Guidepost`);
  expect(reply.body).not.toMatch(/<script(?! src=| type="application\/ld\+json")|<style| style=| on\w+=/);
});

test('machines get JSON for what is missing', async () => {
  const reply = await get('/api/nothing');
  expect([reply.status, reply.body.error]).toEqual([404, 'not_found']);
});

test.each([
  ['a draft', ['draft'], 404],
  ['a published guide', ['published'], 200],
  ['an archived guide', ['published', 'archived'], 410],
  ['a guide that went back to draft', ['published', 'draft'], 404],
] as const)('%s answers as decided', async (name, statuses, status) => {
  // the page of what is missing names the guides that are public
  const title = `Secret tea of ${name}`;
  const guide = await buildGuide(t.deps, { title, status: statuses[0] });
  for (const next of statuses.slice(1)) await t.call('PUT', `/api/admin/listicles/${guide.id}`, { status: next });
  const reply = await get(`/listicles/${guide.id}`);
  expect(reply.status).toBe(status);
  expect(String(reply.body).includes(title)).toBe(status === 200);
});

test.each([
  ['a draft', ['draft'], 404],
  ['a published review', ['published'], 200],
  ['a featured review', ['featured'], 200],
  ['an archived review', ['published', 'archived'], 410],
  ['a review that went back to draft', ['published', 'draft'], 404],
] as const)('%s answers as decided', async (name, statuses, status) => {
  const slug = name.replaceAll(' ', '-');
  const review = await buildReview(t.deps, { title: 'Secret verdict', slug, status: statuses[0] });
  for (const next of statuses.slice(1)) await t.call('PUT', `/api/admin/offer-content/${review.id}`, { status: next });
  const reply = await get(`/offer-reviews/${slug}`);
  expect(reply.status).toBe(status);
  expect(String(reply.body).includes('Secret verdict')).toBe(status === 200);
  if (status === 200) {
    expect(recorded).toEqual([{ kind: 'review', id: review.id }]);
    expect(reply.body).toMatch(
      new RegExp(`href="/out/review/${slug}\\?v=tok-\\w+&amp;p=verdict" rel="sponsored nofollow noopener"`),
    );
    expect(reply.body).toContain('Not tested by us');
  }
  await t.call('DELETE', `/api/admin/offer-content/${review.id}`);
  expect((await get(`/offer-reviews/${slug}`)).status).toBe(
    name === 'a draft' || statuses.at(-1) === 'draft' ? 404 : 410,
  );
});

test('a product leads to the review of its offer, and the front page and the search name it', async () => {
  const { guide, offer } = await guideWithItem();
  const review = await buildReview(t.deps, { title: 'Plain tea, slowly read', offer_id: offer.id });
  pages.dropAll();
  const { body } = await get(`/listicles/${guide.id}`);
  expect(body).toContain(`href="/offer-reviews/${review.slug}"`);
  expect((await get('/')).body).toContain('Plain tea, slowly read');
  expect((await get('/search?q=SLOWLY+plain')).body).toContain('<mark>Plain</mark> tea, <mark>slowly</mark> read');
  expect((await get('/sitemap.xml')).body).toContain(`https://guides.example/offer-reviews/${review.slug}<`);
  expect((await get('/search?q=plain+tea')).body).toContain(`/listicles/${guide.id}-teas-compared#p`);
});

test('a deleted guide is gone, and no list names it', async () => {
  const guide = await buildListedGuide(t.deps, { title: 'Short lived tea' });
  pages.dropAll();
  for (const path of ['/', '/search?q=short', '/sitemap.xml']) {
    expect((await get(path)).body).toContain(`/listicles/${guide.id}-short-lived-tea`);
  }
  await t.call('DELETE', `/api/admin/listicles/${guide.id}`);
  expect((await get(`/listicles/${guide.id}`)).status).toBe(410);
  for (const path of ['/', '/search?q=short', '/sitemap.xml']) {
    const { body } = await get(path);
    expect(body).not.toContain('lived tea');
    expect(body).not.toContain(`/listicles/${guide.id}-`);
  }
});

test('once a write is answered, nobody reads what was there before', async () => {
  const guide = await buildGuide(t.deps, { title: 'Version 0' });
  for (let i = 1; i <= 25; i += 1) {
    // readers keep asking while the write runs, so that pages are being made at every moment of it
    const readers = Array.from({ length: 4 }, () => get(`/listicles/${guide.id}`));
    await t.call('PUT', `/api/admin/listicles/${guide.id}`, { title: `Version ${i}` });
    expect((await get(`/listicles/${guide.id}`)).body).toContain(`Version ${i}`);
    await Promise.all(readers);
    expect((await get(`/listicles/${guide.id}`)).body).toContain(`Version ${i}`);
  }
  await t.call('PUT', `/api/admin/listicles/${guide.id}`, { status: 'draft' });
  expect((await get(`/listicles/${guide.id}`)).status).toBe(404);
});

test('each view writes its own token into every paid link, and none into internal links without a visit', async () => {
  const { guide, product } = await guideWithItem();
  await buildItem(t.deps, guide.id, { title: 'Second', offer_id: (await buildOffer(t.deps)).id });
  const first = (await get(`/listicles/${guide.id}`)).body as string;
  const second = (await get(`/listicles/${guide.id}`)).body as string;
  const tokens = (html: string) => [
    ...html.matchAll(/href="\/out\/\d+\?v=([^"]*)" rel="sponsored nofollow noopener"/g),
  ];
  expect(tokens(first)).toHaveLength(4);
  const [one, two] = [new Set(tokens(first).map(([, v]) => v)), new Set(tokens(second).map(([, v]) => v))];
  expect([one.size, two.size]).toEqual([1, 1]);
  expect(one).not.toEqual(two);
  expect(first).toContain(`href="/out/${product.id}?v=`);
  expect(first).not.toMatch(/href="\/(about|listicles\/\d+)?\?v=/);
  expect(recorded).toEqual([
    { kind: 'guide', id: guide.id },
    { kind: 'guide', id: guide.id },
  ]);
  expect(first.indexOf('We may be paid')).toBeLessThan(first.indexOf('/out/'));
});

test('a reader who came through a link keeps the token on internal links', async () => {
  const { guide } = await guideWithItem();
  hasVisit = true;
  const { body } = await get(`/listicles/${guide.id}?v=x`);
  expect(body).toMatch(/href="\/about\?v=tok-\w+#money"/);
  const home = (await get('/?v=x')).body;
  expect(home).toMatch(new RegExp(`href="/listicles/${guide.id}-teas-compared\\?v=tok-\\w+"`));
  expect(recorded).toHaveLength(1);
});

test('compressed and plain are the same page', async () => {
  const { guide } = await guideWithItem();
  const reply = await t.app.inject({ url: `/listicles/${guide.id}`, headers: { 'accept-encoding': 'br, gzip' } });
  expect(reply.headers['content-encoding']).toBe('gzip');
  const html = gunzipSync(reply.rawPayload).toString();
  const plain = (await get(`/listicles/${guide.id}`, { 'accept-encoding': 'gzip;q=0' })).body as string;
  const blind = (text: string) => text.replaceAll(/tok-\w+/g, 'T');
  expect(blind(html)).toBe(blind(plain));
});

test('a copy younger than 30 minutes is a 304 and no new view; an older or changed one is not', async () => {
  const { guide } = await guideWithItem();
  const path = `/listicles/${guide.id}?utm_source=a`;
  const etag = String((await get(path)).headers['etag']);
  expect(etag).toMatch(/^W\//);
  const again = (url = path) => get(url, { 'if-none-match': etag });
  expect((await again()).status).toBe(304);
  expect(recorded).toHaveLength(1);
  expect((await again(`/listicles/${guide.id}?utm_source=b`)).status).toBe(200);
  now = new Date(now.getTime() + 30 * 60 * 1000);
  expect((await again()).status).toBe(200);
  now = new Date();
  await t.call('PUT', `/api/admin/listicles/${guide.id}`, { title: 'Changed' });
  expect((await again()).status).toBe(200);
  await t.call('PUT', `/api/admin/listicles/${guide.id}`, { status: 'draft' });
  expect((await again()).status).toBe(404);
});

test('HEAD is answered and not counted', async () => {
  const { guide } = await guideWithItem();
  const reply = await t.guest('HEAD', `/listicles/${guide.id}`);
  expect([reply.status, reply.body]).toEqual([200, '']);
  expect(recorded).toEqual([]);
});

test('a kept page changes by itself when its price grows old', async () => {
  const checked = new Date(now.getTime() - 6 * 86_400_000);
  const { guide } = await guideWithItem(
    {},
    { price: '39.00', price_currency: 'USD', price_checked_at: checked.toISOString() },
  );
  const read = async () => (await get(`/listicles/${guide.id}`)).body as string;
  expect(await read()).toContain('$39.00');
  expect(await read()).not.toContain('price may vary');
  now = new Date(checked.getTime() + 7 * 86_400_000 + 1000);
  expect(await read()).toContain('price may vary');
  now = new Date(checked.getTime() + 30 * 86_400_000 + 1000);
  expect(await read()).not.toContain('$39.00');
});

test('a kept page changes by itself when an offer ends and when the year turns', async () => {
  const ends = new Date(now.getTime() + 86_400_000);
  const { guide, product } = await guideWithItem({}, { ends_at: ends.toISOString() });
  const read = async () => (await get(`/listicles/${guide.id}`)).body as string;
  expect(await read()).toContain(`/out/${product.id}?v=`);
  now = new Date(ends.getTime() + 1000);
  expect(await read()).not.toContain(`/out/${product.id}?v=`);
  expect(await read()).toContain('Not available at the moment');
  now = new Date(Date.UTC(2040, 0, 1));
  expect(await read()).toContain('© 2040');
  expect((await get('/about')).body).toContain('© 2040');
});

test('the contact form stores a message and thanks', async () => {
  const sent = await post('/contact', {
    name: 'Ann',
    email: 'ann@reader.example',
    message: 'A price is old.',
    website: '',
  });
  expect([sent.status, sent.headers['location']]).toEqual([303, '/contact?sent=1']);
  expect((await get('/contact?sent=1')).body).toContain('Thank you');
});

test('a refused message says why beside the field and keeps what was typed', async () => {
  const reply = await post('/contact', { name: '<b>Ann</b>', email: 'nope', message: '' });
  expect(reply.status).toBe(400);
  expect(reply.body).toContain('value="&lt;b&gt;Ann&lt;/b&gt;"');
  expect(reply.body).toMatch(/id="email-error"[^>]*>.*Must be an e-mail address/);
  expect(reply.body).toMatch(/id="message-error"[^>]*>.*This field is required\./);
  expect(reply.body).toContain('aria-describedby="email-error"');
});

test('one network cannot flood the contact form', async () => {
  now = new Date(Date.UTC(2035, 0, 1));
  const form = { name: 'Ann', email: 'ann@reader.example', message: 'Again', website: 'http://spam.example' };
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await post('/contact', form)).status);
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  now = new Date(now.getTime() + 11 * 60 * 1000);
  expect((await post('/contact', form)).status).toBe(303);
});

test('the robots file shuts what is no page and names the sitemap', async () => {
  const { body } = await get('/robots.txt');
  for (const line of ['Disallow: /go', 'Disallow: /out', 'Disallow: /admin']) expect(body).toContain(line);
  expect(body).toContain('Sitemap: https://guides.example/sitemap.xml');
});

test('the script is small and kept for good', async () => {
  const path = /src="(\/site-\w+\.js)"/.exec((await get('/')).body as string)![1]!;
  const reply = await get(path);
  expect(reply.headers['cache-control']).toContain('immutable');
  expect(String(reply.body).length).toBeLessThan(1024);
  expect(() => new Script(String(reply.body))).not.toThrow();
});

test('what administrators and readers typed is shown as text', async () => {
  const bad = `"><img src=x onerror=alert(1)><script>alert(2)</script>'`;
  const offer = await buildOffer(t.deps, { name: `Offer ${bad}`, brand: bad, attributes: { [bad.slice(0, 30)]: bad } });
  const guide = await buildGuide(t.deps, {
    title: `Guide ${bad}`,
    author_name: bad,
    description: `<p>Hello</p><script>alert(3)</script><img src=x onerror=alert(4)><a href="javascript:alert(5)">x</a>`,
  });
  await buildItem(t.deps, guide.id, {
    offer_id: offer.id,
    title: `Item ${bad}`,
    badge: 'best_for',
    badge_text: bad.slice(0, 40),
    summary: bad,
    body: `<svg onload=alert(6)>${bad}`,
    pros: [bad],
    cons: [bad],
    best_for: bad,
    not_for: bad,
    cta_text: '"><script>',
  });
  for (const path of [
    `/listicles/${guide.id}`,
    '/',
    `/search?q=${encodeURIComponent(bad)}`,
    '/search?q=Guide',
    '/search?q=Offer',
  ]) {
    const html = (await get(path)).body as string;
    const left = html
      .replace(/<script src="[^"]*" defer=""><\/script>/g, '')
      .replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, '');
    expect(left).not.toMatch(/<script|<img src=x|<svg onload|javascript:/i);
  }
  // its words stand on other pages too
  await t.call('DELETE', `/api/admin/listicles/${guide.id}`);
});

test('an address that a review had before leads to the one that it has now, with the words it came with', async () => {
  const review = await buildReview(t.deps, { title: 'Moved review', slug: 'moved-before' });
  await t.call('PUT', `/api/admin/offer-content/${review.id}`, { slug: 'moved-now' });
  const reply = await get('/offer-reviews/moved-before?utm_source=x&v=abc');
  expect(reply.status).toBe(301);
  expect(reply.headers).toMatchObject({
    location: '/offer-reviews/moved-now?utm_source=x&v=abc',
    'cache-control': 'private, no-cache',
  });
  expect((await get('/offer-reviews/moved-now')).status).toBe(200);
  expect(recorded).toEqual([{ kind: 'review', id: review.id }]);
});

test.each([
  ['a draft', { status: 'draft' }, 404],
  ['archived', { status: 'archived' }, 410],
])('an address of before leads nowhere while the review is %s', async (_name, change, status) => {
  const review = await buildReview(t.deps, { slug: `hidden-before-${status}` });
  await t.call('PUT', `/api/admin/offer-content/${review.id}`, { slug: `hidden-now-${status}` });
  expect((await get(`/offer-reviews/hidden-before-${status}`)).status).toBe(301);
  await t.call('PUT', `/api/admin/offer-content/${review.id}`, change);
  const reply = await get(`/offer-reviews/hidden-before-${status}`);
  expect(reply.status).toBe(status);
  expect(reply.headers['location']).toBeUndefined();
  expect(reply.body).not.toContain(`hidden-now-${status}`);
});

test('four honest messages in an hour are taken, and an address of any script', async () => {
  for (const [i, email] of ['jörg@example.org', 'ada@müller.example', 'иван@пример.рф', 'ada@example.org'].entries()) {
    now = new Date(now.getTime() + i * 60_000);
    const reply = await post('/contact', { name: 'Ada', email, message: `Question ${i}` });
    expect([email, reply.status]).toEqual([email, 303]);
  }
});

test.each([
  ['NUL', 'name=Ada&email=ada%40example.org&message=a%00b'],
  ['bytes that are no UTF-8', 'name=Ada&email=ada%40example.org&message=a%ff%feb'],
])('a message with %s is refused by name', async (_name, form) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await t.guest('POST', '/contact', form, headers);
  expect(reply.status).toBe(400);
  expect(reply.body).toContain('This holds characters that cannot be read');
});

test.each(['ada', 'ada@example', 'a b@example.org', 'ada@@example.org', 'ada..b@example.org', '<ada@example.org>'])(
  '%s is no address to answer to',
  async (email) => {
    expect((await post('/contact', { name: 'Ada', email, message: 'Hello' })).status).toBe(400);
  },
);
