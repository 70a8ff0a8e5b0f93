import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import type { LibraryImage } from '../contract.ts';
import { mediaRoutes } from './routes.ts';
import { formWith, memoryBlobs, PATIENCE_MS } from './testing.ts';

const BASE = '/api/admin/images';
let t: TestApp;
const blobs = memoryBlobs();

beforeAll(async () => {
  t = await testApp((route, deps, app) => mediaRoutes(route, deps, app, PATIENCE_MS), { blobs });
});
afterAll(() => t.close());

let made = 0;
/** Stores a picture that is like no other. */
async function upload(): Promise<{ id: number; imageUrl: string }> {
  made += 1;
  const background = { r: made, g: 80, b: 120 };
  const bytes = await sharp({ create: { width: 30 + made, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  const { payload, headers } = formWith(bytes);
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/images',
    payload,
    headers: { ...headers, authorization: `Bearer ${t.token}` },
  });
  expect(reply.statusCode).toBe(201);
  return reply.json();
}

const listed = async (query = '') => (await t.call('GET', `${BASE}?${query}`)).body;
const find = async (id: number): Promise<LibraryImage> =>
  (await listed('limit=all')).data.find((row: LibraryImage) => row.id === id);
const buildGuide = async (title: string, url: string, deletedAt: string | null = null): Promise<number> => {
  const { rows } = await sql<{ id: number }>`insert into guides (title, main_image_url, deleted_at)
    values (${title}, ${url}, ${deletedAt}) returning id`.execute(t.deps.db);
  return rows[0]!.id;
};

test('the library lists what was uploaded, newest first, with who shows it', async () => {
  const first = await upload();
  const second = await upload();
  const guide = await buildGuide('Calm teas', first.imageUrl);
  const page = await listed();
  expect(page).toMatchObject({ page: 1, limit: 10 });
  expect(page.data.slice(0, 2).map((row: LibraryImage) => row.id)).toEqual([second.id, first.id]);
  expect(page.data[1]).toMatchObject({
    url: first.imageUrl,
    alt: '',
    mime: 'image/png',
    height: 20,
    used_by: [{ kind: 'guide', id: guide, name: 'Calm teas' }],
    used_in: 1,
    version: 1,
  });
});

test('the search finds what a picture shows and who shows it; the filter finds what nobody shows', async () => {
  const [shown, idle] = [await upload(), await upload()];
  await buildGuide('Ginger 100% compared', shown.imageUrl);
  await t.call('PATCH', `${BASE}/${idle.id}`, { alt: 'A bottle on a table' });
  const ids = async (query: string) => (await listed(query)).data.map((row: LibraryImage) => row.id);
  expect(await ids('search=ginger%20100%25')).toEqual([shown.id]);
  expect(await ids('search=BOTTLE')).toEqual([idle.id]);
  expect(await ids('search=100%25%25')).toEqual([]);
  const unused = await ids('used=false&limit=all');
  expect([unused.includes(idle.id), unused.includes(shown.id)]).toEqual([true, false]);
  expect(await ids('used=true&search=ginger')).toEqual([shown.id]);
});

test('pictures are put in order by how many records show them', async () => {
  const [none, twice, once] = [await upload(), await upload(), await upload()];
  for (const [title, of] of [
    ['Two', twice],
    ['Three', twice],
    ['One', once],
  ] as const)
    await buildGuide(title, of.imageUrl);
  const ours = new Set([none.id, twice.id, once.id]);
  const ids = async (query: string) =>
    (await listed(`${query}&limit=all`)).data.map((row: LibraryImage) => row.id).filter((id: number) => ours.has(id));
  expect(await ids('sortBy=used_in&order=desc')).toEqual([twice.id, once.id, none.id]);
  expect(await ids('sortBy=used_in&order=asc')).toEqual([none.id, once.id, twice.id]);
});

test('the pictures are a file with all that are found', async () => {
  const picture = await upload();
  await t.call('PATCH', `${BASE}/${picture.id}`, { alt: 'A lamp, lit' });
  const { headers, body } = await t.call('GET', `${BASE}?format=csv&search=lamp`);
  expect(headers['content-disposition']).toMatch(/filename="pictures-\d{4}-\d\d-\d\d\.csv"/);
  const lines = (body as string).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${picture.id},${picture.imageUrl},"A lamp, lit",image/png,`);
});

test('what a picture shows is stored, and an edit of a version that is gone changes nothing', async () => {
  const { id } = await upload();
  const reply = await t.call('PATCH', `${BASE}/${id}`, { alt: ' Two cups ', version: 1 });
  expect(reply).toMatchObject({
    status: 200,
    body: { message: 'Picture saved.', data: { alt: 'Two cups', version: 2 } },
  });
  const stale = await t.call('PATCH', `${BASE}/${id}`, { alt: 'Mine', version: 1 });
  expect(stale).toMatchObject({
    status: 409,
    body: { error: 'version_conflict', details: { current: { alt: 'Two cups' }, yours: { alt: 'Mine' } } },
  });
  expect((await find(id)).alt).toBe('Two cups');
  const long = await t.call('PATCH', `${BASE}/${id}`, { alt: 'x'.repeat(201) });
  expect([long.status, Object.keys(long.body.errors)]).toEqual([400, ['alt']]);
});

test('a picture takes the place of another in every record, and open editors are told', async () => {
  const [old, fresh] = [await upload(), await upload()];
  const guide = await buildGuide('Shown', old.imageUrl);
  const gallery = JSON.stringify([
    { url: '/media/images/aa/other.png', alt: 'One' },
    { url: old.imageUrl, alt: 'Two' },
  ]);
  await sql`with c as (insert into offer_categories (name, slug) values ('Any', 'any') returning id),
      o as (insert into offers (name, category_id, url, payout_currency, image_url)
        select 'Tea', id, 'https://shop.example', 'USD', ${old.imageUrl} from c returning id)
    insert into reviews (offer_id, slug, title, gallery) select id, 'tea', 'Tea review', ${gallery}::jsonb from o`.execute(
    t.deps.db,
  );
  await sql`insert into guide_items (guide_id, rank, title, image_url)
    values (${guide}, 1, 'Tea', ${old.imageUrl})`.execute(t.deps.db);
  await sql`insert into people (name, slug, photo_url) values ('Ada', 'ada', ${old.imageUrl})`.execute(t.deps.db);
  expect((await find(old.id)).used_by.map((use) => use.kind)).toEqual(['guide', 'offer', 'person', 'review']);

  const reply = await t.call('POST', `${BASE}/${old.id}/replace`, { with: fresh.id });
  expect(reply).toMatchObject({
    status: 200,
    body: { message: 'Picture replaced.', data: { id: fresh.id, used_in: 4 } },
  });
  expect((await find(old.id)).used_in).toBe(0);
  const { rows } = await sql<{ gallery: unknown; version: number }>`select gallery, version from reviews`.execute(
    t.deps.db,
  );
  expect(rows).toEqual([
    {
      gallery: [
        { url: '/media/images/aa/other.png', alt: 'One' },
        { url: fresh.imageUrl, alt: 'Two' },
      ],
      version: 2,
    },
  ]);
  const versions = await sql<{ version: number }>`select version from guides where id = ${guide}
    union all select version from people union all select version from guide_items
    union all select version from offers`.execute(t.deps.db);
  expect(versions.rows.map((row) => row.version)).toEqual([2, 2, 2, 2]);
});

test.each([
  ['itself', (id: number) => id],
  ['one that is not there', () => 999_999],
])('a picture is not replaced by %s', async (_name, other) => {
  const { id } = await upload();
  const reply = await t.call('POST', `${BASE}/${id}/replace`, { with: other(id) });
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['with']]);
});

test('a picture that a record shows stays, also while the record lies in the trash', async () => {
  const { id, imageUrl } = await upload();
  const guide = await buildGuide('In the trash', imageUrl, '2026-01-01T00:00:00Z');
  const refused = await t.call('DELETE', `${BASE}/${id}`);
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'in_use', details: { used_by: [{ kind: 'guide', id: guide, name: 'In the trash' }], count: 1 } },
  });
  expect((await t.app.inject({ url: imageUrl })).statusCode).toBe(200);
  await sql`delete from guides where id = ${guide}`.execute(t.deps.db);
  expect((await t.call('DELETE', `${BASE}/${id}`)).body).toEqual({ message: 'Picture deleted.' });
  expect((await t.app.inject({ url: imageUrl })).statusCode).toBe(404);
  expect(await find(id)).toBeUndefined();
  expect((await t.call('DELETE', `${BASE}/${id}`)).status).toBe(404);
});
