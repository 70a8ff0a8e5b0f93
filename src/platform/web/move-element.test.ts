import { expect, test } from 'vitest';
import { moveElement } from './move-element.ts';

test.each([
  ['up', 2, 0, ['c', 'a', 'b']],
  ['down', 0, 2, ['b', 'c', 'a']],
  ['nowhere', 1, 1, ['a', 'b', 'c']],
])('an element moves %s', (_name, from, to, result) => {
  expect(moveElement(['a', 'b', 'c'], from, to)).toEqual(result);
});
