import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { deletePerson } from '../../people/server/service.ts';
import { buildPerson } from '../../people/server/testing.ts';
import { reviewsRoutes } from './routes.ts';
import { buildReview } from './testing.ts';
import { publicReviews } from './reading.ts';

const BASE = '/api/admin/offer-content';
let t: TestApp;
let offerId: number;

beforeAll(async () => {
  t = await testApp((route, deps) => {
    reviewsRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      ({ slug }) => `/out/review/${slug}`,
    );
  });
  offerId = (await buildOffer(t.deps)).id;
});
afterAll(() => t.close());

const build = (input: Parameters<typeof buildReview>[1] = {}) => buildReview(t.deps, { offer_id: offerId, ...input });
const put = (id: number, body: Record<string, unknown>) => t.call('PUT', `${BASE}/${id}`, body);
const read = (slug: string, query = '') => t.guest('GET', `/api/offer-reviews/${slug}${query}`);

test('every editorial field comes back as it was sent, to the editor and to readers', async () => {
  const [author, reviewer] = [await buildPerson(t.deps), await buildPerson(t.deps, { credentials: 'RD' })];
  const sent = {
    reviewed_at: '2026-03-01T09:00:00.000Z',
    sub_scores: [
      { name: 'Taste', score: 8.7 },
      { name: 'Price', score: 6 },
    ],
    faq: [{ question: 'Is it bitter?', answer: 'A little.\nLess with milk.' }],
    sources: [{ title: 'A trial of tea', url: 'https://journal.example/tea?id=1', tier: 'trial' }],
    gallery: [{ url: '/media/tin.webp', alt: 'The tin, open' }],
    pros: ['Calm'],
    cons: ['Bitter'],
    changes: [{ on: '2026-03-31', note: 'New price.' }],
    main_image_alt: 'A cup of tea',
    meta_title: 'Calm Tea: our review',
    meta_description: 'Seven weeks of tea.',
    noindex: true,
  };
  const people = { author_id: author.id, reviewer_id: reviewer.id };
  const created = await t.call('POST', BASE, {
    offer_id: offerId,
    title: 'Whole review',
    slug: 'whole-editorial',
    status: 'published',
    ...sent,
    ...people,
  });
  expect(created.status, created.body.message).toBe(201);
  expect(created.body.data).toMatchObject({ ...sent, ...people });
  const { data } = (await read('whole-editorial')).body;
  expect(data).toMatchObject({ ...sent, author: { name: author.name }, reviewer: { credentials: 'RD' } });
  expect(data).not.toHaveProperty('author_id');
  expect(JSON.stringify(data)).not.toContain('score_tenths');
});

test('what is left out stays, and an empty list empties', async () => {
  const review = await build({ faq: [{ question: 'Why?', answer: 'So.' }], noindex: true });
  const kept = await put(review.id, { verdict: 'New' });
  expect(kept.body.data).toMatchObject({ faq: review.faq, noindex: true });
  expect((await put(review.id, { faq: [], reviewed_at: '' })).body.data).toMatchObject({ faq: [], reviewed_at: null });
});

test('changes are kept with the newest first', async () => {
  const on = (day: string, note = 'x') => ({ on: day, note });
  const sent = { changes: [on('2026-01-02'), on('2026-03-01', 'a'), on('2026-03-01', 'b')] };
  expect((await put((await build()).id, sent)).body.data.changes).toEqual([
    on('2026-03-01', 'a'),
    on('2026-03-01', 'b'),
    on('2026-01-02'),
  ]);
});

test.each([
  ['without credentials', null, '2026-03-01T09:00:00Z'],
  ['without a date', 'RD', null],
])('a reviewer %s is not shown as one', async (_name, credentials, reviewedAt) => {
  const reviewer = await buildPerson(t.deps, { credentials });
  const review = await build({ reviewer_id: reviewer.id, reviewed_at: reviewedAt });
  const { data } = (await read(review.slug)).body;
  expect(data).toMatchObject({ reviewer: null, reviewed_at: null });
  expect(JSON.stringify(data)).not.toContain(reviewer.name);
});

test('a person whom a review names is not deleted, and one who is gone is refused by the field', async () => {
  const person = await buildPerson(t.deps, { name: 'Ada Named' });
  const review = await build({ title: 'Names Ada', author_id: person.id });
  const remove = () => deletePerson(t.deps, t.actor, person.id);
  await expect(remove()).rejects.toThrow('"Ada Named" is in use by review "Names Ada".');
  expect((await put(review.id, { author_id: null })).status).toBe(200);
  await remove();
  for (const [field, id] of [
    ['author_id', person.id],
    ['reviewer_id', 987_654],
  ] as const) {
    const refused = await put(review.id, { [field]: id });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  }
});

test('cards name the author, and can be asked for one author alone', async () => {
  const author = await buildPerson(t.deps, { name: 'Grace' });
  const [mine, draft] = [await build({ author_id: author.id }), await build({ author_id: author.id, status: 'draft' })];
  const cards = await publicReviews(t.deps.db, { limit: 10, authorId: author.id });
  expect(cards.map((card) => [card.id, card.author?.name])).toEqual([[mine.id, 'Grace']]);
  expect(cards.map((card) => card.id)).not.toContain(draft.id);
});

test('a slug of before leads to the one of now, however often it changes', async () => {
  const review = await build({ slug: 'first-name' });
  await put(review.id, { slug: 'second-name' });
  await put(review.id, { slug: 'third-name' });
  for (const old of ['first-name', 'second-name']) {
    const reply = await read(old, '?utm_source=x');
    const to = '/api/offer-reviews/third-name?utm_source=x';
    expect(reply).toMatchObject({ status: 301, headers: { location: to }, body: { redirect_to: to } });
    expect(reply.headers['cache-control']).toBe('private, no-store');
  }
  const kept = (await t.call('GET', `${BASE}/${review.id}`)).body.data;
  expect(kept.former_slugs).toEqual(['second-name', 'first-name']);
});

