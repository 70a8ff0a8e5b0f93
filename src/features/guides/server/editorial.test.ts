import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { deletePerson } from '../../people/server/service.ts';
import { buildPerson } from '../../people/server/testing.ts';
import { guidesRoutes } from './routes.ts';
import { createGuideCategory } from './categories.ts';
import { creditedByGuides, publicGuides, relatedGuides } from './reading.ts';
import { buildGuide, buildItem } from './testing.ts';

const BASE = '/api/admin/listicles';
const AT = '2026-02-03T04:05:06.000Z';
const RUBRIC = [
  { key: 'fit', name: 'Fit', weight: 3, description: 'How it sits.' },
  { key: 'price', name: 'Price', weight: 1, description: null },
];
let t: TestApp;

beforeAll(async () => {
  t = await testApp((route, deps) =>
    guidesRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      (item) => `/out/${item.id}`,
    ),
  );
});
afterAll(() => t.close());

let made = 0;
const category = (name = `Shelf ${(made += 1)}`) => createGuideCategory(t.deps, undefined, { name });
const everything = async () => {
  const [author, reviewer] = [await buildPerson(t.deps), await buildPerson(t.deps, { credentials: 'MD' })];
  return {
    title: 'Masks that keep the light out',
    slug: 'sleep-masks',
    category_id: (await category()).id,
    excerpt: 'Four masks, one dark room.',
    methodology: '<p>Worn for a <b>week</b><script>x()</script>.</p>',
    tested: 'hands_on',
    rubric: RUBRIC,
    faq: [{ question: 'Can it be washed?', answer: 'By hand.' }],
    sources: [{ title: 'A trial', url: 'https://journal.example/1', tier: 'trial' }],
    changes: [
      { on: '2026-01-01', note: 'First edition.' },
      { on: '2026-02-01', note: 'Added a mask.' },
    ],
    author_id: author.id,
    reviewer_id: reviewer.id,
    reviewed_at: '2026-02-03T05:05:06+01:00',
    main_image_url: '/media/images/ab/x.png',
    main_image_alt: 'A mask on a pillow',
    meta_title: 'Sleep masks',
    meta_description: 'Which mask keeps the light out.',
    noindex: true,
  };
};
const create = async (input: Record<string, unknown> = {}) => {
  const reply = await t.call('POST', BASE, { title: 'Sleep teas', ...input });
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const read = async (id: number) => (await t.guest('GET', `/api/listicles/${id}`)).body.data;

test('a guide keeps everything that its editor wrote, and readers get it', async () => {
  const input = await everything();
  const guide = await create(input);
  const stored = {
    ...input,
    methodology: '<p>Worn for a <b>week</b>.</p>',
    reviewed_at: AT,
    changes: input.changes.toReversed(),
  };
  expect(guide).toMatchObject(stored);
  const { category_id, author_id, reviewer_id, ...shown } = stored;
  expect(await read(guide.id)).toMatchObject({
    ...shown,
    category: { id: category_id },
    author: { id: author_id, slug: expect.any(String) },
    reviewer: { id: reviewer_id, credentials: 'MD' },
  });
  const card = (await publicGuides(t.deps.db, { page: 1, limit: 100 })).data.find(({ slug }) => slug === 'sleep-masks');
  expect(card).toMatchObject({
    slug: 'sleep-masks',
    excerpt: 'Four masks, one dark room.',
    main_image_alt: 'A mask on a pillow',
    noindex: true,
  });
  expect(card?.category?.slug).toMatch(/^shelf-/);
  expect(card?.author?.name).toMatch(/^Person /);
});

test('a guide without them has an address made of its title and nothing else', async () => {
  const guide = await create({ title: 'Yoga Mats, compared' });
  expect(guide).toMatchObject({ slug: 'yoga-mats-compared', tested: 'research_only', rubric: [], author_id: null });
  const renamed = await t.call('PUT', `${BASE}/${guide.id}`, { title: 'Mats' });
  expect(renamed.body.data.slug).toBe('yoga-mats-compared');
  expect((await t.call('PUT', `${BASE}/${guide.id}`, { slug: 'mats' })).body.data.slug).toBe('mats');
});

test('a copy takes all of it but the address, and the scores of its products', async () => {
  const { title: _title, slug: _slug, ...input } = await everything();
  const original = await create({ ...input, title: 'Original' });
  const scored = {
    scores: { fit: 9, price: 7.5 },
    attributes: { Weight: '90 g' },
    score: 8,
    score_reason: 'Recalled.',
  };
  await buildItem(t.deps, original.id, { title: 'Mask', ...scored });
  const copy = (await t.call('POST', `${BASE}/${original.id}/duplicate`, { title: 'The copy' })).body.data;
  const { id: _id, created_at: _at, updated_at: _changed, first_published_at: _first, ...kept } = original;
  expect(copy).toMatchObject({
    ...kept,
    title: 'The copy',
    slug: 'the-copy',
    status: 'draft',
    items_count: 1,
    visible_items_count: 1,
  });
  const items = (await t.call('GET', `${BASE}/${copy.id}/items`)).body.data;
  expect(items).toMatchObject([{ title: 'Mask', ...scored, total_score: 8.6 }]);
});

/** What a product of a public guide must have. */
const SIDES = { pros: ['Soft'], cons: ['Dear'] };

test('a score is computed from the rubric, and a typed one says why', async () => {
  const guide = await create({ rubric: RUBRIC });
  const base = `${BASE}/${guide.id}/items`;
  const half = (await t.call('POST', base, { ...SIDES, title: 'Half judged', scores: { fit: 9 } })).body.data;
  expect(half).toMatchObject({ scores: { fit: 9 }, total_score: null, score: null });
  await t.call('POST', base, { ...SIDES, title: 'Judged', scores: { fit: 9.1, price: 5 } });
  const bare = await t.call('POST', base, { ...SIDES, title: 'Typed', score: 3, scores: { fit: 9.1, price: 5 } });
  expect([bare.status, Object.keys(bare.body.errors)]).toEqual([400, ['score_reason']]);
  const reason = 'Its maker calls it back.';
  await t.call('POST', base, {
    ...SIDES,
    title: 'Typed',
    score: 3,
    score_reason: reason,
    scores: { fit: 9.1, price: 5 },
  });
  const subScores = [
    { key: 'fit', name: 'Fit', weight: 3, score: 9.1 },
    { key: 'price', name: 'Price', weight: 1, score: 5 },
  ];
  // (3 x 91 + 1 x 50) / 4 = 80.75 tenths
  expect((await read(guide.id)).items).toMatchObject([
    { ...SIDES, title: 'Half judged', score: null, sub_scores: [], score_reason: null },
    { ...SIDES, title: 'Judged', score: 8.1, sub_scores: subScores, score_reason: null },
    { ...SIDES, title: 'Typed', score: 3, sub_scores: subScores, score_reason: reason },
  ]);
});

test('scores follow the rubric: of criteria that are gone they count no more, and come back with them', async () => {
  const guide = await create({ rubric: RUBRIC });
  const item = await buildItem(t.deps, guide.id, { scores: { fit: 9, price: 5 } });
  const rubric = async (value: unknown) => {
    expect((await t.call('PUT', `${BASE}/${guide.id}`, { rubric: value })).status).toBe(200);
    return (await read(guide.id)).items[0].score;
  };
  expect(await rubric([RUBRIC[1]])).toBe(5);
  const seen = (await t.call('GET', `${BASE}/${guide.id}/items`)).body.data[0];
  expect(seen.scores).toEqual({ price: 5 });
  expect(await rubric(RUBRIC)).toBe(8);
  expect(await rubric([...RUBRIC, { key: 'smell', name: 'Smell', weight: 1 }])).toBeNull();
  expect(await rubric([])).toBeNull();
  const unknown = await t.call('PUT', `${BASE}/${guide.id}/items/${item.id}`, { scores: { fit: 1 } });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['scores.fit']]);
});

