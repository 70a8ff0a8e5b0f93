import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeApp, type WholeApp } from '../../../../tests/support/whole-app.ts';
import { buildAdministrator } from '../../../features/accounts/server/testing.ts';
import { buildGuide, buildItem } from '../../../features/guides/server/testing.ts';
import { runGuideSchedule } from '../../../features/guides/server/service.ts';
import { buildOffer } from '../../../features/offers/server/testing.ts';
import { emptyTrash } from '../../../features/publishing/server/trash.ts';
import { buildReview } from '../../../features/reviews/server/testing.ts';

let t: WholeApp;
beforeAll(async () => {
  t = await wholeApp();
});
afterAll(() => t.close());

async function call(method: string, path: string, body?: unknown, token = t.token) {
  const answer = await t.send(method, path, {
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(answer.body) };
}
const page = (path: string) => t.send('GET', path);
/** Path and query of a link. */
const pathOf = (url: string) => url.slice(new URL(url).origin.length);

async function draftGuide() {
  const offer = await buildOffer(t.deps);
  const guide = await buildGuide(t.deps, { title: 'The stored title', status: 'draft' });
  const item = await buildItem(t.deps, guide.id, { offer_id: offer.id, summary: 'The stored words.' });
  return { guide, item, base: `/api/admin/listicles/${guide.id}` };
}

test('a preview link shows the unsaved edits of who made it, to whoever has it, and to no machine', async () => {
  const { guide, item, base } = await draftGuide();
  await call('PUT', `${base}/draft`, { content: { title: 'The edited title', slug: '' }, base_version: 1 });
  const product = `/api/admin/guide-products/${item.id}`;
  await call('PUT', `${product}/draft`, { content: { summary: 'The edited words.' }, base_version: 1 });
  const { data } = (await call('POST', `${base}/preview-link`)).body;
  const shown = await page(pathOf(data.url));
  expect(shown.status).toBe(200);
  expect(shown.body).toContain('The edited title');
  expect(shown.body).toContain('The edited words.');
  expect(shown.body).not.toContain('The stored');
  expect(shown.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  });
  expect(shown.headers['content-security-policy']).toContain("script-src 'none'");
  expect(shown.body).toContain('noindex');
  expect(shown.body).not.toMatch(/\/out\/|<script[^>]* src=/);
  // nothing of it is public
  expect((await page(`/listicles/${guide.id}`)).status).toBe(404);
  expect((await call('GET', base)).body.data).toMatchObject({ title: 'The stored title', version: 1 });

  const other = await buildAdministrator(t.deps.db, { username: 'second-editor' });
  const theirs = (await call('POST', `${base}/preview-link`, undefined, other.token)).body.data;
  expect((await page(pathOf(theirs.url))).body).toContain('The stored title');
  await t.query(`update users set role = 'analyst' where id = $1`, [other.actor.id]);
  expect((await page(pathOf(theirs.url))).status).toBe(404);
});

test('a preview link of a review, and what is no link', async () => {
  const review = await buildReview(t.deps, { title: 'The stored review', status: 'draft' });
  const base = `/api/admin/offer-content/${review.id}`;
  await call('PUT', `${base}/draft`, { content: { title: 'The edited review' }, base_version: 1 });
  const path = pathOf((await call('POST', `${base}/preview-link`)).body.data.url);
  expect((await page(path)).body).toContain('The edited review');
  const [address, token] = path.split('?p=');
  for (const wrong of [
    `${address}`,
    `${address}?p=1.x.y`,
    `/preview/guides/${review.id}?p=${token}`,
    '/preview/guides/x',
  ])
    expect((await page(wrong)).status, wrong).toBe(404);
  await call('DELETE', base);
  expect((await page(path)).status).toBe(404);
});

test('an opened preview is no view', async () => {
  const { base } = await draftGuide();
  const path = pathOf((await call('POST', `${base}/preview-link`)).body.data.url);
  const bytes = () => t.parts.journal.depth().appendedBytes;
  const before = bytes();
  await page(path);
  expect(bytes()).toBe(before);
});

