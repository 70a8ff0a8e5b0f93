import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { writesTold } from '../../../../tests/support/changes.ts';
import { reviewsRoutes } from './routes.ts';
import { reviewNames, routableReviews } from './service.ts';
import { buildReview } from './testing.ts';
import { publicReviews } from './reading.ts';

const BASE = '/api/admin/offer-content';
let t: TestApp;
let offerId: number;

beforeAll(async () => {
  t = await testApp((route, deps) =>
    reviewsRoutes(
      route,
      deps,
      (_db, ids) => Promise.resolve(new Map(ids.map((id) => [id, 5]))),
      ({ slug }, query) => `/out/review/${slug}?v=${JSON.stringify(query)}`,
    ),
  );
  offerId = (await buildOffer(t.deps, { name: 'Calm Tea', price: '29.90', image_url: '/media/tea.webp' })).id;
});
afterAll(() => t.close());

/** What the gate demands of every review that is public. */
const SIDES = { pros: ['Smells of hay'], cons: ['Dear'] };

const create = async (input: Record<string, unknown> = {}) => {
  const fresh = { offer_id: offerId, title: 'Calm Tea, seven weeks on', ...SIDES, ...input };
  const reply = await t.call('POST', BASE, fresh);
  expect(reply.status, reply.body.message).toBe(201);
  return reply.body.data;
};
const read = (slug: string, query = '') => t.guest('GET', `/api/offer-reviews/${slug}${query}`);

test('a review of an offer and a title is a draft with an address of its own', async () => {
  const review = await create({ title: 'Plain Title', slug: '' });
  expect(review).toMatchObject({
    slug: 'plain-title',
    status: 'draft',
    score: null,
    pros: SIDES.pros,
    sections: [],
    tested: 'research_only',
    offer_name: 'Calm Tea',
    views_30d: 5,
    first_published_at: null,
    version: 1,
  });
  expect((await t.call('GET', `${BASE}/${review.id}`)).body.data).toEqual(review);
  expect((await create({ title: 'Plain title!' })).slug).toBe('plain-title-2');
  const teapot = await create({ title: '🫖 🍵 🌿' });
  expect(teapot.slug).toBe(`review-${teapot.id}`);
});

test('every field comes back as it was sent, its texts sanitised', async () => {
  const sent = {
    slug: 'whole-review',
    status: 'featured',
    verdict: 'Calm, but dear.',
    score: 8.7,
    pros: ['Smells of hay'],
    cons: ['Dear', 'Only in tins'],
    sections: [{ heading: 'What it is', body: '<p>A <strong>tea</strong>.</p>' }],
    author_name: 'Ada',
    tested: 'hands_on',
    main_image_url: '/media/a.webp',
    meta_description: 'A tea, tested.',
  };
  expect(await create(sent)).toMatchObject(sent);
  const [section] = (
    await create({
      sections: [
        { heading: 'Bad', body: '<p onclick=x>a<script>alert(1)</script><a href="https://x.example">b</a></p>' },
      ],
    })
  ).sections;
  expect(section.body).toBe('<p>a<a href="https://x.example" rel="sponsored nofollow noopener">b</a></p>');
});

test('what the form changes is stored, put on record, told to the pages, and raises the version', async () => {
  const review = await create({ pros: ['one'] });
  const before = await writesTold(t.deps.db);
  const reply = await t.call('PUT', `${BASE}/${review.id}`, { version: 1, score: 7, verdict: '', slug: '' });
  expect(reply.body).toMatchObject({
    message: 'Content updated successfully!',
    data: { score: 7, verdict: null, pros: ['one'], slug: review.slug, version: 2 },
  });
  expect(await writesTold(t.deps.db)).toBe(before + 1);
  const record = await t.deps.db
    .withTables<{ audit: { action: string; entity: string; entity_id: string; after: unknown; id: bigint } }>()
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('entity', '=', 'review')
    .where('entity_id', '=', String(review.id))
    .orderBy('id')
    .execute();
  expect(record.at(-1)).toEqual({ action: 'update', after: { score_tenths: 70 } });
});

