import { expect, test } from 'vitest';
import { moneyPer, ratioOf, wilson, zOfTail } from './rules.ts';

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

test.each([
  [0.025, 1.959964],
  [0.005, 2.575829],
  [0.0001, 3.719016],
])('%d of a normal distribution lies above %d deviations', (share, z) => {
  expect(zOfTail(share)).toBeCloseTo(z, 4);
});

test('the interval of a rate is that of the textbook, and none where there is nothing to say', () => {
  const [low, high] = wilson(1, 10)!;
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.0179', '0.4042']);
  expect(wilson(0, 20)![0]).toBe(0);
  expect([wilson(0, 0), wilson(3, 2)]).toEqual([null, null]);
});
