import { expect, test } from 'vitest';
import { seeded } from '../../../platform/dice.ts';
import { creditOf, MODELS, type Touched } from './shares.ts';

test('a conversion of three arrivals is the last one’s, the first one’s, or a third of each', () => {
  const credit = creditOf([{ own: 'c', touches: ['a', 'b', 'c'], conversions: 1, micros: 10n }]);
  expect(Object.fromEntries([...credit].map(([value, all]) => [value, all.linear]))).toEqual({
    a: { millionths: 333_333n, micros: 3n },
    b: { millionths: 333_333n, micros: 3n },
    c: { millionths: 333_334n, micros: 4n },
  });
  expect(credit.get('c')!.last).toEqual({ millionths: 1_000_000n, micros: 10n });
  expect(credit.get('a')!.first).toEqual({ millionths: 1_000_000n, micros: 10n });
  expect(credit.get('b')!.first).toEqual({ millionths: 0n, micros: 0n });
});

test('who came twice by the same way gives it both shares, and a click of which no arrival is known stands for itself', () => {
  const credit = creditOf<string | null>([
    { own: 'a', touches: ['a', 'a'], conversions: 1, micros: 5n },
    { own: null, touches: [], conversions: 2, micros: 7n },
  ]);
  expect(credit.get('a')).toEqual({
    last: { millionths: 1_000_000n, micros: 5n },
    first: { millionths: 1_000_000n, micros: 5n },
    linear: { millionths: 1_000_000n, micros: 5n },
  });
  expect(credit.get(null)!.linear).toEqual({ millionths: 2_000_000n, micros: 7n });
});

test('each of the three adds up to the whole, to the micro, refunds among it', () => {
  const random = seeded(7);
  const values = ['a', 'b', 'c', null];
  const draw = (most: number): number => Math.floor(random() * most);
  const all = Array.from({ length: 2000 }, (): Touched<string | null> => {
    const touches = Array.from({ length: draw(6) }, () => values[draw(4)]!);
    return {
      own: touches.at(-1) ?? values[draw(4)]!,
      touches,
      conversions: draw(3) - 1,
      micros: BigInt(draw(1e9) - 3e8),
    };
  });
  const credit = [...creditOf(all).values()];
  for (const model of MODELS) {
    expect(credit.reduce((sum, one) => sum + one[model].micros, 0n)).toBe(
      all.reduce((sum, one) => sum + one.micros, 0n),
    );
    expect(credit.reduce((sum, one) => sum + one[model].millionths, 0n)).toBe(
      all.reduce((sum, one) => sum + BigInt(one.conversions) * 1_000_000n, 0n),
    );
  }
});
