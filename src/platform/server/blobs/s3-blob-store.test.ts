import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { knowNamesOfLocalhost } from '../../../../tests/support/names-of-localhost.ts';
import { startS3, type S3Server } from '../../../../tests/support/s3-server.ts';
import { describeBlobStore } from './blob-store.conformance.ts';
import { s3BlobStore } from './s3-blob-store.ts';
import { whyOf } from './s3-refusals.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3('pictures');
});
afterAll(() => s3.stop());
afterEach(() => s3.setFault(undefined));

const LIMIT_MS = 300;
const bytes = new Uint8Array([1, 2, 3]);
let buckets = 0;

describe.each(['path', 'virtual-host'] as const)('with the bucket by %s', (style) => {
  beforeEach(knowNamesOfLocalhost);

  describeBlobStore(() => Promise.resolve(s3BlobStore(s3.options(s3.makeBucket(`bucket-${++buckets}`), style))));

  test('all keys are listed, page by page, and what others put there is not', async () => {
    const name = s3.makeBucket(`bucket-${++buckets}`);
    const store = s3BlobStore(s3.options(name, style));
    const keys = Array.from({ length: 8 }, (_, index) => `images/0${index}/a.webp`);
    for (const key of keys) await store.put(key, bytes, 'image/webp');
    expect(s3.asked).toContain(`PUT ${style === 'path' ? `/${name}` : ''}/${keys[0]}`);
    s3.buckets.get(name)!.set('Of & others', { bytes: Buffer.alloc(1), contentType: 'text/plain' });
    expect((await store.list()).toSorted()).toEqual(keys);
    expect(await store.describe(keys[0]!)).toEqual({ size: 3, contentType: 'image/webp' });
    expect(await store.describe('images/none')).toBeUndefined();
  });
});

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

test.each([
  ['a bucket that is not there', { bucket: 'nowhere' }, /does not exist.*S3_BUCKET/],
  ['an unknown key', { accessKeyId: 'OTHER' }, /does not know the key.*S3_ACCESS_KEY_ID/],
  ['a wrong secret', { secretAccessKey: 'another-secret' }, /not that of the key.*S3_SECRET_ACCESS_KEY/],
])('%s is told by the variable to look at, in the log alone', async (_, wrong, sentence) => {
  const store = s3BlobStore({ ...s3.options('pictures'), ...wrong });
  for (const ask of [() => store.get('a'), () => store.put('a', bytes, 'text/plain'), () => store.remove('a')]) {
    const error = await failure(ask());
    expect([error.code, error.status]).toEqual(['unavailable', 503]);
    expect(whyOf(error)).toMatch(sentence);
    expect(error.message).not.toContain('S3_');
    for (const secret of Object.values(wrong)) expect(whyOf(error)).not.toContain(secret);
  }
});

const xml = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

test.each([
  ['a right that is missing', 403, xml('AccessDenied'), /may not read .*s3:GetObject/],
  ['another region', 400, xml('AuthorizationHeaderMalformed'), /S3_REGION/],
  ['another address', 301, xml('PermanentRedirect'), /S3_ENDPOINT/],
  ['a page of somebody else', 404, '<html>Not Found</html>', /does not speak S3.*S3_ENDPOINT/],
])('%s is told', async (_, status, body, sentence) => {
  s3.setFault((_request, response) => Boolean(response.writeHead(status, { location: '/' }).end(body)));
  expect(whyOf(await failure(s3BlobStore(s3.options('pictures')).get('a')))).toMatch(sentence);
});

test.each([500, 503, 429])('one answer of %i is not the last word', async (status) => {
  const store = s3BlobStore(s3.options('pictures'));
  let left = 1;
  s3.setFault((_request, response) => left-- > 0 && Boolean(response.writeHead(status).end()));
  await store.put('again', bytes, 'text/plain');
  expect((await store.get('again'))?.bytes).toHaveLength(3);
});

test('a connection that breaks is tried once more, then told', async () => {
  const store = s3BlobStore(s3.options('pictures'));
  let asks = 0;
  s3.setFault((request) => Boolean(++asks && request.socket.destroy()));
  expect(whyOf(await failure(store.get('a')))).toMatch(/does not answer \(UND_ERR_SOCKET\).*S3_ENDPOINT/);
  expect(asks).toBe(2);
});

test('a store that stays out of order is told', async () => {
  s3.setFault((_request, response) => Boolean(response.writeHead(503).end(xml('SlowDown'))));
  const error = await failure(s3BlobStore(s3.options('pictures')).put('a', bytes, 'text/plain'));
  expect([error.message, whyOf(error)]).toEqual([
    'The store of pictures does not answer. Try again in a moment.',
    'The store of pictures does not answer (503 SlowDown): it is too busy or out of order.',
  ]);
});

test('a store that never answers is given up after two tries, and so is one that stops in the middle', async () => {
  const asked: Socket[] = [];
  // the client may open a connection that it then does not use
  const silent = createServer((socket) => socket.once('data', () => asked.push(socket))).listen(0, '127.0.0.1');
  await new Promise((done) => silent.once('listening', done));
  const { port } = silent.address() as AddressInfo;
  const begin = performance.now();
  const store = s3BlobStore({ ...s3.options('pictures'), endpoint: `http://127.0.0.1:${port}` }, LIMIT_MS);
  expect(whyOf(await failure(store.get('a')))).toMatch(/no answer within 300 ms/);
  expect(performance.now() - begin).toBeGreaterThan(2 * LIMIT_MS);
  expect(asked).toHaveLength(2);
  for (const socket of asked) socket.destroy();
  silent.close();
  s3.setFault((_request, response) => Boolean(response.writeHead(200, { 'content-length': 9 }).write('begun')));
  expect(whyOf(await failure(s3BlobStore(s3.options('pictures'), LIMIT_MS).get('a')))).toMatch(/no answer within/);
});

test('nobody there is told', async () => {
  const store = s3BlobStore({ ...s3.options('pictures'), endpoint: 'http://127.0.0.1:65500' });
  expect(whyOf(await failure(store.get('a')))).toMatch(/ECONNREFUSED.*S3_ENDPOINT/);
});

test('a key that could lead out of the bucket is not even asked for', async () => {
  const before = s3.asked.length;
  await expect(s3BlobStore(s3.options('pictures')).get('../other/secret')).rejects.toThrow('is no key of a file');
  expect(s3.asked).toHaveLength(before);
});