test('a slug that is taken back is a page again, and the one between leads to it', async () => {
  const review = await build({ slug: 'there' });
  await put(review.id, { slug: 'and-away' });
  await put(review.id, { slug: 'there' });
  expect((await read('there')).status).toBe(200);
  expect((await read('and-away')).body.redirect_to).toBe('/api/offer-reviews/there');
  expect((await t.call('GET', `${BASE}/${review.id}`)).body.data.former_slugs).toEqual(['and-away']);
});

test('a slug that another review takes leads to that one', async () => {
  const first = await build({ slug: 'contested' });
  await put(first.id, { slug: 'first-owner' });
  const second = await build({ slug: 'contested' });
  expect((await read('contested')).body.data.id).toBe(second.id);
  await put(second.id, { slug: 'second-owner' });
  expect((await read('contested')).body.redirect_to).toBe('/api/offer-reviews/second-owner');
  await put(first.id, { slug: 'contested' });
  expect((await read('contested')).body.data.id).toBe(first.id);
});

test.each(['created', 'renamed'])(
  'a slug that was given to a review that is %s stays its own after a delete',
  async (how) => {
    const slug = `given-${how}`;
    const first = await build({ slug });
    await put(first.id, { slug: `left-${how}` });
    const second = await build({ slug: how === 'created' ? slug : `other-${how}` });
    if (how === 'renamed') await put(second.id, { slug });
    expect((await read(slug)).body.data.id).toBe(second.id);
    await t.call('DELETE', `${BASE}/${second.id}`);
    expect((await read(slug)).status).toBe(410);
  },
);

test('a slug of before says no more of a hidden review than its own slug does', async () => {
  const review = await build({ slug: 'hidden-before' });
  await put(review.id, { slug: 'hidden-now' });
  const missing = await read('never-was-there');
  const look = async () => {
    const [before, now] = [await read('hidden-before'), await read('hidden-now')];
    expect({ ...before.body, request_id: '' }).toEqual({ ...now.body, request_id: '' });
    expect(before.headers['location']).toBeUndefined();
    return before;
  };
  await put(review.id, { status: 'draft' });
  const draft = await look();
  expect(draft.status).toBe(404);
  expect({ ...draft.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
  await put(review.id, { status: 'archived' });
  expect((await look()).status).toBe(410);
  await put(review.id, { status: 'published' });
  await t.call('DELETE', `${BASE}/${review.id}`);
  expect((await look()).status).toBe(410);
  await t.call('POST', `${BASE}/${review.id}/restore`);
  expect((await read('hidden-before')).status).toBe(301);
});

test('a review that was never public leaves nothing behind at its old slug', async () => {
  const review = await build({ slug: 'never-public', status: 'draft' });
  await put(review.id, { slug: 'still-not-public' });
  expect((await read('never-public')).status).toBe(404);
});

const valid = { offer_id: 1, title: 'Long enough' };
const many = <T>(length: number, one: T): T[] => Array.from({ length }, () => one);

test.each([
  ['a sub-score without a name', { sub_scores: [{ name: '', score: 1 }] }, 'sub_scores.0.name'],
  ['a sub-score with two decimals', { sub_scores: [{ name: 'a', score: 1.25 }] }, 'sub_scores.0.score'],
  [
    'the same sub-score twice',
    {
      sub_scores: [
        { name: 'a', score: 1 },
        { name: 'A', score: 2 },
      ],
    },
    'sub_scores',
  ],
  ['nine sub-scores', { sub_scores: 'abcdefghi'.split('').map((name) => ({ name, score: 1 })) }, 'sub_scores'],
  ['a question without an answer', { faq: [{ question: 'a', answer: ' ' }] }, 'faq.0.answer'],
  ['21 questions', { faq: many(21, { question: 'a', answer: 'b' }) }, 'faq'],
  ['a source that runs', { sources: [{ title: 'a', url: 'javascript:alert(1)', tier: 'trial' }] }, 'sources.0.url'],
  ['a source without an address', { sources: [{ title: 'a', url: '', tier: 'trial' }] }, 'sources.0.url'],
  ['a source of no tier', { sources: [{ title: 'a', url: 'https://a.example', tier: 'best' }] }, 'sources.0.tier'],
  ['a picture without a description', { gallery: [{ url: '/media/a.webp', alt: '' }] }, 'gallery.0.alt'],
  ['a picture that is not there', { gallery: [{ url: '', alt: 'a' }] }, 'gallery.0.url'],
  ['a picture from nowhere', { gallery: [{ url: 'http://a.example/a.png', alt: 'a' }] }, 'gallery.0.url'],
  ['a day that does not exist', { changes: [{ on: '2026-02-30', note: 'a' }] }, 'changes.0.on'],
  ['a change without a word', { changes: [{ on: '2026-02-03', note: '' }] }, 'changes.0.note'],
  ['a date without a zone', { reviewed_at: '2026-02-03T10:00:00' }, 'reviewed_at'],
  ['a title for search engines that is too long', { meta_title: 'x'.repeat(71) }, 'meta_title'],
  ['a key that is not known inside an entry', { faq: [{ question: 'a', answer: 'b', html: 'c' }] }, 'faq.0.html'],
])('%s is refused by its field', async (_name, body, field) => {
  const reply = await t.call('POST', BASE, { ...valid, ...body });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});
