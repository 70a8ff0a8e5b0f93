import { expect, test } from 'vitest';
import { isReservedSlug, SLUG, slugCandidates } from './slugs.ts';

test.each(['ab', '7day', 'spring_sale-2026', 'a'.repeat(64)])('%s is a slug', (slug) => {
  expect(slug).toMatch(SLUG);
});

test.each(['a', '-ab', '_ab', 'Ab', 'a b', 'a/b', 'a.b', 'é1', 'a'.repeat(65)])('"%s" is none', (slug) => {
  expect(slug).not.toMatch(SLUG);
});

test.each(['admin', 'go', 'offer-reviews', 'sitemap'])('%s is reserved', (slug) => {
  expect(isReservedSlug(slug)).toBe(true);
});

test.each([
  ['sleep', 'sleep-2'],
  ['sleep-2', 'sleep-3'],
  ['a'.repeat(64), `${'a'.repeat(62)}-2`],
])('what stands in for %s is a slug and another one', (taken, first) => {
  const candidates = slugCandidates(taken, 'abcdef');
  expect(candidates[0]).toBe(first);
  for (const slug of candidates) expect(slug).toMatch(SLUG);
  expect(candidates).not.toContain(taken);
  expect(new Set(candidates).size).toBeGreaterThanOrEqual(3);
});