test('a product shows the attributes of its offer with its own over them', async () => {
  const offer = await buildOffer(t.deps, { attributes: { Weight: '2 kg', Colour: 'red' } });
  const guide = await create();
  await buildItem(t.deps, guide.id, { offer_id: offer.id, attributes: { Colour: '', Length: '180 cm' } });
  await buildItem(t.deps, guide.id, { attributes: { Weight: '1 kg' } });
  const { items } = await read(guide.id);
  expect(items.map((item: { attributes: unknown }) => item.attributes)).toEqual([
    { Weight: '2 kg', Length: '180 cm' },
    { Weight: '1 kg' },
  ]);
});

test('a product without a title of its own has the name of its offer', async () => {
  const offer = await buildOffer(t.deps, { name: 'Calm Tea' });
  const guide = await create();
  await buildItem(t.deps, guide.id, { offer_id: offer.id, title: null });
  expect((await read(guide.id)).items[0].title).toBe('Calm Tea');
});

test('a person or category that is gone cannot be named', async () => {
  const input = { author_id: 999_999, title: 'x' };
  expect((await t.call('POST', BASE, input)).body.errors).toEqual({ author_id: ['is not a person that is there'] });
  const guide = await create();
  const gone = await buildPerson(t.deps);
  await deletePerson(t.deps, t.actor, gone.id);
  const cases = { reviewer_id: 999_999, category_id: 999_999, author_id: gone.id };
  for (const [field, id] of Object.entries(cases)) {
    const reply = await t.call('PUT', `${BASE}/${guide.id}`, { [field]: id });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
  }
});

