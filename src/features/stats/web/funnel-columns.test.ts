import { expect, test } from 'vitest';
import { changeOf, rateText } from './funnel-columns.tsx';

test.each([
  ['a fifth more', 120, 100, 0.2],
  ['money', '5.00', '10.00', -0.5],
  ['something where nothing was', 1, 0, null],
  ['a rate where there was none', 0.5, null, null],
  ['nothing, as before', 0, 0, undefined],
  ['no rate, as before', null, null, undefined],
  ['no rate any more', null, 0.3, undefined],
  ['nothing any more', 0, 4, -1],
  ['nothing compared', 7, undefined, undefined],
])('the change of %s', (_name, now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});

test('one of one is told as the little that it is', () => {
  expect(rateText(1, 1)).toBe('1 / 1, so in 95 of 100 cases between 20.7% and 100.0%');
  expect(rateText(0, 0)).toBe('0 / 0');
});
