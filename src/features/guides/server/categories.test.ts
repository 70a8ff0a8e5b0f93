import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { guidesRoutes } from './routes.ts';
import { categoryBySlug, publicCategories } from './categories.ts';
import { buildGuide, buildListedGuide } from './testing.ts';

const BASE = '/api/settings/guide-categories';
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
const create = async (input: Record<string, unknown> = {}) => {
  made += 1;
  const reply = await t.call('POST', BASE, { name: `Shelf ${made}`, ...input });
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const audits = (id: number) =>
  t.deps.db
    .withTables<{ audit: { id: bigint; action: string; entity: string; entity_id: string } }>()
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'guide_category')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

test('a category is placed last, with an address made of its name', async () => {
  const first = await create({ name: 'Sleep & Rest', description: ' Calm nights. ' });
  expect(first).toMatchObject({ slug: 'sleep-rest', description: 'Calm nights.', guides_count: 0, version: 1 });
  const second = await create({ name: 'Sleep Rest' });
  expect(second.slug).toBe('sleep-rest-2');
  expect(second.sort_order).toBe(first.sort_order + 1);
});

test('the order is what the administrator makes of it', async () => {
  const [a, b] = [await create(), await create()];
  await t.call('PUT', `${BASE}/${b.id}`, { sort_order: 0 });
  const ids = (await t.call('GET', BASE)).body.data.map((row: { id: number }) => row.id);
  expect(ids.indexOf(b.id)).toBeLessThan(ids.indexOf(a.id));
});

test('the whole order is set at once, and an order that leaves one out changes nothing', async () => {
  await create();
  await create();
  const ids = async (): Promise<number[]> => (await t.call('GET', BASE)).body.data.map((row: { id: number }) => row.id);
  const before = await ids();
  const wanted = before.toReversed();
  const reply = await t.call('PUT', `${BASE}/reorder`, { ids: wanted });
  expect(reply).toMatchObject({ status: 200, body: { message: 'Order saved.' } });
  expect(reply.body.data.map((row: { id: number }) => row.id)).toEqual(wanted);
  for (const wrong of [wanted.slice(1), [...wanted.slice(1), wanted[1]], [...wanted.slice(1), 999_999]]) {
    const refused = await t.call('PUT', `${BASE}/reorder`, { ids: wrong });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { ids: [expect.stringContaining('every category')] } },
    });
  }
  expect(await ids()).toEqual(wanted);
});

test('a change is stored and put on record, and one of a version that is gone shows both', async () => {
  const category = await create();
  const reply = await t.call('PUT', `${BASE}/${category.id}`, { version: 1, description: 'New words.' });
  expect(reply.body).toMatchObject({
    message: 'Category saved.',
    data: { name: category.name, description: 'New words.', version: 2 },
  });
  const stale = await t.call('PUT', `${BASE}/${category.id}`, { version: 1, description: 'Mine.' });
  expect(stale).toMatchObject({
    status: 409,
    body: { details: { current: { description: 'New words.' }, yours: { description: 'Mine.' } } },
  });
  expect((await audits(category.id)).map((row) => row.action)).toEqual(['create', 'update']);
});

test('names and slugs are taken once', async () => {
  await create({ name: 'Kitchen', slug: 'kitchen' });
  const other = await create();
  const name = await t.call('PUT', `${BASE}/${other.id}`, { name: 'KITCHEN' });
  expect(name).toMatchObject({ status: 409, body: { error: 'name_taken', errors: { name: ['is already taken'] } } });
  const slug = await t.call('POST', BASE, { name: 'Kitchens', slug: 'kitchen' });
  expect(slug).toMatchObject({ status: 409, body: { error: 'slug_taken', errors: { slug: ['is already in use'] } } });
});

test('a category that a guide stands in is not deleted; one in the trash leaves it', async () => {
  const category = await create({ name: 'Full shelf' });
  const guide = await buildGuide(t.deps, { title: 'Mats', category_id: category.id, status: 'draft' });
  const refused = await t.call('DELETE', `${BASE}/${category.id}`);
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'in_use', message: '"Full shelf" is in use by guide "Mats".' },
  });
  await t.call('DELETE', `/api/admin/listicles/${guide.id}`);
  expect((await t.call('DELETE', `${BASE}/${category.id}`)).body).toEqual({ message: 'Category deleted.' });
  const back = await t.call('POST', `/api/admin/listicles/${guide.id}/restore`);
  expect(back.body.data.category_id).toBeNull();
  expect((await t.call('DELETE', `${BASE}/${category.id}`)).status).toBe(404);
});

test('the back office counts every guide, readers those that they may read', async () => {
  const category = await create({ name: 'Counted', slug: 'counted' });
  for (const status of ['published', 'featured', 'draft', 'archived'] as const) {
    await buildListedGuide(t.deps, { category_id: category.id, status });
  }
  const gone = await buildListedGuide(t.deps, { category_id: category.id });
  await t.call('DELETE', `/api/admin/listicles/${gone.id}`);
  const row = (await t.call('GET', BASE)).body.data.find((one: { id: number }) => one.id === category.id);
  expect(row.guides_count).toBe(4);
  expect(await categoryBySlug(t.deps.db, 'counted')).toEqual({
    id: category.id,
    slug: 'counted',
    name: 'Counted',
    description: null,
    guides_count: 2,
  });
  expect((await publicCategories(t.deps.db)).map((one) => one.slug)).toContain('counted');
});

test('an old address of a category leads on until it is taken', async () => {
  const category = await create({ slug: 'first-name' });
  await t.call('PUT', `${BASE}/${category.id}`, { slug: 'second-name' });
  expect(await categoryBySlug(t.deps.db, 'first-name')).toEqual({ movedTo: 'second-name' });
  const heir = await create({ slug: 'first-name' });
  expect(await categoryBySlug(t.deps.db, 'first-name')).toMatchObject({ id: heir.id });
  expect(await categoryBySlug(t.deps.db, 'no-name')).toBeUndefined();
});

test.each([
  ['no name', {}, 'name'],
  ['a name of spaces', { name: ' ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(81) }, 'name'],
  ['a slug in capitals', { name: 'n', slug: 'Shelf' }, 'slug'],
  ['an order below zero', { name: 'n', sort_order: -1 }, 'sort_order'],
  ['a key that is not known', { name: 'n', icon: 'x' }, 'icon'],
])('a category with %s is refused at the field', async (_name, body, field) => {
  const reply = await t.call('POST', BASE, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});
