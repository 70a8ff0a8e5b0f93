import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guidesRoutes } from '../../../features/guides/server/routes.ts';
import { createGuideCategory } from '../../../features/guides/server/categories.ts';
import { buildGuide, buildItem, buildListedGuide } from '../../../features/guides/server/testing.ts';
import { buildOffer } from '../../../features/offers/server/testing.ts';
import { peopleRoutes } from '../../../features/people/server/routes.ts';
import { buildPerson } from '../../../features/people/server/testing.ts';
import { reviewsRoutes } from '../../../features/reviews/server/routes.ts';
import { buildReview } from '../../../features/reviews/server/testing.ts';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import * as bundle from '../../site/entry.tsx';
import { dropPagesOnWrites, pagesRoutes } from './pages.ts';
import { createPages, type Pages } from './render-site.ts';
import { readScript } from './render-bundle.ts';

let t: TestApp;
let pages: Pages;

const none = () => Promise.resolve(new Map());

beforeAll(async () => {
  t = await testApp((route, deps, app) => {
    pages = createPages(deps, {
      bundle,
      stylesheet: '/assets/site.css',
      moreStyles: '/assets/more.css',
      script: readScript(),
    });
    dropPagesOnWrites(app, pages);
    guidesRoutes(route, deps, none, () => '');
    reviewsRoutes(route, deps, none, () => '');
    peopleRoutes(route, deps);
    pagesRoutes(app, deps, pages, {
      open: () => ({ id: 'v', token: 'tok', hasVisit: false, record: () => undefined }),
    });
  });
});
afterAll(() => t.close());
// builders write past the routes, and nobody listens to the database here
beforeEach(() => pages.dropAll());

const get = (path: string) => t.guest('GET', path);
const bodyOf = async (path: string): Promise<string> => {
  pages.dropAll();
  return (await get(path)).body as string;
};
const buildCategory = (name: string) => createGuideCategory(t.deps, undefined, { name });

test('a category lists its guides, twelve a page, and no others', async () => {
  const [own, other] = [await buildCategory('Sleep'), await buildCategory('Water')];
  for (let i = 1; i <= 13; i += 1) await buildListedGuide(t.deps, { title: `Sleep guide ${i}.`, category_id: own.id });
  await buildListedGuide(t.deps, { title: 'A jug', category_id: other.id });
  await buildListedGuide(t.deps, { title: 'Sleep draft', category_id: own.id, status: 'draft' });
  const first = await bodyOf('/categories/sleep');
  expect(first.match(/class="cover"[^>]*>Sleep guide \d+\./g)).toHaveLength(12);
  expect(first).not.toMatch(/A jug|Sleep draft/);
  expect(first).toContain('<link rel="canonical" href="https://guides.example/categories/sleep"/>');
  expect(first).toContain('href="/categories/sleep?page=2#guides"');
  expect(first).toContain('href="/categories/water"');
  const second = await bodyOf('/categories/sleep?page=2');
  expect(second.match(/class="cover"[^>]*>Sleep guide \d+\./g)).toHaveLength(1);
  expect(second).toContain('<title>Sleep, page 2 | Guidepost</title>');
  expect((await get('/categories/sleep?page=3')).status).toBe(404);
  expect(await bodyOf('/')).toContain('href="/categories/sleep"');
});

test.each(['/categories/none', '/categories/UPPER', '/authors/nobody', '/authors/a%20b'])(
  '%s is a designed 404',
  async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(reply.body).toContain('We could not find that page');
  },
);

test('a category that was renamed leads on, with what follows the path', async () => {
  const category = await buildCategory('Old name');
  await buildListedGuide(t.deps, { category_id: category.id });
  expect((await get('/categories/old-name')).status).toBe(200);
  await t.call('PUT', `/api/settings/guide-categories/${category.id}`, { name: 'New name', slug: 'new-name' });
  const reply = await get('/categories/old-name?page=1&utm_source=a');
  expect([reply.status, reply.headers['location']]).toEqual([301, '/categories/new-name?page=1&utm_source=a']);
  expect(await bodyOf('/categories/new-name')).toContain('New name');
});

test('an author has a page as long as something public names them', async () => {
  const person = await buildPerson(t.deps, { name: 'Ada Reed', bio: 'Reads <labels>.', slug: 'ada-reed' });
  expect((await get('/authors/ada-reed')).status).toBe(404);
  const guide = await buildGuide(t.deps, { title: 'Jugs, by Ada', author_id: person.id, status: 'draft' });
  expect((await get('/authors/ada-reed')).status).toBe(404);
  await t.call('PUT', `/api/admin/listicles/${guide.id}`, { status: 'published' });
  const page = await bodyOf('/authors/ada-reed');
  for (const words of ['Ada Reed', 'Reads &lt;labels&gt;.', 'Jugs, by Ada', 'None stated.'])
    expect(page).toContain(words);
  expect(await bodyOf('/about')).toContain('href="/authors/ada-reed"');
  await t.call('DELETE', `/api/admin/listicles/${guide.id}`);
  expect((await get('/authors/ada-reed')).status).toBe(404);
  expect(await bodyOf('/about')).not.toContain('ada-reed');
});