test('the editor gets the real page with what is typed, and nothing is stored', async () => {
  const { item, base } = await draftGuide();
  const edits = {
    content: { title: 'As typed', tested: 'nonsense', description: '<p>Hi<script>alert(1)</script></p>' },
  };
  const { body } = await call('POST', `${base}/preview`, edits);
  expect(body.data.html).toMatch(/^<!doctype html>/i);
  expect(body.data.html).toContain('As typed');
  expect(body.data.html).not.toContain('alert(1)');
  const product = await call('POST', `/api/admin/guide-products/${item.id}/preview`, {
    content: { summary: 'Typed words.', scores: {} },
  });
  expect(product.body.data.html).toContain('Typed words.');
  expect((await call('GET', base)).body.data).toMatchObject({ title: 'The stored title', version: 1 });
  expect((await call('GET', `${base}/draft`)).body.data).toBeNull();
});

test('a save is a revision; an old one comes back as a draft, not onto the page', async () => {
  const guide = await buildGuide(t.deps, { title: 'First title' });
  const base = `/api/admin/listicles/${guide.id}`;
  await call('PUT', base, { title: 'Second title', status: 'archived' });
  const { body } = await call('GET', `${base}/revisions`);
  expect(body.data).toMatchObject([
    { number: 2, action: 'update', changed: ['status', 'title'] },
    { number: 1, action: 'create', actor: 'system' },
  ]);
  const restored = (await call('POST', `${base}/revisions/1/restore`)).body.data;
  expect(restored.content).toMatchObject({ title: 'First title' });
  expect(restored.content).not.toHaveProperty('status');
  expect((await call('GET', base)).body.data).toMatchObject({ title: 'Second title', status: 'archived' });
  // what a revision holds is what a save takes
  expect((await call('PUT', base, { ...restored.content, version: 2 })).status).toBe(200);
  expect((await call('GET', base)).body.data).toMatchObject({ title: 'First title', status: 'archived' });
  expect((await call('GET', `${base}/draft`)).body.data).toBeNull();
});

test.each([
  ['guide-products', async () => (await draftGuide()).item.id],
  [
    'offer-content',
    async () => (await buildReview(t.deps, { score: 8.1, sub_scores: [{ name: 'Taste', score: 9.2 }] })).id,
  ],
])('what a revision of %s holds is what a save takes', async (name, make) => {
  const id = await make();
  const { content } = (await call('GET', `/api/admin/${name}/${id}/revisions/1`)).body.data;
  const items = await t.query('select guide_id from guide_items where id = $1', [id]);
  const path =
    name === 'guide-products'
      ? `/api/admin/listicles/${items[0]!['guide_id']}/items/${id}`
      : `/api/admin/${name}/${id}`;
  expect((await call('PUT', path, content)).status).toBe(200);
  expect((await call('GET', `/api/admin/${name}/${id}/revisions`)).body.total).toBe(1);
});

test('the trash says what was deleted by whom and how to bring it back', async () => {
  const guide = await buildGuide(t.deps, { title: 'A deleted guide' });
  const offer = await buildOffer(t.deps, { name: 'A deleted offer' });
  await call('DELETE', `/api/admin/listicles/${guide.id}`);
  await call('DELETE', `/api/admin/offers/${offer.id}`);
  const { body } = await call('GET', '/api/admin/trash?search=a+deleted');
  expect(body.data).toMatchObject([
    { kind: 'offer', id: offer.id, name: 'A deleted offer', deleted_by: t.actor.username },
    { kind: 'guide', id: guide.id, name: 'A deleted guide', deleted_by: t.actor.username },
  ]);
  expect((await call('GET', '/api/admin/trash?kind=guide&search=a+deleted')).body.total).toBe(1);
  for (const row of body.data) expect((await call('POST', row.restore_path)).status).toBe(200);
  expect((await call('GET', '/api/admin/trash?search=a+deleted')).body.total).toBe(0);
});

test('every kind of the trash is brought back at the address that it names', async () => {
  const routes = new Set(t.routes.filter((one) => one.method === 'POST').map((one) => one.path));
  await t.query(`update networks set deleted_at = now() where is_sample`);
  await t.query(`update sources set deleted_at = now() where is_sample`);
  await t.query(`update links set deleted_at = now() where is_sample`);
  await t.query(`update people set deleted_at = now() where is_sample`);
  const { body } = await call('GET', '/api/admin/trash?limit=all');
  const kinds = new Set(body.data.map((row: { kind: string }) => row.kind));
  expect([...kinds]).toEqual(expect.arrayContaining(['network', 'source', 'link', 'person']));
  for (const row of body.data) expect(routes).toContain(row.restore_path.replace(`/${row.id}/`, '/:id/'));
  await t.query(`update networks set deleted_at = null where is_sample`);
  await t.query(`update sources set deleted_at = null where is_sample`);
  await t.query(`update links set deleted_at = null where is_sample`);
  await t.query(`update people set deleted_at = null where is_sample`);
});

