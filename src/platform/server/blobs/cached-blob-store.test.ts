import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import type { BlobStore } from './blob-store.ts';
import { describeBlobStore } from './blob-store.conformance.ts';
import { cachedBlobStore } from './cached-blob-store.ts';
import { diskBlobStore } from './disk-blob-store.ts';

const root = mkdtempSync(join(tmpdir(), 'guidepost-cache-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (): string => mkdtempSync(join(root, 'store-'));

const HOUR_MS = 3_600_000;
const BLOCK = 4096;
const TYPE = 'image/webp';
const bytesOf = (letter: string, size = 10): Buffer => Buffer.alloc(size, letter);

/** A store that is far away: how often it was asked is counted, and it can be away. */
function far() {
  const store = diskBlobStore(fresh());
  const asked: string[] = [];
  const state = { isAway: false };
  const blobs: BlobStore = {
    ...store,
    get(key) {
      asked.push(key);
      return state.isAway ? Promise.reject(new Error('away')) : store.get(key);
    },
  };
  return { blobs, asked, state };
}

function open({ maxBytes = 100 * BLOCK, folder = fresh(), hasRoom = true, store = far() } = {}) {
  let nowMs = Date.parse('2026-11-26T12:00:00Z');
  const given = {
    store: store.blobs,
    copies: diskBlobStore(folder),
    maxBytes,
    hasRoom: () => Promise.resolve(hasRoom),
    clock: () => new Date(nowMs),
    log: createLog('silent'),
  };
  return {
    ...store,
    folder,
    cache: cachedBlobStore(given),
    /** Another instance, with a disk of its own. */
    other: () => cachedBlobStore({ ...given, copies: diskBlobStore(fresh()) }),
    again: () => cachedBlobStore(given),
    pass: (ms: number) => void (nowMs += ms),
    textOf: async (cache: BlobStore, key: string) =>
      (await cache.get(key).then((found) => found && Buffer.from(found.bytes).toString()))?.[0],
  };
}

const kept = (folder: string) => diskBlobStore(folder).list();
const untilKept = (folder: string, keys: string[]) =>
  vi.waitFor(async () => expect((await kept(folder)).toSorted()).toEqual(keys));

describeBlobStore(() => Promise.resolve(open().cache));

test('what was read is read from the copy for an hour, then the store is asked again', async () => {
  const { cache, asked, folder, pass } = open();
  await cache.put('a', bytesOf('a'), TYPE);
  await cache.get('a');
  await untilKept(folder, ['a']);
  pass(HOUR_MS - 1);
  expect(await cache.get('a')).toEqual({ bytes: bytesOf('a'), contentType: TYPE });
  expect(asked).toEqual(['a']);
  pass(1);
  await cache.get('a');
  expect(asked).toEqual(['a', 'a']);
});

test('readers who come at once share one ask', async () => {
  const { cache, asked } = open();
  await cache.put('a', bytesOf('a'), TYPE);
  await Promise.all(Array.from({ length: 20 }, () => cache.get('a')));
  expect(asked).toEqual(['a']);
});

test('what was read least recently makes room, and what is larger than all of it is never kept', async () => {
  const { cache, folder } = open({ maxBytes: 3 * BLOCK });
  for (const key of ['a', 'b', 'c', 'd']) await cache.put(key, bytesOf(key, BLOCK), TYPE);
  await cache.put('large', bytesOf('l', 3 * BLOCK + 1), TYPE);
  for (const key of ['a', 'b', 'c']) {
    await cache.get(key);
    await vi.waitFor(async () => expect(await kept(folder)).toContain(key));
  }
  await cache.get('a');
  await cache.get('large');
  await cache.get('d');
  await untilKept(folder, ['a', 'c', 'd']);
});

test('a folder that is lost while the program runs is no loss', async () => {
  const { cache, asked, folder, textOf } = open();
  await cache.put('a', bytesOf('a'), TYPE);
  await cache.get('a');
  await untilKept(folder, ['a']);
  rmSync(folder, { recursive: true });
  expect(await textOf(cache, 'a')).toBe('a');
  await untilKept(folder, ['a']);
  expect(await textOf(cache, 'a')).toBe('a');
  expect(asked).toEqual(['a', 'a']);
});

test('what this instance writes or removes is never served as it was', async () => {
  const { cache, folder, textOf } = open();
  await cache.put('a', bytesOf('1'), TYPE);
  await cache.get('a');
  await untilKept(folder, ['a']);
  await cache.put('a', bytesOf('2'), TYPE);
  expect(await textOf(cache, 'a')).toBe('2');
  await untilKept(folder, ['a']);
  await cache.remove('a');
  expect(await cache.get('a')).toBeUndefined();
  await untilKept(folder, []);
});

test('an answer that was under way while the file was replaced is not kept', async () => {
  const store = far();
  const { get } = store.blobs;
  let letGo: (() => void) | undefined;
  store.blobs.get = async (key) => {
    const found = await get(key);
    if (!letGo) await new Promise<void>((done) => (letGo = done));
    return found;
  };
  const { cache, folder, textOf } = open({ store });
  await store.blobs.put('a', bytesOf('1'), TYPE);
  const early = textOf(cache, 'a');
  await vi.waitFor(() => expect(letGo).toBeDefined());
  await cache.put('a', bytesOf('2'), TYPE);
  letGo!();
  expect(await early).toBe('1');
  await sleep(50);
  expect(await textOf(cache, 'a')).toBe('2');
  await untilKept(folder, ['a']);
  expect(await textOf(cache, 'a')).toBe('2');
});

test('what another instance replaced or removed is served for an hour at most', async () => {
  const { cache, other, folder, pass, textOf } = open();
  for (const key of ['a', 'b']) await cache.put(key, bytesOf('1'), TYPE);
  await Promise.all([cache.get('a'), cache.get('b')]);
  await untilKept(folder, ['a', 'b']);
  await other().put('a', bytesOf('2'), TYPE);
  await other().remove('b');
  expect([await textOf(cache, 'a'), await textOf(cache, 'b')]).toEqual(['1', '1']);
  pass(HOUR_MS);
  expect([await textOf(cache, 'a'), await textOf(cache, 'b')]).toEqual(['2', undefined]);
  await untilKept(folder, ['a']);
});

test('while the store is away copies of any age are served, and it is asked once a minute', async () => {
  const { cache, again, asked, state, folder, pass, textOf } = open();
  await cache.put('a', bytesOf('a'), TYPE);
  await cache.get('a');
  await untilKept(folder, ['a']);
  state.isAway = true;
  pass(5 * HOUR_MS);
  expect([await textOf(cache, 'a'), await textOf(cache, 'a')]).toEqual(['a', 'a']);
  expect(asked).toHaveLength(2);
  await expect(cache.get('b')).rejects.toThrow('away');
  // the next start too
  const next = again();
  await vi.waitFor(async () => expect(await textOf(next, 'a')).toBe('a'));
  state.isAway = false;
  pass(60_000);
  asked.length = 0;
  await next.get('a');
  expect(asked).toEqual(['a']);
});

test('a smaller bound takes from what an earlier start left', async () => {
  const { cache, folder, blobs } = open();
  for (const key of ['a', 'b', 'c']) {
    await cache.put(key, bytesOf(key, BLOCK), TYPE);
    await cache.get(key);
  }
  await untilKept(folder, ['a', 'b', 'c']);
  open({ folder, maxBytes: BLOCK, store: { blobs, asked: [], state: { isAway: false } } });
  await vi.waitFor(async () => expect(await kept(folder)).toHaveLength(1));
});

test('on a disk without room nothing is kept, and pictures are served all the same', async () => {
  const { cache, folder, textOf } = open({ hasRoom: false });
  await cache.put('a', bytesOf('a'), TYPE);
  expect(await textOf(cache, 'a')).toBe('a');
  await sleep(50);
  expect(readdirSync(folder)).toEqual([]);
});
