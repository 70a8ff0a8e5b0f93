import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { writesTold } from '../../../../tests/support/changes.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { guidesRoutes } from './routes.ts';
import { guideNames, routableGuides, routableItems } from './service.ts';
import { buildGuide, buildItem } from './testing.ts';

const BASE = '/api/admin/listicles';
let t: TestApp;
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  t = await testApp(
    (route, deps) =>
      guidesRoutes(
        route,
        deps,
        (_db, ids) => Promise.resolve(new Map(ids.map((id) => [id, 7]))),
        (item, query) => `/out/${item.id}?v=${(query as { utm_term?: string }).utm_term ?? 'none'}`,
      ),
    { clock: () => now },
  );
});
afterAll(() => t.close());

const create = async (input: Record<string, unknown> = {}) => {
  const reply = await t.call('POST', BASE, { title: 'Sleep teas', ...input });
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const audits = (entity: string, id: number) =>
  t.deps.db
    .withTables<{ audit: { id: number; action: string; entity: string; entity_id: string; after: unknown } }>()
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
const revision = () => writesTold(t.deps.db);

test('a new guide is published unless it says otherwise, and says so', async () => {
  const reply = await t.call('POST', BASE, { title: '  Sleep teas ', author_name: '', main_image_url: null });
  expect(reply.status).toBe(201);
  expect(reply.body.message).toBe('Listicle created successfully!');
  expect(reply.body.data).toMatchObject({
    title: 'Sleep teas',
    status: 'published',
    description: null,
    author_name: null,
    items_count: 0,
    views_30d: 7,
    version: 1,
    first_published_at: now.toISOString(),
  });
  expect((await t.call('GET', `${BASE}/${reply.body.data.id}`)).body.data).toEqual(reply.body.data);
});

test('what is saved is stored, put on record, and told to pages and router', async () => {
  const guide = await create({ status: 'draft' });
  expect(guide.first_published_at).toBeNull();
  const before = await revision();
  now = new Date(now.getTime() + 60_000);
  const reply = await t.call('PUT', `${BASE}/${guide.id}`, {
    version: 1,
    title: 'Better teas',
    status: 'featured',
    description: '<p onclick="x()">Calm <script>alert(1)</script><b>tea</b></p>',
  });
  expect(reply.body.message).toBe('Listicle updated successfully!');
  expect(reply.body.data).toMatchObject({
    title: 'Better teas',
    version: 2,
    first_published_at: now.toISOString(),
    updated_at: now.toISOString(),
    description: '<p>Calm <b>tea</b></p>',
  });
  expect(await revision()).toBe(before + 1);
  expect((await audits('guide', guide.id)).map((row) => row.action)).toEqual(['create', 'update']);
});

test('a text that holds nothing is no text', async () => {
  expect((await create({ description: '<p></p>' })).description).toBeNull();
});

test('an edit of a version that is gone shows both and changes nothing', async () => {
  const guide = await create();
  await t.call('PUT', `${BASE}/${guide.id}`, { version: 1, author_name: 'theirs' });
  const reply = await t.call('PUT', `${BASE}/${guide.id}`, { version: 1, author_name: 'mine' });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    error: 'version_conflict',
    details: { current: { author_name: 'theirs' }, yours: { author_name: 'mine' } },
  });
});

test('the list holds 25 rows, the newest first, and searches, filters and sorts', async () => {
  for (let i = 0; i < 26; i += 1) await buildGuide(t.deps, { title: `Filler ${i}`, status: 'archived' });
  const last = await create({ title: 'Zinc 100% explained', author_name: 'Ada Quill', status: 'draft' });
  const { body } = await t.call('GET', BASE);
  expect(body).toMatchObject({ page: 1, limit: 25 });
  expect(body.data).toHaveLength(25);
  expect(body.data[0].id).toBe(last.id);
  const titles = async (query: string) =>
    (await t.call('GET', `${BASE}?${query}`)).body.data.map((row: { title: string }) => row.title);
  expect(await titles('search=100%25')).toEqual(['Zinc 100% explained']);
  expect(await titles('search=ada%20quill')).toEqual(['Zinc 100% explained']);
  expect(await titles('status=draft')).toContain('Zinc 100% explained');
  expect((await titles('itemsPerPage=-1&sortBy=title&sortDesc=true'))[0]).toBe('Zinc 100% explained');
});

