import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { diskBlobStore } from '../src/platform/server/blobs/disk-blob-store.ts';
import { runScript } from '../tests/support/script.ts';
import { startS3, type S3Server } from '../tests/support/s3-server.ts';

/** The command as it is called, between a data folder and a store that speaks S3. */

const root = mkdtempSync(join(tmpdir(), 'guidepost-copy-'));
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3('pictures');
});
afterAll(async () => {
  await s3.stop();
  rmSync(root, { recursive: true });
});
afterEach(() => {
  s3.setFault(undefined);
  s3.buckets.get('pictures')!.clear();
});

function blobs(words: string[], env: Record<string, string> = {}) {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.options('pictures');
  const own = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return runScript('blobs.ts', words, { ...own, ...env });
}

const folder = (): string => mkdtempSync(join(root, 'data-'));
const storeOf = (dataDir: string) => diskBlobStore(join(dataDir, 'blobs'));

async function withPictures(count: number): Promise<string> {
  const dataDir = folder();
  for (let at = 0; at < count; at++)
    await storeOf(dataDir).put(
      `images/${String(at % 7).padStart(2, '0')}/${at}.webp`,
      Buffer.alloc(at * 100, at),
      'image/webp',
    );
  return dataDir;
}

test('pictures come into the bucket and back, and a second call finds them there', async () => {
  const from = await withPictures(30);
  expect(await blobs(['copy', '--to-s3'], { DATA_DIR: from })).toEqual({
    code: 0,
    out: '30 copied, 0 were there already.\n',
    err: '',
  });
  expect((await blobs(['copy', '--to-s3'], { DATA_DIR: from })).out).toBe('0 copied, 30 were there already.\n');
  const to = folder();
  expect((await blobs(['copy', '--to-disk'], { DATA_DIR: to })).out).toBe('30 copied, 0 were there already.\n');
  expect((await blobs(['copy', '--to-disk'], { DATA_DIR: to })).out).toBe('0 copied, 30 were there already.\n');
  for (const key of await storeOf(from).list())
    expect(await storeOf(to).get(key)).toEqual(await storeOf(from).get(key));
});

test('a file of another size or another type is copied again', async () => {
  const dataDir = await withPictures(3);
  await blobs(['copy', '--to-s3'], { DATA_DIR: dataDir });
  const files = s3.buckets.get('pictures')!;
  files.get('images/00/0.webp')!.contentType = 'image/png';
  files.get('images/01/1.webp')!.bytes = Buffer.alloc(1);
  expect((await blobs(['copy', '--to-s3'], { DATA_DIR: dataDir })).out).toBe('2 copied, 1 were there already.\n');
  expect(files.get('images/00/0.webp')!.contentType).toBe('image/webp');
  expect(files.get('images/01/1.webp')!.bytes).toHaveLength(100);
});

test('what breaks off is told, and goes on where it stopped', async () => {
  const dataDir = await withPictures(40);
  let puts = 0;
  s3.setFault((request, response) => {
    const isOver = request.method === 'PUT' && ++puts > 12;
    if (isOver) response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>');
    return isOver;
  });
  const broken = await blobs(['copy', '--to-s3'], { DATA_DIR: dataDir });
  expect(broken.code).toBe(1);
  expect(broken.err).toMatch(/What was copied stays: call it again/);
  s3.setFault(undefined);
  expect((await blobs(['copy', '--to-s3'], { DATA_DIR: dataDir })).out).toBe('28 copied, 12 were there already.\n');
});

test.each([
  ['half of a bucket', ['copy', '--to-s3'], { S3_BUCKET: '' }, /need S3_BUCKET too/],
  [
    'a bucket that is not there',
    ['copy', '--to-s3'],
    { S3_BUCKET: 'nowhere' },
    /does not exist: make it, or correct S3_BUCKET/,
  ],
  ['a bucket to read that is not there', ['copy', '--to-disk'], { S3_BUCKET: 'nowhere' }, /does not exist: make it/],
  ['a wrong secret', ['copy', '--to-s3'], { S3_SECRET_ACCESS_KEY: 'wrong' }, /S3_SECRET_ACCESS_KEY/],
  ['another word', ['move'], {}, /npm run blobs -- copy --to-s3/],
  ['no direction', ['copy'], {}, /npm run blobs -- copy --to-disk/],
])('%s is refused with what to do', async (_, words, env, sentence) => {
  const { code, err } = await blobs(words, { DATA_DIR: await withPictures(1), ...env });
  expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
});

test('no bucket at all, and no pictures, are told', async () => {
  const none = { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' };
  expect((await blobs(['copy', '--to-s3'], none)).err).toMatch(/No bucket is named: set S3_ENDPOINT/);
  expect((await blobs(['copy', '--to-s3'], { DATA_DIR: folder() })).out).toMatch(/Is DATA_DIR right\?/);
});
