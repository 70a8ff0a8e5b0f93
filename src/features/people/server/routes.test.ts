import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { writesTold } from '../../../../tests/support/changes.ts';
import { peopleRoutes } from './routes.ts';
import { creditsOf, peopleById, personBySlug, refuseUnknownPeople } from './service.ts';

const BASE = '/api/settings/people';
let t: TestApp;

beforeAll(async () => {
  t = await testApp(peopleRoutes);
});
afterAll(() => t.close());

let made = 0;
const create = async (input: Record<string, unknown> = {}) => {
  made += 1;
  const reply = await t.call('POST', BASE, { name: `Editor ${made}`, ...input });
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const audits = (id: number) =>
  t.deps.db
    .withTables<{ audit: { id: bigint; action: string; entity: string; entity_id: string; after: unknown } }>()
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('entity', '=', 'person')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
const revision = () => writesTold(t.deps.db);

test('a person is stored as the form had it, with an address made of the name', async () => {
  const reply = await t.call('POST', BASE, {
    name: '  Ada Quíll ',
    credentials: 'RD, MSc',
    licence_url: 'https://register.example/ada',
    job_title: '',
    same_as: ['https://social.example/ada'],
    photo_url: '/media/images/ab/ada.png',
  });
  expect(reply).toMatchObject({ status: 201, body: { message: 'Person created.' } });
  expect(reply.body.data).toMatchObject({
    name: 'Ada Quíll',
    slug: 'ada-quill',
    credentials: 'RD, MSc',
    job_title: null,
    bio: null,
    same_as: ['https://social.example/ada'],
    used_in: 0,
    version: 1,
  });
  expect((await t.call('GET', `${BASE}/${reply.body.data.id}`)).body.data).toEqual(reply.body.data);
});

test('two whose names are written alike get addresses of their own', async () => {
  const first = await create({ name: 'Jo Lane' });
  const second = await create({ name: 'Jo-Lane' });
  expect([first.slug, second.slug]).toEqual(['jo-lane', 'jo-lane-2']);
  const teapot = await create({ name: '🫖 🍵' });
  expect(teapot.slug).toBe(`person-${teapot.id}`);
});

test('a change is stored, put on record, and told to the pages', async () => {
  const person = await create();
  const before = await revision();
  const reply = await t.call('PUT', `${BASE}/${person.id}`, { version: 1, bio: 'Writes about tea.' });
  expect(reply.body).toMatchObject({ message: 'Person saved.', data: { version: 2, bio: 'Writes about tea.' } });
  expect(reply.body.data.name).toBe(person.name);
  expect(await revision()).toBe(before + 1);
  const record = await audits(person.id);
  expect(record.map((row) => row.action)).toEqual(['create', 'update']);
  expect(record[1]!.after).toEqual({ bio: 'Writes about tea.' });
});

test('an edit of a version that is gone shows both and changes nothing', async () => {
  const person = await create();
  await t.call('PUT', `${BASE}/${person.id}`, { version: 1, bio: 'theirs' });
  const reply = await t.call('PUT', `${BASE}/${person.id}`, { version: 1, bio: 'mine' });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    error: 'version_conflict',
    details: { current: { bio: 'theirs' }, yours: { bio: 'mine' } },
  });
  expect((await t.call('GET', `${BASE}/${person.id}`)).body.data.bio).toBe('theirs');
});

test('a name is taken whatever its case, and free again after a delete', async () => {
  const person = await create({ name: 'Unique Name' });
  const clash = await t.call('POST', BASE, { name: 'UNIQUE NAME' });
  expect(clash).toMatchObject({ status: 409, body: { error: 'name_taken', errors: { name: ['is already taken'] } } });
  expect((await t.call('PUT', `${BASE}/${(await create()).id}`, { name: 'unique name' })).status).toBe(409);
  expect((await t.call('DELETE', `${BASE}/${person.id}`)).body).toEqual({ message: 'Person deleted.' });
  expect((await t.call('GET', `${BASE}/${person.id}`)).status).toBe(404);
  const second = await create({ name: 'unique name' });
  expect((await t.call('POST', `${BASE}/${person.id}/restore`)).status).toBe(409);
  await t.call('DELETE', `${BASE}/${second.id}`);
  expect((await t.call('POST', `${BASE}/${person.id}/restore`)).body.data.name).toBe('Unique Name');
});

test('a slug that is given must be free', async () => {
  const person = await create({ slug: 'mine' });
  const clash = await t.call('POST', BASE, { name: 'Other', slug: 'mine' });
  expect(clash).toMatchObject({ status: 409, body: { error: 'slug_taken', errors: { slug: ['is already in use'] } } });
  const other = await create();
  expect((await t.call('PUT', `${BASE}/${other.id}`, { slug: 'mine' })).status).toBe(409);
  expect((await t.call('PUT', `${BASE}/${person.id}`, { slug: 'mine', bio: 'same' })).status).toBe(200);
});

