import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spread } from './spread.ts';

test('parts add up to the amount, none is off by a micro, and the same weights get the same or one more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc
        .array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 60 })
        .filter((all) => all.some((one) => one > 0)),
      (total, weights) => {
        const parts = spread(total, weights);
        expect(parts.reduce((all, part) => all + part, 0n)).toBe(total);
        const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
        weights.forEach((weight, i) => {
          const off = parts[i]! * sum - total * BigInt(weight);
          expect(off > -sum && off < sum).toBe(true);
          if (weight === 0) expect(parts[i]).toBe(0n);
        });
      },
    ),
  );
});

test('what is left over goes to those that lost most by it', () => {
  expect(spread(10n, [1, 1, 1])).toEqual([4n, 3n, 3n]);
  expect(spread(100n, [1, 2, 4])).toEqual([14n, 29n, 57n]);
});
