import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guidesRoutes } from '../../../features/guides/server/routes.ts';
import { createGuideCategory } from '../../../features/guides/server/categories.ts';
import { buildGuide, buildItem, buildListedGuide } from '../../../features/guides/server/testing.ts';
import { buildOffer } from '../../../features/offers/server/testing.ts';
import { buildPerson } from '../../../features/people/server/testing.ts';
import { buildReview } from '../../../features/reviews/server/testing.ts';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import * as bundle from '../../site/entry.tsx';
import { guideShortCut } from './page-short-cut.ts';
import { dropPagesOnWrites, pagesRoutes, type OpenedPage } from './pages.ts';
import { createPages, type Pages } from './render-site.ts';
import { readScript } from './render-bundle.ts';

let t: TestApp;
let pages: Pages;
let recorded: OpenedPage[] = [];

const views = {
  open: (_request: unknown, opened: OpenedPage) => ({
    id: 'v',
    token: 'tok',
    hasVisit: false,
    record: () => void recorded.push(opened),
  }),
};

beforeAll(async () => {
  t = await testApp((route, deps, app) => {
    pages = createPages(deps, { bundle, stylesheet: '/assets/site.css', script: readScript() });
    dropPagesOnWrites(app, pages);
    guidesRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      () => '',
    );
    pagesRoutes(app, deps, pages, views);
  });
});
afterAll(() => t.close());
beforeEach(() => {
  // builders write past the routes, and nobody listens to the database here
  pages.dropAll();
  recorded = [];
});

const get = (path: string) => t.guest('GET', path);
/** What readers see, without tags. */
const textOf = (body: unknown): string =>
  String(body)
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');

test('a guide answers at its id and at its one address, which it names', async () => {
  const guide = await buildGuide(t.deps, { title: 'Teas compared' });
  for (const path of [`/listicles/${guide.id}`, `/listicles/${guide.id}-teas-compared?utm_source=x`]) {
    const reply = await get(path);
    expect(reply.status, path).toBe(200);
    expect(reply.body).toContain(
      `<link rel="canonical" href="https://guides.example/listicles/${guide.id}-teas-compared"/>`,
    );
  }
  expect(recorded).toEqual([
    { kind: 'guide', id: guide.id },
    { kind: 'guide', id: guide.id },
  ]);
});

test.each(['-teas', '-', '-TEAS-COMPARED', '-teas-compared-', '-%C3%A9%0d%0a', '-a%2Fb', '--'])(
  'the slug in /listicles/{id}%s leads to the right one, with the words it came with',
  async (slug) => {
    const guide = await buildGuide(t.deps, { title: 'Teas compared' });
    const reply = await get(`/listicles/${guide.id}${slug}?utm_source=x&v=abc`);
    expect([reply.status, reply.headers['location']]).toEqual([
      301,
      `/listicles/${guide.id}-teas-compared?utm_source=x&v=abc`,
    ]);
    expect(recorded).toEqual([]);
  },
);

test.each([
  ['a draft', 'draft', 404],
  ['archived', 'archived', 410],
] as const)('while a guide is %s no slug tells of another', async (_name, status, code) => {
  const guide = await buildGuide(t.deps, { title: 'Secret teas' });
  await t.call('PUT', `/api/admin/listicles/${guide.id}`, { status });
  for (const slug of ['', '-secret-teas', '-x']) {
    const reply = await get(`/listicles/${guide.id}${slug}`);
    expect([reply.status, reply.headers['location']], slug).toEqual([code, undefined]);
    expect(reply.body).not.toContain('ecret');
  }
});

test('a slug that was changed leads on at once', async () => {
  const guide = await buildGuide(t.deps, { title: 'Teas', slug: 'before' });
  expect((await get(`/listicles/${guide.id}-before`)).status).toBe(200);
  await t.call('PUT', `/api/admin/listicles/${guide.id}`, { slug: 'after' });
  expect((await get(`/listicles/${guide.id}-before`)).headers['location']).toBe(`/listicles/${guide.id}-after`);
  expect((await get(`/listicles/${guide.id}-after`)).status).toBe(200);
});

test('the short way answers at both addresses and leaves every other slug to the routes', async () => {
  const guide = await buildGuide(t.deps, { title: 'Teas compared' });
  await get(`/listicles/${guide.id}`);
  const shortCut = guideShortCut(pages, views, {});
  const statusOf = (rest: string): number | undefined => {
    let status: number | undefined;
    const asked = { url: `/listicles/${guide.id}${rest}`, ip: '127.0.0.1', headers: {} };
    const isTaken = shortCut(
      asked,
      (answered) => (status = answered),
      () => expect.unreachable(),
    );
    expect(isTaken, rest).toBe(status !== undefined);
    return status;
  };
  expect(statusOf('')).toBe(200);
  expect(statusOf('-teas-compared?utm_source=x')).toBe(200);
  for (const rest of ['-teas', '-', '-teas-compared-2', '-Teas-compared', '/x'])
    expect(statusOf(rest), rest).toBe(undefined);
});