test('an old address leads to the new one until somebody takes it or the person goes', async () => {
  const person = await create({ slug: 'old-address' });
  await t.call('PUT', `${BASE}/${person.id}`, { slug: 'new-address' });
  expect(await personBySlug(t.deps.db, 'new-address')).toMatchObject({ id: person.id });
  expect(await personBySlug(t.deps.db, 'old-address')).toEqual({ movedTo: 'new-address', id: person.id });
  await t.call('PUT', `${BASE}/${person.id}`, { slug: 'newest-address' });
  expect(await personBySlug(t.deps.db, 'old-address')).toEqual({ movedTo: 'newest-address', id: person.id });
  const heir = await create({ slug: 'old-address' });
  expect(await personBySlug(t.deps.db, 'old-address')).toMatchObject({ id: heir.id, slug: 'old-address' });
  await t.call('DELETE', `${BASE}/${person.id}`);
  expect(await personBySlug(t.deps.db, 'new-address')).toBeUndefined();
  expect(await personBySlug(t.deps.db, 'nobody')).toBeUndefined();
});

test('a person whom a guide names is not deleted, and the answer says which', async () => {
  const person = await create({ name: 'Busy Reviewer' });
  await t.deps.db
    .withTables<{ guides: { title: string; reviewer_id: number } }>()
    .insertInto('guides')
    .values({ title: 'Calm teas', reviewer_id: person.id })
    .execute();
  expect((await t.call('GET', `${BASE}/${person.id}`)).body.data.used_in).toBe(1);
  const reply = await t.call('DELETE', `${BASE}/${person.id}`);
  expect(reply).toMatchObject({
    status: 409,
    body: { error: 'in_use', message: '"Busy Reviewer" is in use by guide "Calm teas".' },
  });
});

test('the list searches, sorts and pages', async () => {
  await create({ name: 'Zed 100% Real', credentials: 'PhD in Zinc' });
  await create({ name: 'aaron first', job_title: 'Fact checker' });
  const names = async (query: string) =>
    (await t.call('GET', `${BASE}?${query}`)).body.data.map((row: { name: string }) => row.name);
  expect(await names('search=100%25')).toEqual(['Zed 100% Real']);
  expect(await names('search=phd%20in')).toEqual(['Zed 100% Real']);
  expect(await names('search=fact%20check')).toEqual(['aaron first']);
  expect((await names('itemsPerPage=-1'))[0]).toBe('aaron first');
  expect((await names('limit=all&sortBy=name&sortDesc=true')).at(-1)).toBe('aaron first');
  const past = (await t.call('GET', `${BASE}?page=99&limit=2`)).body;
  expect(past).toMatchObject({ data: [], page: 99, limit: 2 });
});

test('only who has credentials and a date is shown as a reviewer', async () => {
  const [expert, layman] = [await create({ credentials: 'MD' }), await create()];
  const at = '2026-03-01T10:00:00.000Z';
  const rows = [
    { author_id: layman.id, reviewer_id: expert.id, reviewed_at: at },
    { author_id: null, reviewer_id: expert.id, reviewed_at: null },
    { author_id: null, reviewer_id: layman.id, reviewed_at: at },
  ];
  const credits = await creditsOf(t.deps.db, rows);
  expect(rows.map((row) => credits(row))).toMatchObject([
    { author: { id: layman.id }, reviewer: { id: expert.id, credentials: 'MD' }, reviewed_at: at },
    { author: null, reviewer: null, reviewed_at: null },
    { author: null, reviewer: null, reviewed_at: null },
  ]);
});

test('whoever is not there cannot be named', async () => {
  const gone = await create();
  await t.call('DELETE', `${BASE}/${gone.id}`);
  expect((await peopleById(t.deps.db, [gone.id])).size).toBe(0);
  await expect(refuseUnknownPeople(t.deps.db, { author_id: null, reviewer_id: gone.id })).rejects.toMatchObject({
    errors: { reviewer_id: ['is not a person that is there'] },
  });
});

test.each([
  ['no name', {}, 'name'],
  ['a name of spaces', { name: '  ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(121) }, 'name'],
  ['a key that is not known', { name: 'n', role: 'x' }, 'role'],
  ['a slug with a space', { name: 'n', slug: 'a b' }, 'slug'],
  ['a script as licence', { name: 'n', licence_url: 'javascript:alert(1)' }, 'licence_url'],
  ['a script as photo', { name: 'n', photo_url: 'javascript:alert(1)' }, 'photo_url'],
  ['an empty profile', { name: 'n', same_as: [''] }, 'same_as.0'],
  ['a script as profile', { name: 'n', same_as: ['javascript:alert(1)'] }, 'same_as.0'],
  ['too many profiles', { name: 'n', same_as: Array(11).fill('https://x.example') }, 'same_as'],
  ['a life story', { name: 'n', bio: 'x'.repeat(2001) }, 'bio'],
])('a person with %s is refused at the field', async (_name, body, field) => {
  const before = (await t.call('GET', BASE)).body.total;
  const reply = await t.call('POST', BASE, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
  expect((await t.call('GET', BASE)).body.total).toBe(before);
});

test.each([
  ['an unknown key', 'colour=red', 'colour'],
  ['a sort column that is not offered', 'sortBy=version', 'sortBy'],
])('a list query with %s is refused', async (_name, query, field) => {
  const reply = await t.call('GET', `${BASE}?${query}`);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});
