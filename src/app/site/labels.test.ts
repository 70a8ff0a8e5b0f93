import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count, excerpt, longDate } from './labels.ts';

test.each([
  ['<p>One &amp; two.</p><p>Three</p>', 'One & two. Three'],
  ['<ul><li>a</li><li>b</li></ul>', 'a b'],
  ['&amp;lt;b&gt;', '&lt;b>'],
  [null, ''],
])('the text of %s', (html, text) => {
  expect(excerpt(html)).toBe(text);
});

test('an excerpt is never longer than asked', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 40, max: 200 }), (text, max) => {
      expect(excerpt(text, max).length).toBeLessThanOrEqual(max);
    }),
  );
});

test('a date is that of the zone', () => {
  expect(longDate('2026-01-01T02:00:00Z', 'America/New_York')).toBe('December 31, 2025');
  expect(longDate('2026-01-01T02:00:00Z', 'UTC')).toBe('January 1, 2026');
});

test('one is not many', () => {
  expect([count(0, 'product'), count(1, 'product'), count(2, 'product')]).toEqual([
    '0 products',
    '1 product',
    '2 products',
  ]);
});
