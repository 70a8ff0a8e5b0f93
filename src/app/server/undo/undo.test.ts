import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoApp } from '../../../../tests/support/desk-routes.ts';
import { rowsOf } from '../../../platform/server/postgres/testing.ts';
import type { TestApp } from '../../../../tests/support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await undoApp();
});
afterAll(() => t.close());

const call = async (method: string, path: string, body?: unknown) => {
  const reply = await t.call(method, path, body);
  expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body;
};
const log = async (query = '') => (await call('GET', `/api/settings/audit?limit=50${query}`)).data;
/** The entry that was written last. */
const last = async () => (await log())[0];
const undo = (id: string, body = {}) => t.call('POST', `/api/settings/audit/${id}/undo`, body);
const undoLast = async () => {
  const entry = await last();
  const reply = await undo(entry.id);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return entry;
};
let made = 0;
const name = () => `N${(made += 1)}`;
const network = async () => (await call('POST', '/api/admin/affiliate-networks', { name: name() })).data;
const offer = async (given = {}) =>
  (await call('POST', '/api/admin/offers', { name: name(), url: 'https://shop.example/a', ...given })).data;
const link = async () => (await call('POST', '/api/admin/tracking-links', { name: name() })).data;

test('a change of the settings is taken back, and the taking back too', async () => {
  const { data: old } = await call('GET', '/api/settings');
  await call('PUT', '/api/settings', { version: old.version, brand: 'Another name' });
  await undoLast();
  expect((await call('GET', '/api/settings')).data).toMatchObject({ brand: old.brand, version: old.version + 2 });
  await undoLast();
  expect((await call('GET', '/api/settings')).data.brand).toBe('Another name');
  const states = (await log('&entity=settings')).map(({ undo: { can, reason } }: Logged) => [can, reason]);
  expect(states.slice(0, 3)).toEqual([
    [true, null],
    [false, 'It was taken back already.'],
    [true, null],
  ]);
});

test('a network that was made goes into the trash, one that was deleted comes back, and a secret stays as it is', async () => {
  const one = await network();
  await call('PUT', `/api/admin/affiliate-networks/${one.id}`, {
    version: 1,
    notes: 'a note',
    hmac_secret: 'canary-hmac-8',
    hmac_param: 'sig',
  });
  const path = `/api/admin/affiliate-networks/${one.id}`;
  // a secret is nowhere kept, so it stays; and then its parameter is needed, as the feature says
  const entry = await last();
  const refused = await undo(entry.id);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['hmac_param']]);
  expect((await call('GET', path)).data.notes).toBe('a note');
  expect(
    JSON.stringify((await rowsOf<Kept>(t.deps.db, 'kept_rows')).map(({ before, after }) => [before, after])),
  ).not.toContain('canary');
  await call('DELETE', path);
  await undoLast();
  expect((await call('GET', path)).data).toMatchObject({ has_hmac_secret: true, notes: 'a note' });
  const other = await network();
  await undoLast();
  expect((await t.call('GET', `/api/admin/affiliate-networks/${other.id}`)).status).toBe(404);
  await undoLast();
  expect((await call('GET', `/api/admin/affiliate-networks/${other.id}`)).data.name).toBe(other.name);
});

type Sent = { id: number; weight?: number; rule_id?: number | null };
type Logged = { undo: { can: boolean; reason: string | null } };
type Kept = { before: unknown; after: unknown; on_table: string; key: string | null };

test('where something was changed since, both are shown, and it is put back only on demand', async () => {
  const one = await offer();
  await call('PUT', `/api/admin/offers/${one.id}`, { version: 1, notes: 'first', brand: 'B' });
  const entry = await last();
  await call('PUT', `/api/admin/offers/${one.id}`, { version: 2, notes: 'second' });
  const refused = await undo(entry.id);
  expect(refused.status).toBe(409);
  const fields = refused.body.details.plan.records[0].fields;
  expect(fields).toContainEqual({ field: 'notes', now: 'second', left: 'first', back: null, is_changed: true });
  expect(fields).toContainEqual({ field: 'brand', now: 'B', left: 'B', back: null, is_changed: false });
  expect((await call('GET', `/api/admin/offers/${one.id}`)).data.brand).toBe('B');
  expect((await undo(entry.id, { overwrite: true })).status).toBe(200);
  expect((await call('GET', `/api/admin/offers/${one.id}`)).data).toMatchObject({ brand: null, notes: null });
});

