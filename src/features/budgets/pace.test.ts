import { expect, test } from 'vitest';
import { paceOf, stateOf } from './pace.ts';

const dollars = (...all: number[]) => all.map((one) => BigInt(one) * 1_000_000n);
const M = 1_000_000n;

test('the rest of a month is as its last seven days that are over', () => {
  // ten days: three dear ones, then seven of 10
  const over = dollars(100, 100, 100, 10, 10, 10, 10, 10, 10, 10);
  expect(paceOf({ over, today: 4n * M, days: 30 })).toEqual({ spent: 374n * M, atThisPace: 370n * M + 200n * M });
});

test('a day that cost more than such a day already counts as it is', () => {
  expect(paceOf({ over: dollars(10, 10), today: 25n * M, days: 4 })).toEqual({
    spent: 45n * M,
    atThisPace: 20n * M + 25n * M + 10n * M,
  });
});

test('on the first day nothing is foretold, and of a month that is over nothing is to come', () => {
  expect(paceOf({ over: [], today: 3n * M, days: 30 })).toEqual({ spent: 3n * M, atThisPace: undefined });
  expect(paceOf({ over: dollars(...Array.from({ length: 30 }, () => 2)), today: 0n, days: 30 })).toEqual({
    spent: 60n * M,
    atThisPace: 60n * M,
  });
});

test.each([
  [100, 0, undefined, 'none'],
  [100, 101, 101, 'over'],
  [100, 100, 100, 'near'],
  [100, 80, 80, 'near'],
  [100, 79, 101, 'fast'],
  [100, 79, 100, 'within'],
  [0, 0, 0, 'within'],
  [0, 1, 1, 'over'],
] as const)('of %i, %i is spent and %s will be: %s', (amount, spent, pace, state) => {
  const at = { spent: BigInt(spent) * M, atThisPace: pace === undefined ? undefined : BigInt(pace) * M };
  expect(stateOf(at, state === 'none' ? undefined : BigInt(amount) * M)).toBe(state);
});