test('one status for many: each is judged by itself, and a refusal stops no other', async () => {
  const [fair, untested] = [await create(), await create({ tested: 'hands_on' })];
  const { status, body } = await t.call('POST', `${BASE}/bulk-status`, {
    ids: [untested.id, fair.id, 987_654],
    status: 'published',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        id: untested.id,
        ok: false,
        error: 'publish_blocked',
        message: expect.stringContaining('cannot be public'),
        changes: [],
      },
      {
        id: fair.id,
        ok: true,
        error: null,
        message: null,
        changes: [{ what: 'Status', before: 'draft', after: 'published' }],
      },
      { id: 987_654, ok: false, error: 'not_found', message: expect.any(String), changes: [] },
    ],
    message: '1 of 3 changed, 2 refused.',
  });
  expect((await t.call('GET', `${BASE}/${fair.id}`)).body.data.status).toBe('published');
  expect((await t.call('GET', `${BASE}/${untested.id}`)).body.data.status).toBe('draft');
});

test('an edit of a version that is gone shows both versions and changes nothing', async () => {
  const review = await create();
  await t.call('PUT', `${BASE}/${review.id}`, { version: 1, verdict: 'theirs' });
  const reply = await t.call('PUT', `${BASE}/${review.id}`, { version: 1, verdict: 'mine' });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    error: 'version_conflict',
    details: { current: { verdict: 'theirs' }, yours: { verdict: 'mine' } },
  });
});

test('a slug is taken once, and free again after a delete', async () => {
  const review = await create({ slug: 'one-slug' });
  const clash = await t.call('POST', BASE, { offer_id: offerId, title: 'Another one', slug: 'one-slug' });
  expect(clash).toMatchObject({ status: 409, body: { error: 'slug_taken', errors: { slug: ['is already in use'] } } });
  expect((await t.call('PUT', `${BASE}/${(await create()).id}`, { slug: 'one-slug' })).status).toBe(409);
  expect((await t.call('DELETE', `${BASE}/${review.id}`)).body.message).toBe('Content deleted successfully!');
  const second = await create({ slug: 'one-slug' });
  expect((await t.call('POST', `${BASE}/${review.id}/restore`)).status).toBe(409);
  await t.call('DELETE', `${BASE}/${second.id}`);
  expect((await t.call('POST', `${BASE}/${review.id}/restore`)).body.data.slug).toBe('one-slug');
});

test('a review that a link leads to is not deleted', async () => {
  const review = await create({ title: 'Linked review' });
  const db = t.deps.db.withTables<{
    links: { id: number; name: string; slug: string };
    destinations: { link_id: number; type: string; review_id: number };
  }>();
  await db
    .insertInto('links')
    .values({ name: 'Spring', slug: 'spring' } as never)
    .execute();
  const { id: linkId } = await db.selectFrom('links').select('id').executeTakeFirstOrThrow();
  await db.insertInto('destinations').values({ link_id: linkId, type: 'review', review_id: review.id }).execute();
  const reply = await t.call('DELETE', `${BASE}/${review.id}`);
  expect(reply).toMatchObject({ status: 409, body: { message: '"Linked review" is in use by link "Spring".' } });
});

test('readers get what is published, with its offer and a way out, and nothing of the payout', async () => {
  const review = await create({ slug: 'readable', status: 'published', score: 8 });
  const reply = await read('readable', '?utm_source=x&utm_source=y');
  expect(reply.status).toBe(200);
  expect(reply.headers['cache-control']).toBe('private, no-store');
  expect(reply.body.data).toMatchObject({
    id: review.id,
    score: 8,
    offer: { name: 'Calm Tea', price: '29.90', is_available: true },
    out_url: '/out/review/readable?v={"utm_source":["x","y"]}',
  });
  expect(JSON.stringify(reply.body)).not.toContain('payout');
});

test('without an offer that can be bought there is no way out', async () => {
  const offer = await buildOffer(t.deps, { status: 'paused' });
  await buildReview(t.deps, { offer_id: offer.id, slug: 'sold-out' });
  expect((await read('sold-out')).body.data).toMatchObject({ out_url: null, offer: { is_available: false } });
});

