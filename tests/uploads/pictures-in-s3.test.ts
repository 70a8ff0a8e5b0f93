import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerHealth } from '../../src/features/health/contract.ts';
import { startS3, type S3Server } from '../support/s3-server.ts';
import { logIn, startServer, type TestServer } from '../support/server.ts';

/** The program with its pictures in a bucket, which is there, away and wrong. */

let s3: S3Server;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3('pictures');
  const { endpoint, accessKeyId, secretAccessKey } = s3.options('pictures');
  const env = {
    SAMPLE: 'off',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  server = await startServer({ env });
});
afterAll(async () => {
  await server.stop();
  await s3.stop();
});

async function upload(background: string): Promise<{ status: number; body: { imageUrl: string; message: string } }> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  const headers = { authorization: `Bearer ${await logIn(server)}` };
  const reply = await fetch(`${server.url}/api/images`, { method: 'POST', headers, body: form });
  return { status: reply.status, body: (await reply.json()) as { imageUrl: string; message: string } };
}

async function read(path: string): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const reply = await fetch(server.url + path);
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    bytes: Buffer.from(await reply.arrayBuffer()),
  };
}

async function picturesCheck() {
  const headers = { authorization: `Bearer ${await logIn(server)}` };
  const reply = await fetch(`${server.url}/api/admin/server-health`, { headers });
  const { data } = (await reply.json()) as { data: ServerHealth };
  return data.checks.find(({ key }) => key === 'pictures');
}

test('a picture goes into the bucket alone, and is served from there and then from the copy', async () => {
  const { status, body } = await upload('red');
  expect(status).toBe(201);
  const key = body.imageUrl.slice('/media/'.length);
  expect(existsSync(join(server.dataDir, 'blobs'))).toBe(false);
  const { bytes, contentType } = s3.buckets.get('pictures')!.get(key)!;
  expect(await read(body.imageUrl)).toEqual({ status: 200, type: contentType, bytes });
  await expect.poll(() => existsSync(join(server.dataDir, 'cache/blobs', key))).toBe(true);
  const before = s3.asked.length;
  expect((await read(body.imageUrl)).bytes).toEqual(bytes);
  expect(s3.asked).toHaveLength(before);
  expect(await picturesCheck()).toMatchObject({ status: 'ok' });
});

test('while the bucket is away an upload is refused, and so is a start not; what was read lately is shown', async () => {
  const { imageUrl } = (await upload('green')).body;
  await read(imageUrl);
  await expect.poll(() => existsSync(join(server.dataDir, 'cache/blobs', imageUrl.slice(7)))).toBe(true);
  s3.setFault((request) => Boolean(request.socket.destroy()));
  expect(await upload('blue')).toMatchObject({
    status: 503,
    body: { message: 'The store of pictures does not answer. Try again in a moment.' },
  });
  await server.restart();
  await expect.poll(() => server.output()).toMatch(/pictures cannot be kept: .*S3_ENDPOINT/);
  await expect.poll(async () => (await read(imageUrl)).status).toBe(200);
  const check = await picturesCheck();
  expect(check).toMatchObject({ status: 'fail', value: 'cannot be used' });
  expect(JSON.stringify(check)).not.toMatch(/S3_|127\.0/);
});