test('a reviewer is shown with credentials and a date only', async () => {
  const [layman, expert] = [await buildPerson(t.deps, { credentials: null }), await buildPerson(t.deps)];
  const cases = [
    { reviewer_id: layman.id, reviewed_at: AT },
    { reviewer_id: expert.id, reviewed_at: null },
  ];
  for (const given of cases) {
    expect(await read((await create(given)).id)).toMatchObject({ reviewer: null, reviewed_at: null });
  }
  const credited = await creditedByGuides(t.deps.db);
  expect([credited.has(layman.id), credited.has(expert.id)]).toEqual([false, false]);
  await create({ reviewer_id: expert.id, reviewed_at: AT, status: 'draft' });
  expect((await creditedByGuides(t.deps.db)).has(expert.id)).toBe(false);
  await create({ reviewer_id: expert.id, reviewed_at: AT });
  expect((await creditedByGuides(t.deps.db)).has(expert.id)).toBe(true);
});

test('the public list is narrowed by category and author, and sorted by age', async () => {
  const [shelf, author] = [await category('Sorted shelf'), await buildPerson(t.deps)];
  const on = { category_id: shelf.id };
  const star = await create({ ...on, title: 'Star', status: 'featured' });
  const fresh = await create({ ...on, title: 'Fresh', author_id: author.id });
  await create({ ...on, title: 'Draft', status: 'draft', author_id: author.id });
  const ids = async (query: string) =>
    (await t.guest('GET', `/api/listicles?${query}`)).body.data.map((card: { id: number }) => card.id);
  expect(await ids('category=sorted-shelf')).toEqual([star.id, fresh.id]);
  expect(await ids('category=sorted-shelf&sort=new')).toEqual([fresh.id, star.id]);
  expect(await ids('category=sorted-shelf&sort=nonsense')).toEqual([star.id, fresh.id]);
  expect(await ids('category=no-such-shelf')).toEqual([]);
  expect((await t.call('GET', `${BASE}?category_id=${shelf.id}`)).body.total).toBe(3);
  const byAuthor = await publicGuides(t.deps.db, { page: 1, limit: 9, authorId: author.id });
  expect(byAuthor.data.map((card) => card.id)).toEqual([fresh.id]);
});

test('related guides are of the same category first, never the guide itself or a draft', async () => {
  const shelf = await category();
  const [own, near] = [
    await buildGuide(t.deps, { category_id: shelf.id }),
    await buildGuide(t.deps, { category_id: shelf.id }),
  ];
  await buildGuide(t.deps, { category_id: shelf.id, status: 'draft' });
  const star = await buildGuide(t.deps, { status: 'featured' });
  const far = await buildGuide(t.deps);
  // a guide without a product is no place to lead to
  for (const guide of [own, near, star, far]) await buildItem(t.deps, guide.id);
  const { guides: related } = await relatedGuides(t.deps.db, { id: own.id, categoryId: shelf.id }, 3);
  expect(related).toHaveLength(3);
  expect(related[0]!.id).toBe(near.id);
  expect(related.map((card) => card.id)).not.toContain(own.id);
  const { guides: elsewhere } = await relatedGuides(t.deps.db, { id: own.id, categoryId: null }, 3);
  expect(elsewhere.slice(0, 1).every((card) => card.status === 'featured')).toBe(true);
  expect(elsewhere.map((card) => card.id)).toContain(star.id);
});