test('after 30 days what nothing names goes for good; a guide that was public stays 410', async () => {
  const offer = await buildOffer(t.deps);
  const never = await buildGuide(t.deps, { status: 'draft', title: 'Never public' });
  const item = await buildItem(t.deps, never.id, { offer_id: offer.id });
  const once = await buildGuide(t.deps, { title: 'Once public' });
  for (const { id } of [never, once]) await call('DELETE', `/api/admin/listicles/${id}`);
  await call('DELETE', `/api/admin/offers/${offer.id}`);
  const used = await buildOffer(t.deps);
  await buildReview(t.deps, { offer_id: used.id });
  await t.query('update offers set deleted_at = now() where id = $1', [used.id]);
  const days = (n: number) => ({ ...t.deps, clock: () => new Date(Date.now() + n * 86_400_000) });
  const left = async () => [
    (await t.query('select id from guides where id = any($1) order by id', [[never.id, once.id]])).map(
      (row) => row['id'],
    ),
    (await t.query('select id from offers where id = any($1) order by id', [[offer.id, used.id]])).map(
      (row) => row['id'],
    ),
    (
      await t.query(
        "select kind from revisions where (kind, entity_id) in (('guide', $1), ('guide item', $2)) order by 1",
        [never.id, item.id],
      )
    ).map((row) => row['kind']),
  ];
  await emptyTrash(days(29));
  expect(await left()).toEqual([
    [never.id, once.id],
    [offer.id, used.id],
    ['guide', 'guide item'],
  ]);
  await emptyTrash(days(31));
  expect(await left()).toEqual([[once.id], [used.id], []]);
  await emptyTrash(days(32));
  expect((await page(`/listicles/${once.id}`)).status).toBe(410);
});

test('a guide that is published by the clock is on the site at once', async () => {
  const at = Date.now() + 60_000;
  const guide = await buildGuide(t.deps, { status: 'draft', publish_at: new Date(at).toISOString() });
  expect((await page(`/listicles/${guide.id}`)).status).toBe(404);
  await runGuideSchedule({ ...t.deps, clock: () => new Date(at) });
  t.parts.pages.dropAll();
  expect((await page(`/listicles/${guide.id}`)).status).toBe(200);
});

test('the audit is found by record, actor, action and day', async () => {
  const { guide, base } = await draftGuide();
  await call('PUT', base, { title: 'Renamed' });
  const found = async (query: string) => (await call('GET', `/api/settings/audit?${query}`)).body;
  const mine = await found(`entity=guide&entity_id=${guide.id}&actor=${t.actor.username}`);
  expect(mine).toMatchObject({
    total: 1,
    data: [
      { action: 'update', entity_name: 'Renamed', before: { title: 'The stored title' }, after: { title: 'Renamed' } },
    ],
  });
  expect(mine.entities).toEqual(expect.arrayContaining(['guide', 'guide_item', 'offer']));
  const today = new Date().toISOString().slice(0, 10);
  expect((await found(`entity=guide&entity_id=${guide.id}&from=${today}&to=${today}`)).total).toBe(2);
  expect((await found(`entity=guide&entity_id=${guide.id}&to=2020-01-01`)).total).toBe(0);
  expect((await found(`search=renamed&action=update`)).total).toBe(1);
  expect((await call('GET', '/api/settings/audit?from=yesterday')).status).toBe(400);
  expect((await call('GET', '/api/settings/audit?tz=Mars/Olympus')).status).toBe(400);
});

test('the days of the audit begin and end in the zone that is asked for', async () => {
  const { guide } = await draftGuide();
  // 23:30 in New York on the 4th, 04:30 of the 5th in UTC
  await t.query(`update audit set created_at = '2026-03-05T04:30:00Z' where entity = 'guide' and entity_id = $1`, [
    String(guide.id),
  ]);
  const found = async (day: string, tz: string) =>
    (await call('GET', `/api/settings/audit?entity=guide&entity_id=${guide.id}&from=${day}&to=${day}&tz=${tz}`)).body
      .total;
  expect([await found('2026-03-04', 'America/New_York'), await found('2026-03-05', 'America/New_York')]).toEqual([
    1, 0,
  ]);
  expect([await found('2026-03-04', 'UTC'), await found('2026-03-05', 'UTC')]).toEqual([0, 1]);
});
