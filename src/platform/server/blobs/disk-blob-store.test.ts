import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