test.each([
  ['a slug with a space', { slug: 'a b' }, 'slug'],
  ['an excerpt that is too long', { excerpt: 'x'.repeat(301) }, 'excerpt'],
  ['a kind of test that does not exist', { tested: 'dreamt' }, 'tested'],
  ['a criterion without a weight', { rubric: [{ key: 'fit', name: 'Fit' }] }, 'rubric.0.weight'],
  ['a criterion that weighs nothing', { rubric: [{ ...RUBRIC[0], weight: 0 }] }, 'rubric.0.weight'],
  ['a criterion whose key is a name', { rubric: [{ ...RUBRIC[0], key: 'The fit' }] }, 'rubric.0.key'],
  ['a criterion twice', { rubric: [RUBRIC[0], RUBRIC[0]] }, 'rubric'],
  [
    'too many criteria',
    { rubric: Array.from({ length: 11 }, (_one, i) => ({ ...RUBRIC[0], key: `k${i}` })) },
    'rubric',
  ],
  ['a question without an answer', { faq: [{ question: 'Why?', answer: ' ' }] }, 'faq.0.answer'],
  ['a source that is a script', { sources: [{ title: 'x', url: 'javascript:1', tier: 'other' }] }, 'sources.0.url'],
  [
    'a tier that does not exist',
    { sources: [{ title: 'x', url: 'https://x.example', tier: 'blog' }] },
    'sources.0.tier',
  ],
  ['a change on no day', { changes: [{ on: '2026-02-30', note: 'x' }] }, 'changes.0.on'],
  ['a review on no instant', { reviewed_at: 'yesterday' }, 'reviewed_at'],
  ['a title for search engines that is too long', { meta_title: 'x'.repeat(71) }, 'meta_title'],
  ['a method that nests too deep', { methodology: '<ul><li>'.repeat(70) }, 'methodology'],
])('a guide with %s is refused at its field', async (_name, body, field) => {
  const reply = await t.call('POST', BASE, { title: 'x', ...body });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});

test.each([
  ['a score of a stranger', { scores: { smell: 5 } }, 'scores.smell'],
  ['a score over ten', { scores: { fit: 10.1 } }, 'scores.fit'],
  ['a score of two decimals', { scores: { fit: 5.55 } }, 'scores.fit'],
  ['a key of an object as criterion', { scores: { constructor: 5 } }, 'scores.constructor'],
  ['an attribute without a name', { attributes: { ' ': 'x' } }, 'attributes. '],
  ['a reason that is too long', { score_reason: 'x'.repeat(301) }, 'score_reason'],
])('a product with %s is refused at its field', async (_name, body, field) => {
  const guide = await create({ rubric: RUBRIC });
  const reply = await t.call('POST', `${BASE}/${guide.id}/items`, { title: 'x', ...body });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors).join()).toContain(field.trim());
});

test('whatever the offers pay, ranks, scores and order stay', async () => {
  const guide = await create({ rubric: RUBRIC });
  const payouts = ['0.01', '5', '99.99', '1000', '12.5'];
  const offers = [];
  for (const [i, payout] of payouts.entries()) {
    const offer = await buildOffer(t.deps, { payout_amount: payout, price: '20', attributes: { Size: `${i}` } });
    offers.push(offer.id);
    await buildItem(t.deps, guide.id, { offer_id: offer.id, scores: { fit: 9 - i / 2, price: 9 - i } });
  }
  const seen = async () => {
    const { items, updated_at: _at, ...page } = await read(guide.id);
    return { page, items, cards: (await publicGuides(t.deps.db, { page: 1, limit: 100 })).data };
  };
  const before = await seen();
  expect(JSON.stringify(before)).not.toMatch(/payout|99\.99|1000/);
  for (let shift = 1; shift < payouts.length; shift += 1) {
    for (const [i, id] of offers.entries()) {
      const change = {
        payout_micros: BigInt(Math.round(Number(payouts[(i * (shift + 1) + shift) % payouts.length]) * 1e6)),
        payout_percent_bp: (shift * 1733 * (i + 1)) % 10_000,
        payout_type: (['cpa', 'cpl', 'cpc', 'revshare', 'hybrid'] as const)[(i + shift) % 5]!,
      };
      await t.deps.db
        .withTables<{ offers: { id: number } & typeof change }>()
        .updateTable('offers')
        .set(change)
        .where('id', '=', id)
        .execute();
    }
    expect(await seen()).toEqual(before);
  }
});

test('the note of a change is stored without signs that nobody sees', async () => {
  const guide = await create({ changes: [{ on: '2026-01-01', note: '\u202eCafe\u0301 and\u200b tea.' }] });
  expect(guide.changes).toMatchObject([{ note: 'Café and tea.' }]);
});
