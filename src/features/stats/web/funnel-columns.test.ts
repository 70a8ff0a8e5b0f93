import { expect, test } from 'vitest';
import { rateText } from './funnel-columns.tsx';

test('one of one is told as the little that it is', () => {
  expect(rateText(1, 1)).toBe('1 / 1, so in 95 of 100 cases between 20.7% and 100.0%');
  expect(rateText(0, 0)).toBe('0 / 0');
});
