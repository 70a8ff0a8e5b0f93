import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { createEncoder } from './encoder.ts';
import { mediaRoutes } from './routes.ts';
import { formWith, memoryBlobs, PATIENCE_MS } from './testing.ts';

let t: TestApp;
const blobs = memoryBlobs();

beforeAll(async () => {
  t = await testApp((route, deps, app) => mediaRoutes(route, deps, app, PATIENCE_MS), { blobs });
});
afterAll(() => t.close());

type Options = Parameters<typeof formWith>[1];

async function upload(bytes: Uint8Array, options: Options = {}) {
  const { payload, headers } = formWith(bytes, options);
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/images',
    payload,
    headers: { ...headers, authorization: `Bearer ${t.token}` },
  });
  return { status: reply.statusCode, body: reply.json() };
}

const picture = (width = 40, height = 30, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } });
const stored = async (imageUrl: string) => (await t.app.inject({ url: imageUrl })).rawPayload;

/** A PNG whose header claims a size that its pixels do not have. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(1024));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

test.each([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
] as const)('a %s is stored under its hash and served as what it is', async (format, mime) => {
  const { status, body } = await upload(await picture().toFormat(format).toBuffer());
  expect(status).toBe(201);
  expect(body).toMatchObject({ width: 40, height: 30, variants: [] });
  expect(body.imageUrl).toContain(body.hash);
  const served = await t.app.inject({ url: body.imageUrl });
  expect(served.headers).toMatchObject({
    'content-type': mime,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format, width: 40, height: 30 });
  const again = await t.app.inject({
    url: body.imageUrl,
    headers: { 'if-none-match': String(served.headers['etag']) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the same picture twice is one file and one row', async () => {
  const bytes = await picture(50, 50, '#010203').png().toBuffer();
  const [first, second] = [await upload(bytes), await upload(bytes)];
  expect(second.body.imageUrl).toBe(first.body.imageUrl);
  const rows = await t.deps.db
    .withTables<{ images: { hash: string; created_by: number } }>()
    .selectFrom('images')
    .select('created_by')
    .where('hash', '=', first.body.hash)
    .execute();
  expect(rows).toEqual([{ created_by: t.actor.id }]);
});

test('nothing of the source but its pixels is kept, and they stand upright', async () => {
  const source = await picture(60, 20)
    .withExif({ IFD0: { Copyright: 'canary-exif', ImageDescription: 'home address' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(source.includes('canary-exif') || (await sharp(source).metadata()).orientation === 6).toBe(true);
  const { body } = await upload(source);
  expect(body).toMatchObject({ width: 20, height: 60 });
  const meta = await sharp(await stored(body.imageUrl)).metadata();
  expect([meta.exif, meta.xmp, meta.iptc, meta.icc, meta.orientation]).toEqual(Array(5).fill(undefined));
});

test('a file that is a picture and something else comes out as a picture only', async () => {
  const script = '<html><script>alert("canary-polyglot")</script></html>';
  const gif = Buffer.concat([await picture().gif().toBuffer(), Buffer.from(script)]);
  const png = Buffer.concat([await picture(31, 31).png().toBuffer(), Buffer.from(script)]);
  for (const bytes of [gif, png]) {
    const { status, body } = await upload(bytes, { filename: 'x.html', type: 'text/html' });
    expect(status).toBe(201);
    const out = await stored(body.imageUrl);
    expect(out.includes('canary-polyglot')).toBe(false);
    expect(body.imageUrl).toMatch(/^\/media\/images\/[0-9a-f]{2}\/[0-9a-f]{32}\.(gif|png)$/);
  }
});

test('an animation stays one', async () => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((color) => picture(20, 10, color).png().toBuffer()));
  const source = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
  const { body } = await upload(source);
  expect(body).toMatchObject({ width: 20, height: 10, variants: [] });
  expect((await sharp(await stored(body.imageUrl)).metadata()).pages).toBe(3);
});

test('a photo larger than any page shows is made smaller', async () => {
  const { body } = await upload(await picture(4000, 3000).jpeg().toBuffer());
  expect(body).toMatchObject({ width: 2560, height: 1920 });
});

const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each([
  ['an SVG that says it is a PNG', Buffer.from(SVG), 415, /^SVG is not accepted/],
  ['a bare SVG', Buffer.from('<svg onload="alert(1)"/>'), 415, /^SVG is not accepted/],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, /not a PNG, JPEG, GIF or WebP/],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n'), 415, /not a PNG, JPEG, GIF or WebP/],
  ['a signature and nothing else', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 415, /not a PNG/],
  ['a header that promises 4 billion pixels', pngClaiming(65_000, 65_000), 413, /40 million pixels/],
  ['a header that promises more than there is', pngClaiming(4000, 4000), 400, /damaged/],
  ['nothing', Buffer.alloc(0), 400, /field "image" is empty/],
])('%s is refused in words', async (_name, bytes, status, said) => {
  const before = blobs.files.size;
  const reply = await upload(bytes);
  expect(reply.status).toBe(status);
  expect(reply.body.message).toMatch(said);
  expect(reply.body.errors.image).toEqual([reply.body.message]);
  expect(blobs.files.size).toBe(before);
});

test('a picture that ends in the middle is refused', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .toFormat(format)
      .toBuffer();
    expect((await upload(whole.subarray(0, whole.length >> 1))).status).toBe(400);
  }
});

test('a picture with flipped bytes is stored or refused, never an error of ours', async () => {
  const whole = await picture(64, 64).png().toBuffer();
  for (let round = 0; round < 12; round += 1) {
    const bytes = Buffer.from(whole);
    for (let flip = 0; flip <= round; flip += 1) bytes[(round * 131 + flip * 37) % bytes.length]! ^= 1 << (flip % 8);
    expect([201, 400, 413, 415]).toContain((await upload(bytes)).status);
  }
});

test('an animation of too many frames is refused', async () => {
  const frames = await Promise.all(
    Array.from({ length: 301 }, (_unused, i) =>
      picture(8, 8, i % 2 ? '#fff' : '#000')
        .png()
        .toBuffer(),
    ),
  );
  const reply = await upload(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  expect(reply).toMatchObject({ status: 413, body: { errors: { image: [expect.stringMatching(/301 frames/)] } } });
});

test('a file over 8 MB is read to its end and refused, over a real socket', async () => {
  const origin = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(20 * 1024 * 1024)], { type: 'image/png' }), 'big.png');
  const reply = await fetch(`${origin}/api/images`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${t.token}` },
  });
  expect(reply.status).toBe(413);
  expect(await reply.json()).toMatchObject({
    error: 'payload_too_large',
    errors: { image: ['The picture is larger than 8 MB.'] },
  });
});

test('a form that is none, another field or two files store nothing', async () => {
  const png = await picture().png().toBuffer();
  expect((await upload(png, { field: 'file' })).status).toBe(400);
  expect((await t.call('POST', '/api/images', { image: 'x' })).body).toMatchObject({
    error: 'unsupported_media_type',
    errors: { image: [expect.stringMatching(/multipart/)] },
  });
  const form = formWith(png);
  const send = (payload: Buffer, headers = form.headers) =>
    t.app.inject({
      method: 'POST',
      url: '/api/images',
      payload,
      headers: { ...headers, authorization: `Bearer ${t.token}` },
    });
  expect((await send(form.payload.subarray(0, form.payload.length - 30))).statusCode).toBe(400);
  expect((await send(Buffer.from('nonsense'))).statusCode).toBe(400);
  const head = form.payload.subarray(0, form.payload.length - '\r\n------guidepost-test-boundary--\r\n'.length + 2);
  expect((await send(Buffer.concat([head, form.payload]))).statusCode).toBe(413);
  const long = `multipart/form-data; boundary=${'x'.repeat(200)}`;
  expect((await send(form.payload, { 'content-type': long })).statusCode).toBe(400);
});

test('a guest uploads nothing', async () => {
  const { payload, headers } = formWith(await picture().png().toBuffer());
  expect((await t.app.inject({ method: 'POST', url: '/api/images', payload, headers })).statusCode).toBe(401);
});

test.each(['/media/', '/media/../secret.key', '/media/images/..%2f..%2fsecret.key', '/media/images/aa/x.svg'])(
  'there is nothing at %s',
  async (url) => {
    expect((await t.app.inject({ url })).statusCode).toBe(404);
  },
);

test('a picture that takes too long or too much memory is given up, and the next one is served', async () => {
  const bytes = await picture(3000, 3000).png().toBuffer();
  await expect(createEncoder({ workMs: 1 })(bytes)).rejects.toThrow('takes too long');
  await expect(createEncoder({ startMs: 1 })(bytes)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  const greedy = createEncoder({ memoryBytes: 1024 * 1024 });
  await expect(greedy(bytes)).rejects.toThrow('too much memory');
  const encode = createEncoder();
  const results = await Promise.allSettled([encode(Buffer.from('no picture')), encode(bytes)]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
});

test('a flood of pictures is turned away instead of piling up', async () => {
  const encode = createEncoder({ workMs: 1 });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => encode(Buffer.from('x'))));
  const codes = results.map((result) =>
    result.status === 'rejected' ? (result.reason as { code: string }).code : 'ok',
  );
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(4);
});

test('the hour and the store have an end', async () => {
  const rows = (count: number, bytes: number) =>
    t.deps.db
      .withTables<{
        images: { hash: string; key: string; mime: string; width: number; height: number; bytes: number };
      }>()
      .insertInto('images')
      .values(
        Array.from({ length: count }, (_unused, i) => ({
          hash: `filler-${bytes}-${i}`,
          key: `filler-${bytes}-${i}`,
          mime: 'image/png',
          width: 1,
          height: 1,
          bytes,
        })),
      )
      .execute();
  await rows(60, 1);
  const png = await picture(9, 9).png().toBuffer();
  expect((await upload(png)).body).toMatchObject({
    error: 'too_many_requests',
    message: expect.stringContaining('60 pictures'),
  });
  await rows(2, 1_100_000_000);
  expect((await upload(png)).body).toMatchObject({
    error: 'payload_too_large',
    message: expect.stringContaining('2 GB'),
  });
  await sql`delete from images where hash like 'filler-%'`.execute(t.deps.db);
});
