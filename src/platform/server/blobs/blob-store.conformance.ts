import { expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What every adapter of `BlobStore` holds to. @param open a store without any file */
export function describeBlobStore(open: () => Promise<BlobStore>): void {
  test('a file comes back byte for byte, with its content type', async () => {
    const store = await open();
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
    await store.put('media/ab/one-800.webp', bytes, 'image/webp');
    const found = await store.get('media/ab/one-800.webp');
    expect(found?.contentType).toBe('image/webp');
    expect(Buffer.compare(Buffer.from(found?.bytes ?? []), Buffer.from(bytes))).toBe(0);
  });

  test('an empty file is a file', async () => {
    const store = await open();
    await store.put('empty', new Uint8Array(), 'text/plain; charset=utf-8');
    expect((await store.get('empty'))?.bytes).toHaveLength(0);
    expect((await store.get('empty'))?.contentType).toBe('text/plain; charset=utf-8');
  });

  test('a key that is not there, or is only the beginning of one, is undefined', async () => {
    const store = await open();
    await store.put('media/ab/one', bytesOf('1'), 'text/plain');
    expect(await store.get('media/ab/two')).toBeUndefined();
    expect(await store.get('media/ab')).toBeUndefined();
    expect(await store.get('media/ab/one/more')).toBeUndefined();
  });

  test('writing a key again replaces bytes and content type', async () => {
    const store = await open();
    await store.put('a', bytesOf('a long text'), 'text/plain');
    await store.put('a', bytesOf('b'), 'text/css');
    const found = await store.get('a');
    expect([Buffer.from(found?.bytes ?? []).toString(), found?.contentType]).toEqual(['b', 'text/css']);
  });

  test('of many writers of one key one wins whole', async () => {
    const store = await open();
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(5000));
    await Promise.all(texts.map((text) => store.put('a', bytesOf(text), 'text/plain')));
    expect(texts).toContain(Buffer.from((await store.get('a'))?.bytes ?? []).toString());
  });

  test('what is removed is gone, and removing it again is no error', async () => {
    const store = await open();
    await store.put('a/b', bytesOf('1'), 'text/plain');
    await store.remove('a/b');
    await store.remove('a/b');
    expect(await store.get('a/b')).toBeUndefined();
  });

  test.each([
    '',
    '/etc/passwd',
    '../a',
    'a/../../b',
    'a//b',
    'a/',
    'A',
    'a b',
    '.hidden',
    'a/.b',
    'ä',
    'a\0b',
    'a'.repeat(201),
  ])('%j is refused as a key', async (key) => {
    const store = await open();
    await expect(store.put(key, bytesOf('1'), 'text/plain')).rejects.toThrow();
    await expect(store.get(key)).rejects.toThrow();
    await expect(store.remove(key)).rejects.toThrow();
  });
}
