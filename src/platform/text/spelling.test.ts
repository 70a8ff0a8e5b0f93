import { expect, test } from 'vitest';
import { correctSpelling } from './spelling.ts';

const TEXTS = ['Water bottles for a desk', 'Magnesium glycinate', 'Calm tea, tested', 'Teas and mats'];

test.each([
  ['a letter changed', 'watar', 'water'],
  ['a letter too few', 'magnsium', 'magnesium'],
  ['a letter too many', 'deskk', 'desk'],
  ['two letters swapped', 'bottels', 'bottles'],
  ['two slips in a long word', 'magnseum', 'magnesium'],
  ['only the wrong one of several words', 'Calm tee', 'Calm tea'],
  ['a short word', 'mat tee', 'mats tea'],
])('%s: %s', (_name, typed, meant) => {
  expect(correctSpelling(typed, TEXTS)).toBe(meant);
});

test.each([
  ['what the texts hold', 'tea bottles'],
  ['what nothing is near to', 'xylophone'],
  ['two slips in a short word', 'bask'],
  ['words of two letters', 'fo'],
  ['signs', '"calm tea" -mats'],
  ['nothing', ''],
])('%s stays as it is', (_name, typed) => {
  expect(correctSpelling(typed, TEXTS)).toBe(typed);
});
