import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { takeDescriptors } from '../../../../tests/support/descriptors.ts';
import { writesTold } from '../../../../tests/support/changes.ts';
import { createEncoder } from './encoder.ts';
import { mediaRoutes } from './routes.ts';
import { imagesByUrl, shrinkPictures } from './service.ts';
import { formWith, memoryBlobs, PATIENCE_MS } from './testing.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp((route, deps, app) => mediaRoutes(route, deps, app, PATIENCE_MS), { blobs: memoryBlobs() });
});
afterAll(() => t.close());

async function upload(bytes: Uint8Array) {
  const { payload, headers } = formWith(bytes);
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/images',
    payload,
    headers: { ...headers, authorization: `Bearer ${t.token}` },
  });
  return { status: reply.statusCode, body: reply.json() };
}

const stored = async (imageUrl: string) => (await t.app.inject({ url: imageUrl })).rawPayload;

/** Soft shapes and a little noise, like a photo. */
const photo = (width: number, height: number, sigma = 30) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } },
  }).blur(2);

test.each([
  ['a wide photo', 1600, 1000, [320, 640, 1280]],
  ['one between two widths', 900, 600, [320, 640, 900]],
  ['a small one', 300, 200, [300]],
])('%s is offered in smaller forms, none wider than itself', async (_name, width, height, expected) => {
  const { body } = await upload(await photo(width, height).png().toBuffer());
  expect(body.variants.map((one: { mime: string }) => one.mime)).toContain('image/webp');
  for (const mime of new Set(body.variants.map((one: { mime: string }) => one.mime))) {
    const of = body.variants.filter((one: { mime: string }) => one.mime === mime);
    expect(of.map((one: { width: number }) => one.width)).toEqual(expected);
  }
  const whole = await stored(body.imageUrl);
  for (const variant of body.variants) {
    const served = await t.app.inject({ url: variant.url });
    expect(served.headers).toMatchObject({ 'content-type': variant.mime, 'x-content-type-options': 'nosniff' });
    const meta = await sharp(served.rawPayload).metadata();
    expect([meta.width, meta.height]).toEqual([variant.width, Math.round((variant.width * height) / width)]);
    expect(served.rawPayload.length).toBeLessThan(whole.length);
    expect([meta.exif, meta.xmp, meta.icc]).toEqual([undefined, undefined, undefined]);
  }
});

test('a strip higher than any smaller form can be is stored as it is, and its decoder lives', async () => {
  const deaths: unknown[] = [];
  const encode = createEncoder({ workMs: PATIENCE_MS, onDeath: (how) => deaths.push(how) });
  const { width, height, variants } = await encode(await photo(12, 20_000).png().toBuffer());
  expect({ width, height, variants }).toEqual({ width: 12, height: 20_000, variants: [] });
  expect(deaths).toEqual([]);
});

test('when the machine has no room for the process of the encoder, it is tried again, and then told as what it is', async () => {
  const bytes = await photo(300, 200).png().toBuffer();
  const giveBack = takeDescriptors();
  const patient = createEncoder()(bytes);
  await new Promise((done) => setImmediate(done));
  giveBack();
  expect((await patient).width).toBe(300);
  const giveBackLater = takeDescriptors();
  try {
    const refused = createEncoder()(bytes);
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', details: { retry_after_s: 60 } });
  } finally {
    giveBackLater();
  }
});

test('a real picture comes as AVIF too, where that is smaller', async () => {
  const { body } = await upload(readFileSync('docs/screenshot-guide.png'));
  expect(body.variants.map((one: { mime: string; width: number }) => [one.mime, one.width])).toEqual([
    ['image/avif', 320],
    ['image/avif', 640],
    ['image/avif', 1280],
    ['image/webp', 320],
    ['image/webp', 640],
    ['image/webp', 1280],
  ]);
});

test('a picture of before gets its smaller forms later, and pages hear of it', async () => {
  const { body } = await upload(await photo(700, 500).jpeg().toBuffer());
  await t.deps.db
    .withTables<{ images: { hash: string; variants: string; variants_made_at: string | null } }>()
    .updateTable('images')
    .set({ variants: '[]', variants_made_at: null })
    .where('hash', '=', body.hash)
    .execute();
  const before = await writesTold(t.deps.db);
  await shrinkPictures(t.deps);
  const image = (await imagesByUrl(t.deps.db, [body.imageUrl, 'https://elsewhere.example/a.png'])).get(body.imageUrl);
  expect(image).toEqual({
    width: 700,
    height: 500,
    variants: body.variants.map((one: { mime: string; width: number; url: string }) => ({
      type: one.mime,
      width: one.width,
      src: one.url,
    })),
  });
  expect(image!.variants.length).toBeGreaterThan(0);
  expect(await writesTold(t.deps.db)).not.toBe(before);
});

test('a picture whose smaller forms cannot be made is tried three times and then left alone', async () => {
  const { body } = await upload(await photo(701, 500).jpeg().toBuffer());
  await t.deps.db
    .withTables<{ images: { hash: string; variants_made_at: string | null } }>()
    .updateTable('images')
    .set({ variants_made_at: null })
    .where('hash', '=', body.hash)
    .execute();
  let tries = 0;
  const fails = () => {
    tries += 1;
    return Promise.reject(new Error('no'));
  };
  for (let round = 0; round < 5; round += 1) await shrinkPictures(t.deps, fails);
  expect(tries).toBe(3);
});

test('a picture that WebP cannot hold, because it is too tall, is stored without smaller forms', async () => {
  const { status, body } = await upload(await photo(60, 17_000).png().toBuffer());
  expect(status).toBe(201);
  expect(body).toMatchObject({ width: 60, height: 17_000, variants: [] });
});
