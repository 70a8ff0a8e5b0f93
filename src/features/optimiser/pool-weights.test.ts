import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weightsOf, wholeShares } from './pool-weights.ts';

test('whole shares sum to 100 and miss the exact ones by less than a point', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 100 }), (weights) => {
      const shares = wholeShares(weights);
      const total = weights.reduce((sum, one) => sum + one, 0);
      expect(shares.reduce((sum, one) => sum + one, 0)).toBe(100);
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - (weights[index]! / total) * 100)).toBeLessThan(1);
    }),
  );
  expect(wholeShares([1, 1, 1])).toEqual([34, 33, 33]);
});

test('new shares become the weights, and what is paused keeps its measure against them', () => {
  const pool = [
    { id: 1, weight: 300 },
    { id: 2, weight: 100 },
    { id: 3, weight: 200 },
    { id: 4, weight: 0 },
  ];
  expect([
    ...weightsOf(
      pool,
      new Map([
        [1, 80],
        [2, 20],
      ]),
    ),
  ]).toEqual([
    [1, 80],
    [2, 20],
    [3, 50],
  ]);
});

test('nobody is shut out by a share of 0', () => {
  const pool = [
    { id: 1, weight: 999 },
    { id: 2, weight: 1 },
  ];
  expect(
    weightsOf(
      pool,
      new Map([
        [1, 100],
        [2, 0],
      ]),
    ).get(2),
  ).toBe(1);
});
