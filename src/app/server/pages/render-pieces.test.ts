import { randomBytes } from 'node:crypto';
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
      // the second of a length is the tight form
      const other = 'y'.repeat(filled.length);
      expect(gunzipSync(pieces.gzip(other)).equals(Buffer.from(parts.join(other), 'utf8'))).toBe(true);
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

test('the same token in many links costs its length once', () => {
  const link = (i: number) =>
    `<li><a href="/out/${i}?v=${MARK}" rel="sponsored nofollow noopener">Check price</a></li>`;
  const pieces = cutPage(Array.from({ length: 20 }, (_, i) => link(i)).join(''), MARK);
  const token = randomBytes(150).toString('base64url');
  const loose = pieces.gzip(token);
  const tight = pieces.gzip(token);
  expect(loose.length).toBeGreaterThan(20 * token.length);
  expect(tight.length).toBeLessThan(3 * token.length);
  expect(gunzipSync(tight).equals(gunzipSync(loose))).toBe(true);
});

test.each([
  ['far apart', 'wellness '.repeat(5000), 100],
  ['one byte longer than a match can be', 'wellness', 259],
  ['as long as two matches', 'wellness', 516],
])('tokens %s come out right', (_name, between, length) => {
  const pieces = cutPage(`a${MARK}${between}${MARK}${between}${MARK}z`, MARK);
  for (const token of ['t', 'u', 'v'].map((letter) => letter.repeat(length))) {
    expect(gunzipSync(pieces.gzip(token)).toString()).toBe(`a${token}${between}${token}${between}${token}z`);
  }
});

test('no byte of the stand-in gets into a page, however often one is compressed', () => {
  // one byte has to stand as itself where no match can begin, and is noise that a trial may hit by chance
  for (let n = 0; n < 12_000; n += 1) {
    const pieces = cutPage(`a${MARK}b${MARK}c`, MARK);
    pieces.gzip('x');
    expect(gunzipSync(pieces.gzip('y')).toString()).toBe('aybyc');
  }
});
