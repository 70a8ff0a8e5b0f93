import { expect, test } from 'vitest';
import { normal, poisson, seeded } from '../../../platform/dice.ts';
import { zOfTail } from '../../reports/rules.ts';
import { bounds, likelyBest, PLANNED_DAYS, type ArmDay } from './sequential.ts';

/** Days of visits to arms with these true rates; traffic grows, falls and has weekends. */
function history(rates: readonly number[], visitsADay: number, random: () => number): ArmDay[][] {
  const slope = 0.5 + random();
  return Array.from({ length: PLANNED_DAYS }, (_, day) => {
    const share = ((day % 7 > 4 ? 0.6 : 1.15) * (slope + ((1 - slope) * 2 * day) / PLANNED_DAYS)) / rates.length;
    return rates.map((rate, arm) => {
      const cases = poisson(visitsADay * share, random);
      // a binomial draw, by its normal neighbour where both sides are many
      const mean = cases * rate;
      const hits =
        mean > 30
          ? Math.round(mean + Math.sqrt(mean * (1 - rate)) * normal(random))
          : Array.from({ length: cases }, random).filter((drawn) => drawn < rate).length;
      return { arm, place: 0, hits: Math.max(0, Math.min(cases, hits)), cases };
    });
  });
}

const namedOf = (runs: number, rates: readonly number[], visitsADay: number, seed: number) => {
  const random = seeded(seed);
  const named = Array.from({ length: runs }, () =>
    likelyBest(
      rates.map((_, arm) => arm),
      history(rates, visitsADay, random),
    ),
  );
  return named.filter((one) => one !== undefined);
};

test('the boundaries are those of Lan and DeMets: far out at first, near the fixed test at the end', () => {
  const all = bounds(0.025);
  expect(all).toHaveLength(PLANNED_DAYS);
  expect(all.every((one, i) => i === 0 || one <= all[i - 1]!)).toBe(true);
  // more than for five looks (2.04 in the tables of 1983), less than for a path that is watched at every moment
  expect(all.at(-1)).toBeGreaterThan(2.04);
  expect(all.at(-1)).toBeLessThan(zOfTail(0.025 / 2));
  // the first look spends all that it may by itself: its own tail
  expect(all[9]).toBeGreaterThan(3.4);
});

test('over 2,000 histories of 30 days without a difference, looked at each day, a winner is named in at most 5 %', () => {
  for (const [arms, runs] of [
    [2, 2000],
    [3, 400],
    [5, 200],
  ] as const) {
    const named = namedOf(runs, Array(arms).fill(0.1), 400, arms);
    expect(named.length / runs, `${arms} arms`).toBeLessThanOrEqual(0.05);
  }
});

test('with the traffic that gives a fixed test 80 %, at least 70 % of true winners are named, and no other', () => {
  const [better, worse] = [0.12, 0.1];
  const spread = Math.sqrt(better * (1 - better) + worse * (1 - worse));
  const perArm = (((zOfTail(0.025) + zOfTail(0.2)) * spread) / (better - worse)) ** 2;
  const named = namedOf(2000, [better, worse], (2 * perArm) / PLANNED_DAYS, 4);
  expect(named.filter(({ arm }) => arm === 0).length / 2000).toBeGreaterThanOrEqual(0.7);
  expect(named.filter(({ arm }) => arm === 1).length / 2000).toBeLessThan(0.005);
});

test('who looked each day at a fixed test would be fooled: the same histories cross it far more often', () => {
  const random = seeded(1);
  let fooled = 0;
  for (let run = 0; run < 300; run += 1) {
    const sums = [0, 1].map(() => ({ hits: 0, cases: 0 }));
    const isCrossed = history([0.1, 0.1], 400, random).some((day) => {
      for (const { arm, hits, cases } of day)
        Object.assign(sums[arm]!, { hits: sums[arm]!.hits + hits, cases: sums[arm]!.cases + cases });
      const [a, b] = sums as [(typeof sums)[0], (typeof sums)[0]];
      const rate = (a.hits + b.hits) / (a.cases + b.cases);
      const z = (a.hits / a.cases - b.hits / b.cases) / Math.sqrt(rate * (1 - rate) * (1 / a.cases + 1 / b.cases));
      return Math.abs(z) > zOfTail(0.02);
    });
    if (isCrossed) fooled += 1;
  }
  expect(fooled / 300).toBeGreaterThan(0.12);
});

test('products are held against each other only where both have stood', () => {
  const day = (lines: readonly [arm: number, place: number, hits: number, cases: number][]): ArmDay[] =>
    lines.map(([arm, place, hits, cases]) => ({ arm, place, hits, cases }));
  // the first place draws three times as much, whoever stands there
  const fixed = Array.from({ length: 30 }, () =>
    day([
      [1, 1, 90, 300],
      [2, 2, 30, 300],
    ]),
  );
  expect(likelyBest([1, 2], fixed)).toBeUndefined();
  const rotated = fixed.map((one, i) =>
    i % 2 === 0
      ? one
      : day([
          [2, 1, 60, 300],
          [1, 2, 45, 300],
        ]),
  );
  expect(likelyBest([1, 2], rotated)).toMatchObject({ arm: 1 });
});

test.each([
  ['one arm', [1], [[{ arm: 1, place: 0, hits: 50, cases: 100 }]]],
  ['no day', [1, 2], []],
  ['an arm that nobody saw', [1, 2], Array.from({ length: 30 }, () => [{ arm: 1, place: 0, hits: 50, cases: 100 }])],
] as const)('nobody is named of %s', (_name, arms, looks) => {
  expect(likelyBest(arms, looks)).toBeUndefined();
});
