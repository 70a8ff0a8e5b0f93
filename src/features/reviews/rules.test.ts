import { expect, test } from 'vitest';
import { publicState, slugsFor } from './rules.ts';

const [NEVER, ONCE, DELETED] = [null, '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];

test.each([
  ['public', 'published', ONCE, null],
  ['public', 'featured', ONCE, null],
  ['missing', 'draft', NEVER, null],
  ['missing', 'draft', ONCE, null],
  ['missing', 'archived', NEVER, null],
  ['gone', 'archived', ONCE, null],
  ['gone', 'published', ONCE, DELETED],
  ['missing', 'draft', ONCE, DELETED],
  ['missing', 'archived', NEVER, DELETED],
] as const)('%s: %s, first public %s, deleted %s', (state, status, first_published_at, deleted_at) => {
  expect(publicState({ status, first_published_at, deleted_at })).toBe(state);
});

test('a taken address gets a number, and in the end a random one', () => {
  const slugs = [...slugsFor('calm-tea', 'review-x')];
  expect(slugs.slice(0, 3)).toEqual(['calm-tea', 'calm-tea-2', 'calm-tea-3']);
  expect(slugs.at(-1)).toBe('calm-tea-review-x');
  expect(slugsFor('', 'review-x').next().value).toBe('review-x');
});
