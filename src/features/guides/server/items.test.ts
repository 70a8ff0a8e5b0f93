import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { refuseWhileUsed } from '../../../platform/server/records/usages.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { guidesRoutes } from './routes.ts';
import { buildGuide, buildItem } from './testing.ts';

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

// a draft: what a public guide demands of its products is told in gate.test.ts
const makeGuide = async () => `/api/admin/listicles/${(await buildGuide(t.deps, { status: 'draft' })).id}/items`;
const idOf = (base: string) => Number(base.split('/').at(-2));
const titles = async (base: string) =>
  (await t.call('GET', base)).body.data.map((item: { rank: number; title: string }) => `${item.rank} ${item.title}`);

test('a product is placed last with sensible defaults and its offer beside it', async () => {
  const offer = await buildOffer(t.deps, { name: 'Calm Tea' });
  const base = await makeGuide();
  const first = await t.call('POST', base, { offer_id: offer.id });
  expect(first).toMatchObject({
    status: 201,
    body: {
      message: 'Product added.',
      data: {
        rank: 1,
        cta_text: 'Check price',
        is_visible: true,
        sponsored_placement: false,
        display_title: 'Calm Tea',
        link_state: 'offer',
        offer: { name: 'Calm Tea', is_live: true },
        pros: [],
        score: null,
      },
    },
  });
  expect((await t.call('POST', base, { title: 'Mention' })).body.data).toMatchObject({ rank: 2, link_state: 'none' });
});

test('what is saved is stored, and the guide is newer without another version', async () => {
  const base = await makeGuide();
  const item = await buildItem(t.deps, idOf(base));
  const before = (await t.call('GET', `/api/admin/listicles/${idOf(base)}`)).body.data;
  const reply = await t.call('PUT', `${base}/${item.id}`, {
    version: 1,
    score: 8.7,
    pros: [' calm ', 'cheap'],
    cons: ['bitter'],
    body: '<p>Good<img src=x onerror=alert(1)></p>',
    image_url: '/media/images/ab/x.png',
    image_alt: 'A tin of tea',
    badge: 'best_for',
    badge_text: 'Best for evenings',
  });
  expect(reply.body).toMatchObject({
    message: 'Product saved.',
    data: { version: 2, score: 8.7, pros: ['calm', 'cheap'], cons: ['bitter'], body: '<p>Good</p>', badge: 'best_for' },
  });
  const after = (await t.call('GET', `/api/admin/listicles/${idOf(base)}`)).body.data;
  expect(after.version).toBe(before.version);
  expect(after.updated_at > before.updated_at).toBe(true);
  const stale = await t.call('PUT', `${base}/${item.id}`, { version: 1, summary: 'mine' });
  expect(stale).toMatchObject({
    status: 409,
    body: { details: { current: { version: 2 }, yours: { summary: 'mine' } } },
  });
});

test('ranks are 1 to n after every delete and every new order', async () => {
  const base = await makeGuide();
  const ids: number[] = [];
  for (const title of ['a', 'b', 'c', 'd']) ids.push((await buildItem(t.deps, idOf(base), { title })).id);
  const order = await t.call('PUT', `${base}/reorder`, { ids: [ids[3], ids[0], ids[2], ids[1]] });
  expect(order.body.message).toBe('Order saved.');
  expect(await titles(base)).toEqual(['1 d', '2 a', '3 c', '4 b']);
  // whoever reads what was done knows products by their names
  const [told] = await t.deps.db
    .withTables<{ audit: { id: bigint; action: string; before: unknown; after: unknown } }>()
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'reorder')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const named = (...order: string[]) => ({ items: order.map((title) => `${title} (${ids['abcd'.indexOf(title)]})`) });
  expect(told).toEqual({ before: named('a', 'b', 'c', 'd'), after: named('d', 'a', 'c', 'b') });
  expect((await t.call('DELETE', `${base}/${ids[0]}`)).body.message).toBe('Product removed.');
  expect(await titles(base)).toEqual(['1 d', '2 c', '3 b']);
  expect((await t.call('POST', base, { title: 'e' })).body.data.rank).toBe(4);
});

test.each([
  ['leaves one out', (ids: number[]) => ids.slice(1)],
  ['names one twice', (ids: number[]) => [ids[0], ids[0], ids[1]]],
  ['names a stranger', (ids: number[]) => [ids[0], ids[1], 999_999]],
])('an order that %s changes nothing', async (_name, wrong) => {
  const base = await makeGuide();
  const ids: number[] = [];
  for (const title of ['a', 'b', 'c']) ids.push((await buildItem(t.deps, idOf(base), { title })).id);
  const reply = await t.call('PUT', `${base}/reorder`, { ids: wrong(ids) });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toEqual(['ids']);
  expect(await titles(base)).toEqual(['1 a', '2 b', '3 c']);
});

