import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeBlobStore } from './blob-store.conformance.ts';
import { diskBlobStore } from './disk-blob-store.ts';

const root = mkdtempSync(join(tmpdir(), 'guidepost-blobs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const fresh = (): string => mkdtempSync(join(root, 'store-'));

describeBlobStore(() => Promise.resolve(diskBlobStore(fresh())));

test('a write that fails leaves no draft behind', async () => {
  const folder = fresh();
  const store = diskBlobStore(folder);
  await store.put('a/b', new Uint8Array(1), 'text/plain');
  await expect(store.put('a', new Uint8Array(1), 'text/plain')).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['a']);
});

test('a key outside the folder is never touched', async () => {
  const store = diskBlobStore(join(fresh(), 'inner'));
  await expect(store.get('../secret')).rejects.toThrow('is no key of a file');
});

test('all keys are listed, with size and type, and drafts are not', async () => {
  const folder = fresh();
  const store = diskBlobStore(folder);
  expect(await diskBlobStore(join(folder, 'none')).list()).toEqual([]);
  await store.put('images/ab/one.webp', new Uint8Array(5), 'image/webp');
  await store.put('two', new Uint8Array(), 'text/plain; charset=utf-8');
  writeFileSync(join(folder, 'images/.draft'), 'left by a writer that died');
  expect((await store.list()).toSorted()).toEqual(['images/ab/one.webp', 'two']);
  expect(await store.describe('images/ab/one.webp')).toEqual({ size: 5, contentType: 'image/webp' });
  expect(await store.describe('two')).toEqual({ size: 0, contentType: 'text/plain; charset=utf-8' });
  expect(await store.describe('images/ab')).toBeUndefined();
});
