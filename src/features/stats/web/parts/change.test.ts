import { expect, test } from 'vitest';
import { changeOf, signedChange, sizeOfChange } from './change.ts';

test.each([
  ['a fifth more', 120, 100, 0.2],
  ['money', '5.00', '10.00', -0.5],
  ['something where nothing was', 1, 0, null],
  ['a rate where there was none', 0.5, null, null],
  ['nothing, as before', 0, 0, undefined],
  ['no rate, as before', null, null, undefined],
  ['no rate any more', null, 0.3, undefined],
  ['nothing any more', 0, 4, -1],
  ['a loss that became a profit', '58.28', '-4.70', undefined],
  ['a loss half as large', '-5.00', '-10.00', 0.5],
  ['nothing compared', 7, undefined, undefined],
])('the change of %s', (_name, now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});

test('growth from next to nothing is a multiple, not a million percent', () => {
  expect(sizeOfChange(changeOf(27_149, 1)!)).toBe('×27,149');
  expect(sizeOfChange(changeOf(80, 100)!)).toBe('20.0%');
});

test.each([
  [80, 100, '−20.0%'],
  [100, 80, '+25.0%'],
  [27_149, 1, '×27,149'],
])('%s after %s has its sign, a multiple none', (now, before, words) => {
  expect(signedChange(changeOf(now, before)!)).toBe(words);
});
