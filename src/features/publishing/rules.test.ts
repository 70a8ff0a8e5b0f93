import { expect, test } from 'vitest';
import { slugsFor } from './rules.ts';

test('a taken address gets a number, and in the end a random one', () => {
  const slugs = [...slugsFor('calm-tea', 'review-x')];
  expect(slugs.slice(0, 3)).toEqual(['calm-tea', 'calm-tea-2', 'calm-tea-3']);
  expect(slugs.at(-1)).toBe('calm-tea-review-x');
  expect(slugsFor('', 'review-x').next().value).toBe('review-x');
});
