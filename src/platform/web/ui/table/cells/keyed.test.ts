import { expect, test } from 'vitest';
import { withUniqueKeys } from './with-unique-keys.ts';

test('entries keep their keys when another comes before them, and equal ones are told apart', () => {
  const keys = (entries: string[]) => withUniqueKeys(entries, (entry) => entry).map(({ key }) => key);
  expect(keys(['a', 'b', 'a'])).toEqual(['a', 'b', 'a (2)']);
  expect(keys(['c', 'a', 'b', 'a'])).toEqual(['c', 'a', 'b', 'a (2)']);
});