test('who only checks is named by what they checked, once it has a date', async () => {
  const person = await buildPerson(t.deps, { name: 'Ilan Bauer', slug: 'ilan-bauer', credentials: 'MD' });
  const review = await buildReview(t.deps, { title: 'A jug, checked', reviewer_id: person.id });
  expect((await get('/authors/ilan-bauer')).status).toBe(404);
  await t.call('PUT', `/api/admin/offer-content/${review.id}`, { reviewed_at: '2026-03-01T00:00:00Z' });
  const page = await bodyOf('/authors/ilan-bauer');
  expect(page).toContain('Reviews checked');
  expect(page).toContain('A jug, checked');
});

test('an author who was renamed leads on, but nobody learns of one whom nothing public names', async () => {
  const person = await buildPerson(t.deps, { name: 'Mara Old', slug: 'mara-old' });
  await t.call('PUT', `/api/settings/people/${person.id}`, { slug: 'mara-new' });
  expect((await get('/authors/mara-old')).status).toBe(404);
  await buildGuide(t.deps, { author_id: person.id });
  pages.dropAll();
  const reply = await get('/authors/mara-old');
  expect([reply.status, reply.headers['location']]).toEqual([301, '/authors/mara-new']);
});

test('a review names the other products of the guides that hold its own, and those guides only while they are public', async () => {
  const [jug, rival] = [await buildOffer(t.deps), await buildOffer(t.deps)];
  const guide = await buildGuide(t.deps, { title: 'Jugs compared' });
  await buildItem(t.deps, guide.id, { title: 'Our jug', offer_id: jug.id });
  const other = await buildItem(t.deps, guide.id, { title: 'The rival jug', offer_id: rival.id });
  await buildItem(t.deps, guide.id, { title: 'The hidden jug', offer_id: rival.id, is_visible: false });
  const review = await buildReview(t.deps, { title: 'Our jug, tried', offer_id: jug.id });
  const path = `/offer-reviews/${review.slug}`;
  const page = await bodyOf(path);
  expect(page).toContain(`href="/listicles/${guide.id}-jugs-compared#p${other.id}"`);
  expect(page).toContain('The rival jug');
  expect(page).not.toContain('The hidden jug');
  await t.call('PUT', `/api/admin/listicles/${guide.id}`, { status: 'archived' });
  expect(await bodyOf(path)).not.toMatch(/The rival jug|Jugs compared/);
});

test('one wrong letter still finds, what one title teaches finds in others, and the search asks back', async () => {
  await buildGuide(t.deps, { title: 'Mattresses for side sleepers' });
  await buildReview(t.deps, { title: 'A mattress on trial' });
  const page = await bodyOf('/search?q=matress');
  expect(page).toContain('<mark>Mattresses</mark> for side sleepers');
  expect(page).toContain('A <mark>mattress</mark> on trial');
  expect(page).toMatch(/Did you mean <a href="\/search\?q=mattress"><strong>mattress<\/strong><\/a>/);
  expect(await bodyOf('/search?q=mattress')).not.toContain('Did you mean');
});

test('a search without a result leads on, and no index names it', async () => {
  const category = await buildCategory('Desks');
  await buildListedGuide(t.deps, { title: 'Desks for two', category_id: category.id, status: 'featured' });
  const page = await bodyOf(`/search?q=${encodeURIComponent('<b>qqqzzz')}`);
  expect(page).toContain('Nothing found.');
  expect(page).toContain('href="/categories/desks"');
  expect(page).toContain('Desks for two');
  expect(page).toContain('&lt;b&gt;qqqzzz');
  expect(page).toContain('<meta name="robots" content="noindex');
});

test('a guide, on which most readers arrive, asks for one style sheet; other pages for two', async () => {
  const guide = await buildGuide(t.deps);
  const sheets = async (path: string) => (await bodyOf(path)).match(/<link rel="stylesheet"[^>]*>/g);
  expect(await sheets(`/listicles/${guide.id}`)).toEqual(['<link rel="stylesheet" href="/assets/site.css"/>']);
  for (const path of ['/', '/about', '/search', '/nowhere']) expect(await sheets(path)).toHaveLength(2);
});

test('an empty public guide stands in no list of the site, but in that of the API and at its own address', async () => {
  const category = await createGuideCategory(t.deps, undefined, { name: 'Empty shelf' });
  const guide = await buildGuide(t.deps, { title: 'Nothing in here yet', category_id: category.id });
  await buildItem(t.deps, guide.id, { is_visible: false });
  const path = `/listicles/${guide.id}-nothing-in-here-yet`;
  for (const list of ['/', '/categories/empty-shelf', '/sitemap.xml', '/feed.xml', '/search?q=']) {
    expect((await get(list)).body, list).not.toContain(path);
  }
  expect((await get('/')).body).not.toContain('Empty shelf');
  expect((await get(path)).status).toBe(200);
  const { body } = await t.guest('GET', '/api/listicles?limit=100');
  expect(body.data.map((one: { id: number }) => one.id)).toContain(guide.id);
  const listed = (await t.call('GET', `/api/admin/listicles/${guide.id}`)).body.data;
  expect(listed).toMatchObject({ items_count: 1, visible_items_count: 0 });
});
