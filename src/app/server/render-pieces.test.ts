import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutPage } from './render-pieces.ts';

const MARK = 'm4rk';

test('a page comes out whole with the token in each place, plain and compressed', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 }).map((part) => part.replaceAll(MARK, ''));
  const token = fc.stringMatching(/^[A-Za-z0-9_.-]{0,900}$/);
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), token, (parts, filled) => {
      const pieces = cutPage(parts.join(MARK), MARK);
      const expected = Buffer.from(parts.join(filled), 'utf8');
      expect(pieces.plain(filled).equals(expected)).toBe(true);
      // gunzip judges length and checksum too
      expect(gunzipSync(pieces.gzip(filled)).equals(expected)).toBe(true);
      expect(gunzipSync(pieces.gzip(`${filled}x`)).equals(Buffer.from(parts.join(`${filled}x`), 'utf8'))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a page without a place for a token stays as it is', () => {
  const pieces = cutPage('<p>é</p>', MARK);
  expect(pieces.plain('t').toString()).toBe('<p>é</p>');
  expect(gunzipSync(pieces.gzip('t')).toString()).toBe('<p>é</p>');
});

test('a large page of several megabytes keeps its checksum', () => {
  const part = 'wellness '.repeat(200_000);
  expect(gunzipSync(cutPage(part + MARK + part, MARK).gzip('t')).toString()).toBe(`${part}t${part}`);
});
