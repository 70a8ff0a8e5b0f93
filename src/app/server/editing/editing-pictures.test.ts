import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeApp, type WholeApp } from '../../../../tests/support/whole-app.ts';
import { buildGuide, buildItem } from '../../../features/guides/server/testing.ts';
import { formWith } from '../../../features/media/server/testing.ts';
import { buildReview } from '../../../features/reviews/server/testing.ts';

/** Pictures of the library, and the drafts and revisions that name them by their address. */

let t: WholeApp;
beforeAll(async () => {
  t = await wholeApp();
});
afterAll(() => t.close());

async function call(method: string, path: string, body?: unknown) {
  const answer = await t.send(method, path, {
    headers: { authorization: `Bearer ${t.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(answer.body) };
}

let made = 0;
/** Stores a picture that is like no other. */
async function upload(): Promise<{ id: number; url: string }> {
  made += 1;
  const background = { r: made, g: 20, b: 60 };
  const bytes = await sharp({ create: { width: 20 + made, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  const { payload, headers } = formWith(bytes);
  const answer = await t.send('POST', '/api/images', {
    headers: { ...headers, authorization: `Bearer ${t.token}` },
    body: payload,
  });
  const { id, imageUrl: url } = JSON.parse(answer.body);
  return { id, url };
}
const remove = ({ id }: { id: number }) => call('DELETE', `/api/admin/images/${id}`);

type Kind = [name: string, build: () => Promise<string>, name: (url: string) => Record<string, unknown>];
const KINDS: Kind[] = [
  ['a guide', async () => `/api/admin/listicles/${(await buildGuide(t.deps)).id}`, (url) => ({ main_image_url: url })],
  [
    'a product',
    async () => {
      const item = await buildItem(t.deps, (await buildGuide(t.deps)).id, { title: 'Tea' });
      return `/api/admin/guide-products/${item.id}`;
    },
    (url) => ({ image_url: url, image_alt: 'Tea' }),
  ],
  [
    'a review',
    async () => `/api/admin/offer-content/${(await buildReview(t.deps)).id}`,
    (url) => ({ main_image_url: url }),
  ],
  [
    'a review, in its gallery',
    async () => `/api/admin/offer-content/${(await buildReview(t.deps)).id}`,
    (url) => ({
      gallery: [
        { url: 'https://pictures.example/1.png', alt: 'One' },
        { url, alt: 'Two' },
      ],
    }),
  ],
];

test.each(KINDS)('a picture that only unsaved edits of %s show is held by them', async (_name, build, showing) => {
  const [picture, path] = [await upload(), await build()];
  await call('PUT', `${path}/draft`, { content: showing(picture.url), base_version: 1 });
  const refused = await remove(picture);
  expect(refused).toMatchObject({ status: 409, body: { error: 'in_use', details: { count: 1 } } });
  expect(refused.body.details.used_by[0].name).toMatch(/ \(unsaved edits\)$/);
  const { data } = (await call('GET', '/api/admin/images?limit=all&used=true')).body;
  expect(data.find((one: { id: number }) => one.id === picture.id)).toMatchObject({ used_in: 1 });
  await call('DELETE', `${path}/draft`);
  expect((await remove(picture)).status).toBe(200);
});

test('unsaved edits that no save would take stop nobody', async () => {
  const [picture, path] = [await upload(), `/api/admin/offer-content/${(await buildReview(t.deps)).id}`];
  await call('PUT', `${path}/draft`, { content: { gallery: 'x', main_image_url: { a: 1 } }, base_version: 1 });
  expect((await call('GET', '/api/admin/images')).status).toBe(200);
  expect((await remove(picture)).status).toBe(200);
});

test.each(KINDS)('a picture put in place of another in %s is a save on record', async (_name, build, showing) => {
  const [old, fresh, path] = [await upload(), await upload(), await build()];
  const item = await t.query('select guide_id from guide_items where id = $1', [Number(path.split('/').at(-1))]);
  const put = path.includes('guide-products')
    ? path.replace('guide-products', `listicles/${item[0]!['guide_id']}/items`)
    : path;
  expect((await call('PUT', put, showing(old.url))).status).toBe(200);
  await call('POST', `/api/admin/images/${old.id}/replace`, { with: fresh.id });
  const revisions = (await call('GET', `${path}/revisions`)).body;
  const field = Object.keys(showing(''))[0]!;
  expect(revisions.data[0]).toMatchObject({
    number: 3,
    action: 'replace picture',
    actor: t.actor.username,
    changed: [field],
  });
  const { content, before } = (await call('GET', `${path}/revisions/3`)).body.data;
  expect([content[field], before[field]]).toEqual([showing(fresh.url)[field], showing(old.url)[field]]);
  // the save of before still names the old one, which is there to be restored
  const restored = (await call('POST', `${path}/revisions/2/restore`)).body;
  expect(restored.data.content[field]).toEqual(showing(old.url)[field]);
  expect(restored.message).toBe('Restored as a draft. Nothing changes for readers until you save it.');
});

test('unsaved edits show the new picture too, and a window with older ones is told', async () => {
  const [old, fresh, guide] = [await upload(), await upload(), await buildGuide(t.deps)];
  const path = `/api/admin/listicles/${guide.id}/draft`;
  const draft = { content: { main_image_url: old.url, title: 'Mine' }, base_version: 1 };
  await call('PUT', path, draft);
  await call('POST', `/api/admin/images/${old.id}/replace`, { with: fresh.id });
  const { data } = (await call('GET', path)).body;
  expect(data).toMatchObject({ content: { main_image_url: fresh.url, title: 'Mine' }, version: 2 });
  expect(await call('PUT', path, { ...draft, version: 1 })).toMatchObject({
    status: 409,
    body: { error: 'version_conflict' },
  });
  expect((await call('GET', `/api/admin/listicles/${guide.id}`)).body.data).toMatchObject({ version: 1 });
  expect((await remove(old)).status).toBe(200);
});

test.each(KINDS)('an earlier save of %s comes back without a picture that is gone', async (_name, build, showing) => {
  const [gone, path] = [await upload(), await build()];
  const item = await t.query('select guide_id from guide_items where id = $1', [Number(path.split('/').at(-1))]);
  const put = path.includes('guide-products')
    ? path.replace('guide-products', `listicles/${item[0]!['guide_id']}/items`)
    : path;
  const field = Object.keys(showing(''))[0]!;
  await call('PUT', put, showing(gone.url));
  expect((await remove(gone)).status).toBe(409);
  await call('PUT', put, { [field]: field === 'gallery' ? [] : null });
  expect((await remove(gone)).status).toBe(200);
  const { data, message } = (await call('POST', `${path}/revisions/2/restore`)).body;
  expect(data.content[field]).toEqual(
    field === 'gallery' ? [{ url: 'https://pictures.example/1.png', alt: 'One' }] : undefined,
  );
  expect(message).toMatch(/^Restored as a draft without a picture that was deleted since\./);
});