test('a copy is a draft with the same products and a life of its own', async () => {
  const guide = await create({ description: '<p>Why tea</p>', author_name: 'Ada' });
  await buildItem(t.deps, guide.id, { title: 'Chamomile', badge: 'best_overall', pros: ['calm'], score: 8.7 });
  await buildItem(t.deps, guide.id, { title: 'Mint' });
  const reply = await t.call('POST', `${BASE}/${guide.id}/duplicate`, { title: 'Sleep teas Copy', author_name: null });
  expect(reply.status).toBe(201);
  expect(reply.body.message).toBe('Listicle duplicated successfully!');
  const copy = reply.body.data;
  expect(copy).toMatchObject({
    title: 'Sleep teas Copy',
    status: 'draft',
    description: '<p>Why tea</p>',
    author_name: null,
    items_count: 2,
    first_published_at: null,
  });
  const items = (await t.call('GET', `${BASE}/${copy.id}/items`)).body.data;
  expect(items).toMatchObject([
    { rank: 1, title: 'Chamomile', badge: 'best_overall', pros: ['calm'], score: 8.7, version: 1 },
    { rank: 2, title: 'Mint' },
  ]);
  await t.call('DELETE', `${BASE}/${copy.id}/items/${items[0].id}`);
  expect((await t.call('GET', `${BASE}/${guide.id}/items`)).body.data).toHaveLength(2);
  expect((await t.call('POST', `${BASE}/999999/duplicate`, { title: 'x' })).status).toBe(404);
});

test('a deleted guide is in the trash, known as deleted to the numbers, and comes back as it was', async () => {
  const guide = await create();
  await buildItem(t.deps, guide.id);
  const named = async () => (await guideNames(t.deps.db)).find(({ id }) => id === guide.id);
  expect(await named()).toMatchObject({ title: guide.title, deleted: false });
  expect((await t.call('DELETE', `${BASE}/${guide.id}`)).body).toEqual({ message: 'Listicle deleted successfully!' });
  expect(await named()).toMatchObject({ title: guide.title, deleted: true });
  for (const path of ['', '/items']) expect((await t.call('GET', `${BASE}/${guide.id}${path}`)).status).toBe(404);
  expect((await t.call('POST', `${BASE}/${guide.id}/items`, { title: 'x' })).status).toBe(404);
  const back = await t.call('POST', `${BASE}/${guide.id}/restore`);
  expect(back.body.data).toMatchObject({ title: guide.title, status: 'published', items_count: 1 });
  expect((await t.call('POST', `${BASE}/${guide.id}/restore`)).status).toBe(404);
});

test('a guide that tracking links lead to is not deleted, and the answer says which', async () => {
  const guide = await create({ title: 'Linked' });
  const db = t.deps.db.withTables<{
    links: { id: number; name: string; slug: string };
    destinations: { link_id: number; type: string; guide_id: number };
  }>();
  const { id } = await db
    .insertInto('links')
    .values({ name: 'Spring ads', slug: 'spring' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('destinations').values({ link_id: id, type: 'listicle', guide_id: guide.id }).execute();
  const reply = await t.call('DELETE', `${BASE}/${guide.id}`);
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ error: 'in_use', message: '"Linked" is in use by link "Spring ads".' });
});

test.each([
  ['no title', {}, 'title', 'This field is required.'],
  ['a title of spaces', { title: '  ' }, 'title', 'This field is required.'],
  ['no status', { title: 'x', status: '' }, 'status', 'This field is required.'],
  ['a status that does not exist', { title: 'x', status: 'gone' }, 'status', /must be draft/],
  ['a title that is too long', { title: 'x'.repeat(256) }, 'title', /./],
  ['a script as image', { title: 'x', main_image_url: 'javascript:alert(1)' }, 'main_image_url', /uploaded image/],
  ['a key that is not known', { title: 'x', id: 4 }, 'id', /not known/],
  ['a text that nests too deep', { title: 'x', description: '<ul><li>'.repeat(70) }, 'description', /./],
])('a guide with %s is refused at its field', async (_name, body, field, reason) => {
  const reply = await t.call('POST', BASE, body);
  expect(reply.status).toBe(400);
  expect(reply.body.errors[field][0]).toEqual(
    typeof reason === 'string' ? reason : expect.stringMatching(reason as RegExp),
  );
});

test.each([
  ['an unknown key', 'colour=red'],
  ['a sort column that is not offered', 'sortBy=deleted_at'],
  ['a status that does not exist', 'status=gone'],
])('an admin list query with %s is refused', async (_name, query) => {
  expect((await t.call('GET', `${BASE}?${query}`)).status).toBe(400);
});