test('a draft answers like what never was, and what was public is gone', async () => {
  const review = await create({ slug: 'comes-and-goes' });
  const [draft, missing] = [await read('comes-and-goes'), await read('never-was')];
  expect(draft.status).toBe(404);
  expect({ ...draft.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
  expect((await read(`${'x'.repeat(200)}`)).status).toBe(404);
  expect((await read('UPPER')).status).toBe(404);
  const put = (body: Record<string, unknown>) => t.call('PUT', `${BASE}/${review.id}`, body);
  expect((await put({ status: 'published' })).body.data.first_published_at).not.toBeNull();
  expect((await read('comes-and-goes')).status).toBe(200);
  await put({ status: 'archived' });
  expect(await read('comes-and-goes')).toMatchObject({ status: 410, body: { error: 'gone' } });
  await put({ status: 'published' });
  await t.call('DELETE', `${BASE}/${review.id}`);
  expect((await read('comes-and-goes')).status).toBe(410);
  await create({ slug: 'comes-and-goes' });
  expect((await read('comes-and-goes')).status).toBe(404);
});

test('an offer that is gone is refused by its field', async () => {
  const reply = await t.call('POST', BASE, { offer_id: 987_654, title: 'Of nothing' });
  expect(reply).toMatchObject({ status: 400, body: { errors: { offer_id: ['is not there'] } } });
});

test('later features read cards, routes and names', async () => {
  const featured = await buildReview(t.deps, { offer_id: offerId, title: 'Featured now', status: 'featured' });
  const draft = await buildReview(t.deps, { offer_id: offerId, title: 'Draft only', status: 'draft' });
  const cards = await publicReviews(t.deps.db, { limit: 100 });
  expect(cards[0]).toMatchObject({ id: featured.id, offer_name: 'Calm Tea', main_image_url: '/media/tea.webp' });
  expect(cards.map((card) => card.id)).not.toContain(draft.id);
  expect((await publicReviews(t.deps.db, { limit: 1 })).length).toBe(1);
  const routable = await routableReviews(t.deps.db);
  expect(routable.filter(({ id }) => id === draft.id)).toEqual([]);
  expect(routable).toContainEqual({ id: featured.id, slug: 'featured-now', offer_id: offerId, isPublic: true });
  await t.call('DELETE', `${BASE}/${draft.id}`);
  expect(await reviewNames(t.deps.db)).toContainEqual({
    id: draft.id,
    title: 'Draft only',
    slug: 'draft-only',
    status: 'draft',
    first_published_at: null,
    deleted: true,
  });
});

test('the list searches, filters and sorts', async () => {
  const offer = await buildOffer(t.deps);
  await buildReview(t.deps, { offer_id: offer.id, title: 'b 100% honest', score: 7 });
  await buildReview(t.deps, { offer_id: offer.id, title: 'A calm one', status: 'draft' });
  const titles = async (query: string) =>
    (await t.call('GET', `${BASE}?offer_id=${offer.id}&${query}`)).body.data.map((row: { title: string }) => row.title);
  expect(await titles('sortBy=title&order=asc')).toEqual(['A calm one', 'b 100% honest']);
  expect(await titles('sortBy=score')).toEqual(['b 100% honest', 'A calm one']);
  expect(await titles('search=100%25')).toEqual(['b 100% honest']);
  expect(await titles('status=draft')).toEqual(['A calm one']);
});

const valid = { offer_id: 1, title: 'Long enough' };

test.each([
  ['no offer', { title: 'Long enough' }, 'offer_id'],
  ['no title', { offer_id: 1 }, 'title'],
  ['a title that is too short', { offer_id: 1, title: 'Abcd' }, 'title'],
  ['a title that is too long', { offer_id: 1, title: 'x'.repeat(161) }, 'title'],
  ['a key that is not known', { ...valid, id: 7 }, 'id'],
  ['a slug with a slash', { ...valid, slug: 'a/b' }, 'slug'],
  ['a status that does not exist', { ...valid, status: 'gone' }, 'status'],
  ['a score above ten', { ...valid, score: 10.1 }, 'score'],
  ['a score with two decimals', { ...valid, score: 8.75 }, 'score'],
  ['a score as text', { ...valid, score: '8' }, 'score'],
  ['nine pros', { ...valid, pros: Array.from({ length: 9 }, () => 'x') }, 'pros'],
  ['an empty con', { ...valid, cons: [' '] }, 'cons.0'],
  ['a section without a heading', { ...valid, sections: [{ heading: '', body: '' }] }, 'sections.0.heading'],
  [
    'a section that nests too deep',
    { ...valid, sections: [{ heading: 'a', body: '<b>'.repeat(70) }] },
    'sections.0.body',
  ],
  ['a verdict that is too long', { ...valid, verdict: 'x'.repeat(401) }, 'verdict'],
])('a review with %s is refused and names the field', async (_name, body, field) => {
  const before = (await t.call('GET', BASE)).body.total;
  const reply = await t.call('POST', BASE, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
  expect((await t.call('GET', BASE)).body.total).toBe(before);
});
