import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { settingsRoutes } from './routes.ts';
import { contentRevision, receiveContact } from './service.ts';

const BASE = '/api/settings';
let t: TestApp;

beforeAll(async () => {
  t = await testApp(settingsRoutes, { clock: () => new Date('2026-03-01T10:00:00Z') });
});
afterAll(() => t.close());

const read = async () => (await t.call('GET', BASE)).body.data;

test('a new site has settings to work with', async () => {
  expect(await read()).toMatchObject({ brand: 'Guidepost', currency: 'USD', time_zone: 'UTC' });
});

test('what is changed is stored, put on record, and raises the revision of the pages', async () => {
  const before = await read();
  const revision = await contentRevision(t.deps.db);
  const reply = await t.call('PUT', BASE, {
    version: before.version,
    brand: ' Fair Finds ',
    time_zone: 'Europe/Berlin',
    currency: 'eur',
    contact_email: 'desk@site.example',
  });
  expect(reply.body).toMatchObject({ message: 'Settings saved.' });
  expect(reply.body.data).toEqual({
    ...before,
    brand: 'Fair Finds',
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    contact_email: 'desk@site.example',
    version: before.version + 1,
    updated_at: '2026-03-01T10:00:00.000Z',
  });
  expect(await read()).toEqual(reply.body.data);
  expect(BigInt(await contentRevision(t.deps.db))).toBeGreaterThan(BigInt(revision));
  const record = await t.deps.db
    .withTables<{ audit: { id: bigint; entity: string; action: string; before: unknown; after: unknown } }>()
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'settings')
    .execute();
  expect(record).toEqual([
    {
      action: 'update',
      before: { brand: 'Guidepost', time_zone: 'UTC', currency: 'USD', contact_email: '' },
      after: { brand: 'Fair Finds', time_zone: 'Europe/Berlin', currency: 'EUR', contact_email: 'desk@site.example' },
    },
  ]);
});

test('a version that somebody else has changed is refused with both sides', async () => {
  const { version, ...current } = await read();
  const reply = await t.call('PUT', BASE, { version: version + 7, tagline: 'Mine' });
  expect([reply.status, reply.body.error]).toEqual([409, 'version_conflict']);
  expect(reply.body.details).toEqual({
    current: { ...current, version },
    yours: { version: version + 7, tagline: 'Mine' },
  });
  expect((await read()).tagline).toBe(current.tagline);
});

test.each([
  ['brand', ''],
  ['brand', 'x'.repeat(61)],
  ['tagline', 'x'.repeat(121)],
  ['disclosure', ' '],
  ['disclosure', 'x'.repeat(501)],
  ['contact_email', 'nobody'],
  ['currency', 'EURO'],
  ['time_zone', 'Europe/Nowhere'],
  ['time_zone', '+01:00'],
  ['time_zone', 'utc'],
  ['click_retention_days', 731],
  ['log_retention_days', 0],
  ['theme', 'dark'],
])('%s = %j is refused on its field', async (field, value) => {
  const reply = await t.call('PUT', BASE, { [field]: value });
  expect([reply.status, reply.body.error]).toEqual([400, 'validation_failed']);
  expect(Object.keys(reply.body.errors)).toEqual([field]);
});

test('messages of the contact form come newest first, searched and in pages', async () => {
  for (const name of ['Ann', 'Ben', 'Cid']) {
    await receiveContact(t.deps.db, { name, email: `${name}@mail.example`, message: `I am ${name}, 100% sure` });
  }
  const list = async (query: string) => (await t.call('GET', `${BASE}/contact-messages?${query}`)).body;
  const names = (reply: { data: { name: string }[] }) => reply.data.map((row) => row.name);
  const first = await list('limit=2');
  expect(names(first)).toEqual(['Cid', 'Ben']);
  expect(first).toMatchObject({ total: 3, page: 1, limit: 2, pages: 2 });
  expect(names(await list('limit=2&page=2'))).toEqual(['Ann']);
  expect(names(await list('sortBy=name&order=asc'))).toEqual(['Ann', 'Ben', 'Cid']);
  expect(names(await list('search=ben%40'))).toEqual(['Ben']);
  expect((await list('search=100%25')).total).toBe(3);
  expect((await list('color=red')).errors).toEqual({ color: ['is not known here'] });
});

test.each([
  ['GET', BASE],
  ['PUT', BASE],
  ['GET', `${BASE}/contact-messages`],
])('a guest may not %s %s', async (method, path) => {
  expect((await t.guest(method, path)).status).toBe(401);
});
