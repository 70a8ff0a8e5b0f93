import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCeph, startCeph } from '../../../../tests/support/ceph.ts';
import { knowNamesOfLocalhost } from '../../../../tests/support/names-of-localhost.ts';
import { describeBlobStore } from './blob-store.conformance.ts';
import { s3BlobStore } from './s3-blob-store.ts';
import { whyOf } from './s3-refusals.ts';

/** A production engine that speaks S3, from the packages of Debian. */

const missing = findCeph();

describe.skipIf(missing !== undefined)(`on the gateway of Ceph${missing === undefined ? '' : ` (${missing})`}`, () => {
  let ceph: Awaited<ReturnType<typeof startCeph>>;
  let buckets = 0;
  beforeAll(async () => {
    ceph = await startCeph();
  });
  afterAll(() => ceph?.stop());

  async function makeBucket(): Promise<string> {
    const name = `bucket-${++buckets}`;
    const { endpoint, ...keys } = ceph.options(name);
    const signer = new AwsV4Signer({ ...keys, method: 'PUT', url: `${endpoint}/${name}`, service: 's3' });
    const { url, headers } = await signer.sign();
    expect((await fetch(url, { method: 'PUT', headers })).status).toBe(200);
    return name;
  }

  describe.each(['path', 'virtual-host'] as const)('with the bucket by %s', (style) => {
    beforeEach(knowNamesOfLocalhost);

    describeBlobStore(async () => s3BlobStore(ceph.options(await makeBucket(), style)));

    test('all keys are listed, page by page, with size and type', async () => {
      const store = s3BlobStore(ceph.options(await makeBucket(), style));
      const keys = Array.from({ length: 1100 }, (_, index) => `images/${String(index).padStart(4, '0')}.webp`);
      const put = (key: string) => store.put(key, new Uint8Array(3), 'image/webp');
      for (let at = 0; at < keys.length; at += 20) await Promise.all(keys.slice(at, at + 20).map(put));
      expect((await store.list()).toSorted()).toEqual(keys);
      expect(await store.describe(keys[0]!)).toEqual({ size: 3, contentType: 'image/webp' });
      expect(await store.describe('images/none')).toBeUndefined();
    });
  });

  test.each([
    ['a bucket that is not there', { bucket: 'nowhere' }, /does not exist.*S3_BUCKET/],
    ['an unknown key', { accessKeyId: 'OTHER' }, /does not know the key.*S3_ACCESS_KEY_ID/],
    ['a wrong secret', { secretAccessKey: 'another-secret' }, /not that of the key.*S3_SECRET_ACCESS_KEY/],
  ])('%s is told by the variable to look at', async (_, wrong, sentence) => {
    const store = s3BlobStore({ ...ceph.options('pictures'), ...wrong });
    for (const ask of [() => store.get('a'), () => store.put('a', new Uint8Array(1), 'text/plain')])
      expect(await ask().catch(whyOf)).toMatch(sentence);
  });
});