test('the public list shows what is public, featured first, whatever else stands in the query', async () => {
  const p = await testApp(
    (route, deps) =>
      guidesRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        () => '/out/1',
      ),
    { clock: () => now },
  );
  try {
    const titles = ['Oldest', 'Star', 'Newest'];
    for (const [index, title] of titles.entries()) {
      now = new Date(now.getTime() + 60_000);
      await buildGuide(p.deps, {
        title,
        status: title === 'Star' ? 'featured' : 'published',
        description: `<p>All about <strong>sleep</strong> ${index}</p>`,
      });
    }
    await buildGuide(p.deps, { title: 'Hidden draft', status: 'draft' });
    await buildGuide(p.deps, { title: 'Old', status: 'archived' });
    const { status, body } = await p.guest('GET', '/api/listicles?utm_source=x&fbclid=y&page=none');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, page: 1, limit: 12, pages: 1 });
    expect(body.data.map((card: { title: string }) => card.title)).toEqual(['Star', 'Newest', 'Oldest']);
    expect(body.data[1]).toMatchObject({ excerpt: 'All about sleep 2', items_count: 0, top_badges: [] });
    expect((await p.guest('GET', '/api/listicles?limit=1&page=2')).body.data[0].title).toBe('Newest');
    expect((await p.guest('GET', '/api/listicles?q=SLEEP%201')).body.data[0].title).toBe('Star');
    expect((await p.guest('GET', '/api/listicles?q=strong')).body.total).toBe(0);
    expect((await p.guest('GET', '/api/listicles?q=draft')).body.total).toBe(0);
  } finally {
    await p.close();
  }
});

test('a public guide holds its visible products in order, with the facts of live offers and no payout', async () => {
  const live = await buildOffer(t.deps, { name: 'Calm Tea', price: '12.50', brand: 'Leafy', payout_amount: '77.77' });
  const dead = await buildOffer(t.deps, { name: 'Dead Tea', status: 'paused', price: '9.00' });
  const guide = await create({ title: 'Teas' });
  await buildItem(t.deps, guide.id, { title: null, offer_id: live.id, badge: 'best_value' });
  await buildItem(t.deps, guide.id, { title: 'Hidden', is_visible: false });
  await buildItem(t.deps, guide.id, { title: null, offer_id: dead.id, fallback_offer_id: live.id });
  await buildItem(t.deps, guide.id, { title: null, offer_id: dead.id });
  await buildItem(t.deps, guide.id, { title: 'Mention' });
  const { status, body } = await t.guest('GET', `/api/listicles/${guide.id}?utm_term=tea&anything=1`);
  expect(status).toBe(200);
  expect(body.data.items).toMatchObject([
    { rank: 1, title: 'Calm Tea', badge_label: 'Best value', offer: { price: '12.50', brand: 'Leafy' } },
    { rank: 2, title: 'Dead Tea', is_fallback: true, offer: { name: 'Calm Tea' } },
    { rank: 3, title: 'Dead Tea', offer: null, out_url: null },
    { rank: 4, title: 'Mention', offer: null, out_url: null },
  ]);
  expect(body.data.items[0].out_url).toBe(`/out/${body.data.items[0].id}?v=tea`);
  expect(JSON.stringify(body)).not.toMatch(/77\.77|payout|shop\.example/);
  const routed = (await routableItems(t.deps.db)).filter((item) => item.guide_id === guide.id);
  expect(routed.map((item) => [item.rank, item.is_visible])).toEqual([
    [1, true],
    [2, false],
    [2, true],
    [3, true],
    [4, true],
  ]);
});

test('a draft answers like a guide that never was; what was public and ended is gone', async () => {
  const missing = await t.guest('GET', '/api/listicles/999999');
  const draft = await create({ status: 'draft' });
  const hidden = await t.guest('GET', `/api/listicles/${draft.id}`);
  const shape = ({ status, body }: typeof missing) => [status, body.message, body.error];
  expect(shape(hidden)).toEqual(shape(missing));
  for (const id of ['abc', '0', '-1', '99999999999', '1.5', '%00']) {
    expect((await t.guest('GET', `/api/listicles/${id}`)).status).toBe(404);
  }
  const guide = await create();
  const read = async () => (await t.guest('GET', `/api/listicles/${guide.id}`)).status;
  expect(await read()).toBe(200);
  await t.call('PUT', `${BASE}/${guide.id}`, { status: 'archived' });
  expect(await read()).toBe(410);
  await t.call('PUT', `${BASE}/${guide.id}`, { status: 'draft' });
  expect(await read()).toBe(404);
  await t.call('PUT', `${BASE}/${guide.id}`, { status: 'published' });
  await t.call('DELETE', `${BASE}/${guide.id}`);
  expect(await read()).toBe(410);
  expect((await routableGuides(t.deps.db)).find((row) => row.id === guide.id)).toBeUndefined();
  expect((await routableGuides(t.deps.db)).find((row) => row.id === draft.id)).toMatchObject({ isPublic: false });
});