test('the page shows everything that the editors wrote, in the order of a reader', async () => {
  const category = await createGuideCategory(t.deps, undefined, { name: 'Drinks' });
  const author = await buildPerson(t.deps, { name: 'Mara Lind', credentials: 'RD', bio: 'Pours tea.' });
  const reviewer = await buildPerson(t.deps, { name: 'Ola Berg', credentials: 'PhD' });
  const offer = await buildOffer(t.deps, { attributes: { Form: 'Loose', Origin: 'Assam' } });
  const guide = await buildGuide(t.deps, {
    title: 'Teas compared',
    excerpt: 'Two teas, one kettle.',
    description: '<p>We boiled water.</p><h2>How to choose a tea</h2><p>By the nose.</p>',
    methodology: '<p>Two of us poured.</p>',
    tested: 'hands_on',
    category_id: category.id,
    author_id: author.id,
    reviewer_id: reviewer.id,
    reviewed_at: '2026-01-20T12:00:00Z',
    rubric: [
      { key: 'taste', name: 'Taste', weight: 60, description: null },
      { key: 'price', name: 'Price', weight: 40, description: null },
    ],
    faq: [{ question: 'How hot?', answer: 'Eighty degrees.' }],
    sources: [{ title: 'On leaves', url: 'https://leaves.example/1', tier: 'trial' }],
    changes: [{ on: '2026-02-01', note: 'Poured again.' }],
  });
  const first = await buildItem(t.deps, guide.id, { offer_id: offer.id, scores: { taste: 9, price: 8.1 } });
  const own = { Form: 'Bags', Origin: '' };
  await buildItem(t.deps, guide.id, { offer_id: offer.id, scores: { taste: 7, price: 7 }, attributes: own });
  const { body } = await get(`/listicles/${guide.id}`);
  const text = textOf(body);
  const said = [
    'Home',
    'Guides',
    'Drinks',
    'Teas compared',
    'Two teas, one kettle.',
    'By Mara Lind, RD',
    'Reviewed by Ola Berg, PhD on Jan 20, 2026',
    'Quick picks',
    'We boiled water.',
    'Side by side',
    'Bags',
    'On this page',
    'All 2 products in order',
    '9.0 × 60',
    '8.1 × 40',
    'Sum ÷ 100 = 8.6, rounded',
    'How we picked',
    'Tested by us',
    'Two of us poured.',
    '60 of 100',
    'How to choose a tea',
    'By the nose.',
    'How hot?',
    'Eighty degrees.',
    'On leaves',
    'Pours tea.',
    'Poured again.',
  ];
  const places = said.map((words, i) => text.indexOf(words, i === 0 ? 0 : text.indexOf(said[i - 1]!)));
  expect(said.filter((_words, i) => places[i]! < 0)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  // an attribute that a product takes away is one that only the other has: no column
  expect(text).not.toContain('Assam');
  expect(body).toContain(`id="p${first.id}"`);
});

test('a guide leads to those of its own category first', async () => {
  const category = await createGuideCategory(t.deps, undefined, { name: 'Kettles' });
  const [near, guide] = [
    await buildListedGuide(t.deps, { title: 'A near kettle', category_id: category.id }),
    await buildListedGuide(t.deps, { title: 'Kettles compared', category_id: category.id }),
  ];
  for (let i = 0; i < 4; i += 1) await buildListedGuide(t.deps, { title: `Far ${i}`, status: 'featured' });
  const links = String((await get(`/listicles/${guide.id}`)).body)
    .split('More guides<')[1]!
    .match(/href="\/listicles\/[^"]*"/g);
  expect(links).toHaveLength(3);
  expect(links![0]).toBe(`href="/listicles/${near.id}-a-near-kettle"`);
  expect(links!.join()).not.toContain('kettles-compared');
});

test('a card leads to the review of its offer while that is public', async () => {
  const offer = await buildOffer(t.deps, {});
  const guide = await buildGuide(t.deps);
  await buildItem(t.deps, guide.id, { offer_id: offer.id });
  await buildReview(t.deps, { offer_id: offer.id, slug: 'its-review' });
  expect((await get(`/listicles/${guide.id}`)).body).toContain('href="/offer-reviews/its-review"');
});
