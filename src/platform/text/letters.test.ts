import { expect, test } from 'vitest';
import { beginning, initial, shortened } from './letters.ts';

const FAMILY = '👩‍👩‍👧‍👦';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  [FAMILY.repeat(5), 5, FAMILY.repeat(5)],
  [FAMILY.repeat(6), 5, `${FAMILY.repeat(4)}…`],
  ['e\u0301'.repeat(6), 5, `${'e\u0301'.repeat(4)}…`],
])('%j in %i letters is %j', (text, max, expected) => {
  expect(shortened(text, max)).toBe(expected);
});

test.each([
  ['short', 'short'],
  ['two\n\nlines', 'two lines'],
  ['word '.repeat(60), `${'word '.repeat(28).trim()}…`],
  ['x'.repeat(300), `${'x'.repeat(139)}…`],
  [`${'word '.repeat(26)}ends. More of it`, `${'word '.repeat(26)}ends…`],
  [FAMILY.repeat(141), `${FAMILY.repeat(139)}…`],
])('the beginning of %j is %j', (text, expected) => {
  expect(beginning(text, 140)).toBe(expected);
});

test.each([
  ['Tea', 'T'],
  [' ähren', 'Ä'],
  [`${FAMILY} first`, FAMILY],
  ['', '?'],
])('the initial of %j is %j', (text, letter) => {
  expect(initial(text)).toBe(letter);
});