test('weights of many destinations are one change; a rule that was removed comes back with its destinations', async () => {
  const one = await link();
  const base = `/api/admin/tracking-links/${one.id}`;
  const { data: rules } = await call('POST', `${base}/rules`, { name: 'Germans' });
  await call('POST', `${base}/destinations`, { type: 'url', url: 'https://a.example/', weight: 10 });
  const { data: all } = await call('POST', `${base}/destinations`, {
    type: 'url',
    url: 'https://b.example/',
    weight: 20,
    rule_id: rules[0].id,
  });
  const before = (await call('GET', `${base}/destinations`)).data;
  await call('PUT', `${base}/destinations/weights`, { weights: { [all[0].id]: 70, [all[1].id]: 30 } });
  expect((await last()).undo).toMatchObject({ can: true, together: 2 });
  await undoLast();
  const weights = (list: Sent[]) => list.map((d) => [d.id, d.weight, d.rule_id]);
  expect(weights((await call('GET', `${base}/destinations`)).data)).toEqual(weights(before));
  await call('DELETE', `${base}/rules/${rules[0].id}`);
  expect((await call('GET', `${base}/destinations`)).data).toHaveLength(1);
  await undoLast();
  expect(weights((await call('GET', `${base}/destinations`)).data)).toEqual(weights(before));
});

test('a category that was deleted comes back under its id; one that is used by now stays', async () => {
  const { data } = await call('POST', '/api/admin/offers/categories', { name: name() });
  const entry = await last();
  await offer({ category_id: data.id });
  const refused = await undo(entry.id);
  expect([refused.status, refused.body.error]).toEqual([409, 'in_use']);
  const { data: other } = await call('POST', '/api/admin/offers/categories', { name: name() });
  await call('DELETE', `/api/admin/offers/categories/${other.id}`);
  await undoLast();
  expect((await call('GET', '/api/admin/offers/categories')).data.find((c: Sent) => c.id === other.id)).toMatchObject({
    name: other.name,
    slug: other.slug,
  });
});

test('an own column that was changed is what it was, and one that was deleted comes back under its id', async () => {
  const columns = '/api/admin/stats/columns';
  const list = async () => (await call('GET', columns)).data;
  const { data } = await call('POST', columns, { name: name(), formula: 'profit / clicks', format: 'money' });
  await call('PATCH', `${columns}/${data.id}`, { formula: 'clicks', format: 'number', is_shared: true });
  await undoLast();
  expect(await list()).toMatchObject([
    { id: data.id, name: data.name, formula: 'profit / clicks', format: 'money', is_shared: false, version: 3 },
  ]);
  await call('DELETE', `${columns}/${data.id}`);
  await undoLast();
  expect(await list()).toMatchObject([{ id: data.id, formula: 'profit / clicks', is_mine: true }]);
  const made = (await log('&entity=report_column')).find(({ action }: { action: string }) => action === 'create');
  expect((await undo(made.id, { overwrite: true })).status).toBe(200);
  expect(await list()).toEqual([]);
});

test('one status for many guides is one change, and the gate judges what would be public again', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 3; i += 1)
    ids.push((await call('POST', '/api/admin/listicles', { title: name(), status: 'published' })).data.id);
  await call('POST', '/api/admin/listicles/bulk-status', { ids, status: 'archived' });
  expect((await last()).undo.together).toBe(3);
  await undoLast();
  for (const id of ids) expect((await call('GET', `/api/admin/listicles/${id}`)).data.status).toBe('published');
});

test('products of a guide come back to their places', async () => {
  const guide = (await call('POST', '/api/admin/listicles', { title: name(), status: 'draft' })).data;
  const base = `/api/admin/listicles/${guide.id}/items`;
  const items: Sent[] = [];
  for (let i = 0; i < 3; i += 1) items.push((await call('POST', base, { offer_id: (await offer()).id })).data);
  await call('DELETE', `${base}/${items[0]!.id}`);
  await undoLast();
  const order = async () => (await call('GET', base)).data.map((i: Sent) => i.id);
  expect(await order()).toEqual(items.map((i) => i.id));
  await call('PUT', `${base}/reorder`, { ids: items.map((i) => i.id).toReversed() });
  await undoLast();
  expect(await order()).toEqual(items.map((i) => i.id));
});

test('an answer names the entry by which its change can be taken back, and none where there is no such', async () => {
  const made = await t.call('POST', '/api/admin/affiliate-networks', { name: name() });
  const { id } = made.body.data;
  expect(made.headers['x-undo']).toBe((await last()).id);
  const source = await t.call('POST', '/api/admin/traffic-sources', { name: name() });
  expect((await undo(String(source.headers['x-undo']))).status).toBe(200);
  expect((await t.call('GET', `/api/admin/traffic-sources/${source.body.data.id}`)).status).toBe(404);
  // keys are nowhere kept, and neither a look nor a refusal has changed anything
  const rotated = await t.call('POST', `/api/admin/affiliate-networks/${id}/rotate-key`);
  const looked = await t.call('GET', `/api/admin/affiliate-networks/${id}`);
  const refused = await t.call('PUT', `/api/admin/affiliate-networks/${id}`, { version: 99, name: name() });
  expect([rotated, looked, refused].map(({ status, headers }) => [status, headers['x-undo']])).toEqual([
    [200, undefined],
    [200, undefined],
    [409, undefined],
  ]);
});
