import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startS3, type S3Server } from '../../../../tests/support/s3-server.ts';
import { createLog } from '../log.ts';
import { bucketCheck } from './bucket-check.ts';
import { diskBlobStore } from './disk-blob-store.ts';
import { s3BlobStore } from './s3-blob-store.ts';

const root = mkdtempSync(join(tmpdir(), 'guidepost-check-'));
let s3: S3Server;
let buckets = 0;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  rmSync(root, { recursive: true, force: true });
});

function open(wrong: { secretAccessKey?: string } = {}) {
  const bucket = s3.makeBucket(`bucket-${++buckets}`);
  const folder = diskBlobStore(mkdtempSync(join(root, 'blobs-')));
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  let nowMs = 0;
  const check = bucketCheck(s3BlobStore({ ...s3.options(bucket), ...wrong }), folder, () => new Date(nowMs), log);
  return { bucket, folder, lines, check, pass: (ms: number) => void (nowMs += ms) };
}

test('a bucket that can be used is left as it was found, and nothing is said', async () => {
  const { bucket, check, lines } = open();
  expect(await check()).toBeUndefined();
  expect([...s3.buckets.get(bucket)!.keys()]).toEqual([]);
  expect(lines).toEqual([]);
});

test('it is tried out every five minutes at most, and what is wrong is logged once', async () => {
  const { bucket, check, lines, pass } = open();
  s3.buckets.delete(bucket);
  expect(await check()).toMatch(/does not exist.*S3_BUCKET/);
  s3.makeBucket(bucket);
  pass(299_999);
  expect(await check()).toMatch(/does not exist/);
  s3.buckets.delete(bucket);
  pass(1);
  await check();
  s3.makeBucket(bucket);
  pass(300_000);
  expect(await check()).toBeUndefined();
  expect(lines).toEqual([
    expect.stringMatching(/^pictures cannot be kept: The bucket does not exist/),
    'the bucket of the pictures can be used again',
  ]);
});

test('a wrong secret is told by its name, never by itself', async () => {
  const { check, lines } = open({ secretAccessKey: 'not-this-one' });
  expect(await check()).toMatch(/S3_SECRET_ACCESS_KEY/);
  expect(lines.join()).not.toContain('not-this-one');
});

test('where nothing may be removed one small file is left, however often it is tried', async () => {
  const { bucket, check, pass } = open();
  s3.setFault((request, response) => {
    const isRefused = request.method === 'DELETE';
    if (isRefused) response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    return isRefused;
  });
  for (let round = 0; round < 3; round++) {
    expect(await check()).toMatch(/may not remove/);
    pass(300_000);
  }
  s3.setFault(undefined);
  expect(s3.buckets.get(bucket)!.size).toBe(1);
});

test('pictures that were forgotten in the data folder are told at the start', async () => {
  const { folder, check, lines, pass } = open();
  await folder.put('images/00/a.webp', new Uint8Array(1), 'image/webp');
  await check();
  await vi.waitFor(() => expect(lines).toEqual([expect.stringMatching(/npm run blobs -- copy --to-s3$/)]));
  pass(300_000);
  await check();
  expect(lines).toHaveLength(1);
});

test('pictures that were copied, some of them deleted since, are not', async () => {
  const { bucket, folder, check, lines } = open();
  for (const key of ['a', 'b']) await folder.put(key, new Uint8Array(1), 'image/webp');
  s3.buckets.get(bucket)!.set('b', { bytes: Buffer.alloc(1), contentType: 'image/webp' });
  const before = s3.asked.length;
  await check();
  await vi.waitFor(() => expect(s3.asked.slice(before).filter((ask) => ask.startsWith('HEAD'))).toHaveLength(2));
  await sleep(50);
  expect(lines).toEqual([]);
});
