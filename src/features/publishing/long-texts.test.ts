import { expect, test } from 'vitest';
import { textOf } from './rules.ts';

/** Seen red: half a minute for one text; the time grew with its square. */
test('a text with a gap as long as a text may be is read at once', () => {
  const gap = ' '.repeat(256 * 1024);
  expect(textOf(`<p>a</p>${gap}<p>b</p>`)).toBe('a\nb');
  expect(textOf(`a${gap}b`)).toHaveLength(gap.length + 2);
});
