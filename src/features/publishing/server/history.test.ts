import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { notFound } from '../../../platform/errors.ts';
import { buildAdministrator } from '../../accounts/server/testing.ts';
import { publishingRoutes } from './routes.ts';
import { recordRevision, sweepDrafts } from './history.ts';

/*
 * Seen red: without the comparison with the last save, the save that changes nothing counts; with `status` left in a restored draft,
 * the restored one is published; without the version in upsertDraft's where, the older tab wins.
 */

let t: TestApp;
let next = 1;
const BASE = '/api/admin/things';
const live = new Set<number>();

beforeAll(async () => {
  t = await testApp((route, deps) =>
    publishingRoutes(route, deps, [
      {
        kind: 'guide',
        base: BASE,
        noun: 'thing',
        versionOf: (_db, id) => (live.has(id) ? Promise.resolve(7) : Promise.reject(notFound('Thing'))),
      },
    ]),
  );
});
afterAll(() => t.close());

function thing(): { id: number; save: (content: Record<string, unknown>, action?: string) => Promise<void> } {
  const id = (next += 1);
  live.add(id);
  return {
    id,
    save: (content, action = 'update') =>
      recordRevision(t.deps.db, { kind: 'guide', id }, { actor: t.actor, action }, content),
  };
}

test('each save that changes something is kept with the fields it changed, the newest first', async () => {
  const { id, save } = thing();
  await save({ title: 'One', status: 'draft', excerpt: null }, 'create');
  await save({ title: 'Two', status: 'draft', excerpt: null });
  await save({ title: 'Two', status: 'draft', excerpt: null });
  await save({ title: 'Two', status: 'published', excerpt: 'Short' });
  const { status, body } = await t.call('GET', `${BASE}/${id}/revisions`);
  expect(status).toBe(200);
  expect(body.total).toBe(3);
  expect(body.data.map((row: { number: number; changed: string[] }) => [row.number, row.changed])).toEqual([
    [3, ['excerpt', 'status']],
    [2, ['title']],
    [1, ['excerpt', 'status', 'title']],
  ]);
  expect(body.data[2]).toMatchObject({ action: 'create', actor: t.actor.username });
});

test('one save comes with what stood before it', async () => {
  const { id, save } = thing();
  await save({ title: 'One' });
  await save({ title: 'Two' });
  const second = await t.call('GET', `${BASE}/${id}/revisions/2`);
  expect(second.body.data).toMatchObject({ content: { title: 'Two' }, before: { title: 'One' }, changed: ['title'] });
  expect((await t.call('GET', `${BASE}/${id}/revisions/1`)).body.data.before).toBeNull();
  expect((await t.call('GET', `${BASE}/${id}/revisions/3`)).status).toBe(404);
});

test('a restored save is a draft without a status: it publishes nothing and takes nothing down', async () => {
  const { id, save } = thing();
  await save({ title: 'Old', status: 'published', publish_at: '2026-01-01T00:00:00.000Z' });
  await save({ title: 'New', status: 'archived' });
  const { status, body } = await t.call('POST', `${BASE}/${id}/revisions/1/restore`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ content: { title: 'Old' }, base_version: 7, restored_from: 1 });
  expect(body.data.content).toEqual({ title: 'Old' });
  expect((await t.call('GET', `${BASE}/${id}/revisions`)).body.total).toBe(2);
  expect((await t.call('GET', `${BASE}/${id}/draft`)).body.data.restored_from).toBe(1);
});

test('a draft is kept over saves of it, and a save of the record ends it', async () => {
  const { id, save } = thing();
  const first = await t.call('PUT', `${BASE}/${id}/draft`, { content: { title: '' }, base_version: 7 });
  expect(first.body.data).toMatchObject({ content: { title: '' }, version: 1 });
  const second = await t.call('PUT', `${BASE}/${id}/draft`, { content: { title: 'x' }, base_version: 7, version: 1 });
  expect(second.body.data.version).toBe(2);
  await save({ title: 'x' });
  expect((await t.call('GET', `${BASE}/${id}/draft`)).body).toEqual({ data: null, others: [] });
});

test('an older window of the same editor is refused, with both texts', async () => {
  const { id } = thing();
  await t.call('PUT', `${BASE}/${id}/draft`, { content: { title: 'a' }, base_version: 7 });
  await t.call('PUT', `${BASE}/${id}/draft`, { content: { title: 'b' }, base_version: 7, version: 1 });
  const late = await t.call('PUT', `${BASE}/${id}/draft`, { content: { title: 'c' }, base_version: 7, version: 1 });
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({
    error: 'version_conflict',
    details: { current: { content: { title: 'b' } }, yours: { content: { title: 'c' } } },
  });
});

test('each editor has a draft of their own and sees that the other has one', async () => {
  const { id } = thing();
  const other = await buildAdministrator(t.deps.db, { username: 'second' });
  await t.call('PUT', `${BASE}/${id}/draft`, { content: { title: 'mine' }, base_version: 7 });
  const { body } = await t.guest('GET', `${BASE}/${id}/draft`, undefined, { authorization: `Bearer ${other.token}` });
  expect(body.data).toBeNull();
  expect(body.others).toEqual([{ username: t.actor.username, updated_at: expect.any(String) }]);
});

test('drafts that nobody came back to are dropped after 30 days', async () => {
  const { id } = thing();
  await t.call('PUT', `${BASE}/${id}/draft`, { content: { title: 'mine' }, base_version: 7 });
  const in30Days = () => new Date(Date.now() + 30 * 24 * 3_600_000 + 60_000);
  await sweepDrafts(t.deps);
  expect((await t.call('GET', `${BASE}/${id}/draft`)).body.data).not.toBeNull();
  await sweepDrafts({ ...t.deps, clock: in30Days });
  expect((await t.call('GET', `${BASE}/${id}/draft`)).body.data).toBeNull();
});

test('a record keeps its last 200 saves, and the oldest go first', async () => {
  const { id, save } = thing();
  for (let n = 1; n <= 203; n += 1) await save({ title: `Save ${n}` });
  const { body } = await t.call('GET', `${BASE}/${id}/revisions?order=asc&itemsPerPage=5`);
  expect(body.total).toBe(200);
  expect(body.data[0].number).toBe(4);
  expect((await t.call('GET', `${BASE}/${id}/revisions/203`)).body.data.content).toEqual({ title: 'Save 203' });
});

test('a long history costs no more questions than a short one', async () => {
  const { id, save } = thing();
  const asked = async (): Promise<number> => {
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    await t.call('GET', `${BASE}/${id}/revisions`);
    const { length } = queries.mock.calls;
    queries.mockRestore();
    return length;
  };
  await save({ title: 'Save 0' });
  const short = await asked();
  for (let n = 1; n <= 20; n += 1) await save({ title: `Save ${n}` });
  expect(short).toBeGreaterThan(0);
  expect(await asked()).toBe(short);
});

test.each([
  ['GET', 'draft'],
  ['PUT', 'draft'],
  ['GET', 'revisions'],
  ['POST', 'revisions/1/restore'],
])('%s %s of a record that is not there is 404', async (method, path) => {
  const body = method === 'PUT' ? { content: {}, base_version: 1 } : undefined;
  expect((await t.call(method, `${BASE}/999999/${path}`, body)).status).toBe(404);
});
