import { expect, test } from 'vitest';
import { poisson, seeded } from '../../platform/dice.ts';
import { judge, poissonAtMost, type Placement, type Rule } from './evidence.ts';

const RULE: Rule = { minVisits: 50, belowMicros: 0n, certainty: 0.9 };
const UNIT = 1_000_000;

test.each([
  [0, 1, Math.exp(-1)],
  [2, 3, Math.exp(-3) * (1 + 3 + 4.5)],
  // summed with 60 digits
  [80, 100, 0.022_649_18],
  [950, 1000, 0.057_836_3],
  [30, 20, 0.986_525_3],
])('not above %d at %d', (count, mean, chance) => {
  expect(poissonAtMost(count, mean)).toBeCloseTo(chance, 5);
});

const sizeOf = ({ sum, sumOfSquares }: { sum: number; sumOfSquares: number }): number =>
  sum > 0 ? sumOfSquares / sum : 0;

type World = {
  sites: number;
  /** What a visit should earn, as a part of what it costs. */
  worth: (site: number) => number;
  payouts: readonly number[];
};

/** A month of a source: sites of very different sizes, a click at 0.30. */
function month({ sites, worth, payouts }: World, random: () => number) {
  const mean = payouts.reduce((sum, one) => sum + one, 0) / payouts.length;
  const moments = { sum: 0, sumOfSquares: 0 };
  const placements: Placement[] = Array.from({ length: sites }, (_, site) => {
    const visits = Math.round(30 + 3000 * random() ** 4);
    const conversions = poisson((visits * 0.3 * worth(site)) / mean, random);
    let revenue = 0;
    for (let i = 0; i < conversions; i += 1) {
      const paid = payouts[Math.floor(random() * payouts.length)]! * UNIT;
      revenue += paid;
      moments.sum += paid;
      moments.sumOfSquares += paid ** 2;
    }
    return { visits, conversions, revenueMicros: BigInt(revenue), costMicros: BigInt(visits) * 300_000n };
  });
  return { placements, verdicts: judge(placements, sizeOf(moments), RULE) };
}

test.each([
  ['payouts of one size', [20]],
  ['payouts of several sizes', [4, 4, 4, 30, 90]],
])('where all sites earn alike, at most one list of ten names any: %s', (_, payouts) => {
  const random = seeded(7);
  const lists = Array.from({ length: 600 }, () => month({ sites: 80, worth: () => 1, payouts }, random).verdicts);
  const naming = lists.filter((verdicts) => verdicts.some((one) => one.isLosing)).length;
  expect(naming / lists.length).toBeLessThanOrEqual(0.1);
});

test('of those that are named among winners and losers one of ten at most is none, and most of what is lost is found', () => {
  const random = seeded(11);
  let [named, wrong, lost, found] = [0, 0, 0, 0];
  for (let n = 0; n < 200; n += 1) {
    const worth = (site: number): number => (site % 4 === 0 ? 0.25 : 1.15);
    const { placements, verdicts } = month({ sites: 120, worth, payouts: [8, 20] }, random);
    placements.forEach((one, site) => {
      const isLoser = site % 4 === 0;
      if (isLoser) lost += one.visits;
      if (!verdicts[site]!.isLosing) return;
      named += 1;
      if (isLoser) found += one.visits;
      else wrong += 1;
    });
  }
  expect(named).toBeGreaterThan(1000);
  expect(wrong / named).toBeLessThanOrEqual(0.1);
  expect(found / lost).toBeGreaterThan(0.7);
});

test('too few visits are not judged, and what cost nothing loses nothing', () => {
  const one = { visits: 49, conversions: 0, revenueMicros: 0n, costMicros: 90_000_000n };
  const free = { visits: 5000, conversions: 0, revenueMicros: 0n, costMicros: 0n };
  const dear = { visits: 5000, conversions: 0, revenueMicros: 0n, costMicros: 500_000_000n };
  expect(judge([one, free, dear], 20e6, RULE)).toEqual([
    { chance: null, isLosing: false },
    { chance: 1, isLosing: false },
    { chance: expect.closeTo(0, 5), isLosing: true },
  ]);
  // nobody knows yet what a conversion of this source pays
  expect(judge([dear], 0, RULE)[0]!.isLosing).toBe(false);
});