test('many who add, remove and reorder at once leave ranks 1 to n', async () => {
  const base = await makeGuide();
  const ids: number[] = [];
  for (const title of ['a', 'b', 'c', 'd']) ids.push((await buildItem(t.deps, idOf(base), { title })).id);
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, (_unused, i) => t.call('POST', base, { title: `n${i}` })),
    t.call('DELETE', `${base}/${ids[1]}`),
    t.call('DELETE', `${base}/${ids[2]}`),
    t.call('PUT', `${base}/reorder`, { ids: ids.toReversed() }),
  ]);
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  const ranks = (await t.call('GET', base)).body.data.map((item: { rank: number }) => item.rank);
  expect(ranks).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('only one product of a guide is best overall, and the answer names it', async () => {
  const offer = await buildOffer(t.deps, { name: 'First Tea' });
  const base = await makeGuide();
  const best = (await t.call('POST', base, { offer_id: offer.id, badge: 'best_overall' })).body.data;
  const second = await t.call('POST', base, { title: 'Other', badge: 'best_overall' });
  const said = 'Only one product of a guide can be "Best overall"; "First Tea" has it now.';
  expect(second).toMatchObject({ status: 409, body: { message: said, error: 'conflict', errors: { badge: [said] } } });
  const other = await buildItem(t.deps, idOf(base));
  expect((await t.call('PUT', `${base}/${other.id}`, { badge: 'best_overall' })).status).toBe(409);
  expect((await t.call('PUT', `${base}/${best.id}`, { badge: 'best_overall', summary: 'same' })).status).toBe(200);
  await t.call('PUT', `${base}/${best.id}`, { badge: 'best_value' });
  expect((await t.call('PUT', `${base}/${other.id}`, { badge: 'best_overall' })).status).toBe(200);
  const elsewhere = await makeGuide();
  expect((await t.call('POST', elsewhere, { title: 'x', badge: 'best_overall' })).status).toBe(201);
});

test('a product belongs to its guide and cannot be reached through another', async () => {
  const [mine, theirs] = [await makeGuide(), await makeGuide()];
  const item = await buildItem(t.deps, idOf(mine));
  expect((await t.call('PUT', `${theirs}/${item.id}`, { summary: 'x' })).status).toBe(404);
  expect((await t.call('DELETE', `${theirs}/${item.id}`)).status).toBe(404);
});

test('an offer that a guide holds is not deleted', async () => {
  const offer = await buildOffer(t.deps);
  const base = await makeGuide();
  await t.call('POST', base, { offer_id: offer.id });
  await expect(refuseWhileUsed(t.deps.db, 'offer', offer.id, offer.name)).rejects.toThrow('is in use by guide');
});

test.each([
  ['neither offer nor title', {}, 'title'],
  ['an offer that is not there', { offer_id: 999_999 }, 'offer_id'],
  ['a stand-in that is not there', { title: 'x', offer_id: -1 }, 'offer_id'],
  ['a score over ten', { title: 'x', score: 10.1 }, 'score'],
  ['a score of two decimals', { title: 'x', score: 8.75 }, 'score'],
  ['a summary that is too long', { title: 'x', summary: 'x'.repeat(301) }, 'summary'],
  ['too many pros', { title: 'x', pros: Array(9).fill('y') }, 'pros'],
  ['an empty con', { title: 'x', cons: [' '] }, 'cons.0'],
  ['an image without words for it', { title: 'x', image_url: '/media/a.png' }, 'image_alt'],
  ['a badge that does not exist', { title: 'x', badge: 'hot' }, 'badge'],
  ['a button of one letter', { title: 'x', cta_text: 'x' }, 'cta_text'],
  ['a rank of its own', { title: 'x', rank: 1 }, 'rank'],
])('a product with %s is refused at its field', async (_name, body, field) => {
  const base = await makeGuide();
  const reply = await t.call('POST', base, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
  expect((await t.call('GET', base)).body.data).toEqual([]);
});

test('a guide holds at most 100 products', async () => {
  const base = await makeGuide();
  for (let i = 0; i < 100; i += 1) await buildItem(t.deps, idOf(base));
  expect((await t.call('POST', base, { title: 'one more' })).body).toMatchObject({
    error: 'conflict',
    message: 'A guide holds at most 100 products.',
  });
});
