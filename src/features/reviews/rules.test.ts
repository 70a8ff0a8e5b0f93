import { expect, test } from 'vitest';
import { publicState } from './rules.ts';

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
