import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const bucket = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'a-secret-value',
};

test('without a bucket pictures lie in the data folder', () => {
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig({ S3_BUCKET: '', S3_CACHE_MB: '10' }).s3).toBeUndefined();
});

test('a bucket is read whole, with what nobody said filled in', () => {
  const { s3 } = readConfig(bucket);
  expect(s3).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'a-secret-value',
    style: 'path',
    cacheBytes: 512 * 1024 * 1024,
  });
  const said = { ...bucket, S3_REGION: 'auto', S3_STYLE: 'virtual-host', S3_CACHE_MB: '0' };
  expect(readConfig(said).s3).toMatchObject({ region: 'auto', style: 'virtual-host', cacheBytes: 0 });
});

test.each([
  ['the secret', { ...bucket, S3_SECRET_ACCESS_KEY: '' }, /need S3_SECRET_ACCESS_KEY too/],
  ['the keys', { S3_ENDPOINT: bucket.S3_ENDPOINT, S3_BUCKET: 'pictures' }, /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
  ['all but the region', { S3_REGION: 'auto' }, /S3_ENDPOINT and S3_BUCKET and S3_ACCESS_KEY_ID/],
])('a bucket without %s is refused with what is missing', (_, env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

test.each([
  ['an address with a password', { S3_ENDPOINT: 'https://me:hidden@s3.example.com' }, /S3_ENDPOINT: must be/],
  ['no address', { S3_ENDPOINT: 's3.example.com' }, /S3_ENDPOINT: must be/],
  ['a path for a bucket', { S3_BUCKET: '../other' }, /S3_BUCKET: must be/],
  ['another style', { S3_STYLE: 'vhost' }, /S3_STYLE/],
])('%s is refused, and never repeated', (_, env, sentence) => {
  const refused = () => readConfig({ ...bucket, ...env });
  expect(refused).toThrow(sentence);
  expect(refused).not.toThrow(/hidden|a-secret-value/);
});
