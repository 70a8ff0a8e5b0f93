import { expect, test } from 'vitest';
import {
  imageKey,
  quotaReason,
  readImageKey,
  storedSize,
  tooLargeReason,
  variantKey,
  variantMimes,
  variantWidths,
  worthKeeping,
  wrongTypeReason,
} from './rules.ts';

test.each([
  ['wider than all', 2560, [320, 640, 1280]],
  ['as wide as the widest', 1280, [320, 640, 1280]],
  ['between two', 500, [320, 500]],
  ['narrower than all', 90, [90]],
])('a picture %s has forms up to its own width', (_name, width, widths) => {
  expect(variantWidths(width, 800)).toEqual(widths);
});

test.each([
  ['a photo', 1600, 1200, ['image/avif', 'image/webp']],
  ['a tall chart', 1280, 7800, ['image/webp']],
  ['a wide one that is shown smaller', 8000, 5000, ['image/avif', 'image/webp']],
])('%s comes in formats that can be made in little memory', (_name, width, height, mimes) => {
  expect(variantMimes(width, height)).toEqual(mimes);
});

const forms = (mime: 'image/avif' | 'image/webp', ...sizes: number[]) =>
  sizes.map((size) => ({ mime, bytes: new Uint8Array(size) }));

test.each([
  ['both formats when AVIF is the smaller', [100, 900], [200, 950], 10_000, ['avif', 'avif', 'webp', 'webp']],
  ['WebP alone when AVIF is not', [300, 900], [200, 950], 10_000, ['webp', 'webp']],
  ['nothing when the picture is smaller', [100, 9000], [200, 9000], 8000, []],
  ['nothing of a picture that is small already', [100], [200], 4000, []],
])('%s', (_name, avif, webp, picture, kept) => {
  const all = [...forms('image/avif', ...avif), ...forms('image/webp', ...webp)];
  expect(worthKeeping(all, picture).map((one) => one.mime.slice(6))).toEqual(kept);
});

test.each([
  ['a small picture stays', 800, 600, { width: 800, height: 600 }],
  ['a tall chart keeps its width', 800, 6000, { width: 800, height: 6000 }],
  ['a photo is stored 2560 wide', 4000, 3000, { width: 2560, height: 1920 }],
  ['an enormous square ends at ten million pixels', 6300, 6300, { width: 2560, height: 2560 }],
  ['a line stays one pixel high', 40_000, 1, { width: 2560, height: 1 }],
])('%s', (_name, width, height, stored) => {
  expect(storedSize(width, height)).toEqual(stored);
});

test.each([
  ['40 million pixels', { width: 8000, height: 5000, frames: 1 }, undefined],
  ['one row more', { width: 8000, height: 5001, frames: 1 }, /40 million pixels/],
  ['300 small frames', { width: 10, height: 10, frames: 300 }, undefined],
  ['301 frames', { width: 10, height: 10, frames: 301 }, /301 frames/],
  ['frames that are too many pixels together', { width: 1000, height: 1000, frames: 41 }, /40 million pixels/],
])('%s', (_name, size, reason) => {
  if (reason) expect(tooLargeReason(size)).toMatch(reason);
  else expect(tooLargeReason(size)).toBeUndefined();
});

test.each([
  ['its type', 'image/svg+xml', ''],
  ['its first element', undefined, '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['an element behind a prolog', 'application/xml', '<?xml version="1.0"?>\n<!-- hi -->\n<SVG >'],
])('SVG is told apart by %s', (_name, mime, head) => {
  expect(wrongTypeReason(mime, head)).toMatch(/^SVG is not accepted/);
});

test('the store is full by files, by bytes, or for this hour', () => {
  const some = { files: 5, bytes: 5, recent: 5 };
  expect(quotaReason(some)).toBeUndefined();
  expect(quotaReason({ ...some, files: 10_000 })).toMatchObject({ isSoonOver: false });
  expect(quotaReason({ ...some, bytes: 2 ** 31 })).toMatchObject({ isSoonOver: false });
  expect(quotaReason({ ...some, recent: 60 })).toMatchObject({ isSoonOver: true });
});

test('a key is read back, and nothing else is a key', () => {
  const hash = 'ab'.repeat(32);
  expect(readImageKey(imageKey(hash, 'image/jpeg'))).toEqual({ name: `${hash}.jpg`, mime: 'image/jpeg' });
  const small = variantKey(hash, { mime: 'image/avif', width: 640 });
  expect(readImageKey(small)).toEqual({ name: `${hash}-640.avif`, mime: 'image/avif' });
  for (const key of [
    '',
    '../secret.key',
    `images/ab/${hash}.svg`,
    `images/ab/../${hash}.png`,
    `images/ab/${hash}.png/`,
    `images/ab/${hash}-0.avif`,
    `images/ab/${hash}-12345.avif`,
    `images/ab/${hash}-.webp`,
  ]) {
    expect(readImageKey(key)).toBeUndefined();
  }
});
