import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { guidesRoutes } from '../../../features/guides/server/routes.ts';
import { itemNames, routableItems } from '../../../features/guides/server/service.ts';
import { publicGuide } from '../../../features/guides/server/reading.ts';
import { searchItems } from '../../../features/guides/server/search.ts';
import { buildGuide, buildItem } from '../../../features/guides/server/testing.ts';
import { updateOffer } from '../../../features/offers/server/service.ts';
import { buildOffer } from '../../../features/offers/server/testing.ts';
import { trashRoutes } from '../../../features/publishing/server/routes.ts';
import { emptyTrash } from '../../../features/publishing/server/trash.ts';
import { refuseWhileUsed } from '../../../platform/server/records/usages.ts';

/** A product that was taken out of its guide, and the way back. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp((route, deps) => {
    guidesRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      (item) => `/out/${item.id}`,
    );
    trashRoutes(route, deps);
  });
});
afterAll(() => t.close());

const BASE = '/api/admin/listicles';
const remove = (guideId: number, id: number) => t.call('DELETE', `${BASE}/${guideId}/items/${id}`);
const restore = (id: number) => t.call('POST', `/api/admin/guide-products/${id}/restore`);
const titles = async (guideId: number) =>
  (await t.call('GET', `${BASE}/${guideId}/items`)).body.data.map(
    (item: { rank: number; title: string }) => `${item.rank} ${item.title}`,
  );

async function guideWith(...names: string[]): Promise<{ id: number; items: number[] }> {
  const { id } = await buildGuide(t.deps);
  const items: number[] = [];
  for (const title of names) items.push((await buildItem(t.deps, id, { title })).id);
  return { id, items };
}

test('a product that was removed comes back to its rank with all that it held', async () => {
  const { id, items } = await guideWith('a', 'b', 'c');
  const full = { badge: 'best_overall', summary: 'Words.', attributes: { Size: '20 g' }, score: 7.5 };
  await t.call('PUT', `${BASE}/${id}/items/${items[1]}`, full);
  await remove(id, items[1]!);
  expect(await titles(id)).toEqual(['1 a', '2 c']);
  expect(await restore(items[1]!)).toMatchObject({
    status: 200,
    body: { message: 'Product restored.', data: { id: items[1], rank: 2, title: 'b', ...full } },
  });
  expect(await titles(id)).toEqual(['1 a', '2 b', '3 c']);
  expect((await restore(items[1]!)).status).toBe(404);
});

test('where the list became shorter, it comes last; two removed ones come back in any order', async () => {
  const { id, items } = await guideWith('a', 'b', 'c', 'd');
  for (const item of [items[1]!, items[3]!, items[0]!]) await remove(id, item);
  await restore(items[3]!);
  expect(await titles(id)).toEqual(['1 c', '2 d']);
  await restore(items[0]!);
  await restore(items[1]!);
  expect(await titles(id)).toEqual(['1 a', '2 b', '3 c', '4 d']);
});

test('of two who bring it back at once, one does', async () => {
  const { id, items } = await guideWith('a', 'b');
  await remove(id, items[0]!);
  const replies = await Promise.all([restore(items[0]!), restore(items[0]!)]);
  expect(replies.map((reply) => reply.status).toSorted((x, y) => x - y)).toEqual([200, 404]);
  expect(await titles(id)).toEqual(['1 a', '2 b']);
});

test('a removed product is nowhere but in the trash, and holds neither its offer nor its badge', async () => {
  const offer = await buildOffer(t.deps, { name: 'Grassy Tea' });
  const guide = await buildGuide(t.deps);
  const item = await buildItem(t.deps, guide.id, { title: 'Grassy', offer_id: offer.id, badge: 'best_overall' });
  await remove(guide.id, item.id);
  expect(await publicGuide(t.deps.db, guide.id)).toMatchObject({ items: [] });
  expect((await t.call('GET', `${BASE}/${guide.id}`)).body.data.items_count).toBe(0);
  expect((await routableItems(t.deps.db)).map((one) => one.id)).not.toContain(item.id);
  expect(await searchItems(t.deps.db, 'grassy', 10)).toEqual([]);
  expect((await itemNames(t.deps.db, [item.id])).size).toBe(0);
  expect((await t.call('PUT', `${BASE}/${guide.id}/items/${item.id}`, { summary: 'x' })).status).toBe(404);
  await refuseWhileUsed(t.deps.db, 'offer', offer.id, 'Grassy Tea');
  const { body } = await t.call('GET', '/api/admin/trash?kind=guide_item&search=grassy');
  expect(body.data).toMatchObject([
    { id: item.id, name: 'Grassy', deleted_by: t.actor.username, restore_path: expect.stringMatching(/restore$/) },
  ]);

  await buildItem(t.deps, guide.id, { title: 'New best', badge: 'best_overall' });
  expect((await t.call('POST', body.data[0].restore_path)).body).toMatchObject({
    message: 'Product restored, without its badge: another product is the best overall now.',
    data: { rank: 1, badge: null },
  });
  await expect(refuseWhileUsed(t.deps.db, 'offer', offer.id, 'Grassy Tea')).rejects.toThrow('is in use by guide');
});

test('it does not come back into a public guide with a fault that it got meanwhile, nor into a full one', async () => {
  const offer = await buildOffer(t.deps);
  const guide = await buildGuide(t.deps);
  const item = await buildItem(t.deps, guide.id, { offer_id: offer.id, summary: 'Zingy.' });
  await remove(guide.id, item.id);
  const scope = { ...t.deps, count: () => Promise.resolve(new Map()) };
  await updateOffer(scope, t.actor, offer.id, { forbidden_words: ['zingy'] });
  expect(await restore(item.id)).toMatchObject({
    status: 422,
    body: { error: 'publish_blocked', errors: { summary: [expect.any(String)] } },
  });
  expect(await titles(guide.id)).toEqual([]);
  await updateOffer(scope, t.actor, offer.id, { forbidden_words: [] });
  for (let n = 0; n < 100; n += 1) await buildItem(t.deps, guide.id);
  expect(await restore(item.id)).toMatchObject({ status: 409, body: { error: 'conflict' } });
});

test('with its guide in the trash it waits there, and after 30 days it is gone', async () => {
  const { id, items } = await guideWith('only one');
  await remove(id, items[0]!);
  await t.call('DELETE', `${BASE}/${id}`);
  expect((await restore(items[0]!)).status).toBe(404);
  expect((await t.call('GET', '/api/admin/trash?kind=guide_item&search=only')).body.total).toBe(0);
  await t.call('POST', `${BASE}/${id}/restore`);
  expect(await titles(id)).toEqual([]);
  const after = (days: number) => ({ ...t.deps, clock: () => new Date(Date.now() + days * 86_400_000) });
  await emptyTrash(after(29));
  expect((await t.call('GET', '/api/admin/trash?kind=guide_item&search=only')).body.total).toBe(1);
  await emptyTrash(after(31));
  expect((await restore(items[0]!)).status).toBe(404);
});
