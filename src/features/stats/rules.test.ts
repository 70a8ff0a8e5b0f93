import { expect, test } from 'vitest';
import { moneyPer, ratioOf } from './rules.ts';

test('a rate without a base is nothing, not zero', () => {
  expect(ratioOf(0, 0)).toBeNull();
  expect(ratioOf(1, 4)).toBe(0.25);
});

test.each([
  [10_000_000n, 3, 1, '3.333333'],
  [20_000_000n, 3, 1, '6.666667'],
  [-20_000_000n, 3, 1, '-6.666667'],
  [1_000_000n, 8, 1000, '125.00'],
  [5n, 10, 1, '0.000001'],
  [0n, 5, 1, '0.00'],
])('%d micros over %d units, per %d = %s', (micros, units, per, text) => {
  expect(moneyPer(micros, units, per)).toBe(text);
});

test('money per nothing is nothing', () => {
  expect(moneyPer(5n, 0)).toBeNull();
});
