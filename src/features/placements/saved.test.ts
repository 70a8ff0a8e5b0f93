import { expect, test } from 'vitest';
import { poisson, seeded } from '../../platform/dice.ts';
import { judge, type Placement } from './evidence.ts';
import { savedBy } from './saved.ts';

const USD = 1_000_000n;
const BEFORE = { costMicros: 300n * USD, revenueMicros: 40n * USD, restCostMicros: 900n * USD };

test('what a list saved goes by what the others cost since, less what its placements lost all the same', () => {
  const saved = savedBy(BEFORE, { costMicros: 12n * USD, revenueMicros: 2n * USD, restCostMicros: 450n * USD }, 20e6)!;
  // half of 260, less 10
  expect(saved.micros).toBe(120n * USD);
  // two payouts of twenty are between 0.355 and 6.296
  expect(Number(saved.highMicros) / 1e6).toBeCloseTo((300 - 0.355_36 * 20) / 2 - 10, 2);
  expect(Number(saved.lowMicros) / 1e6).toBeCloseTo((300 - 6.295_79 * 20) / 2 - 10, 2);
});

test('a source that stands still saves nothing, and without others there is no measure', () => {
  const nothing = { costMicros: 0n, revenueMicros: 0n, restCostMicros: 0n };
  expect(savedBy(BEFORE, nothing, 20e6)!.micros).toBe(0n);
  expect(savedBy({ ...BEFORE, restCostMicros: 0n }, nothing, 20e6)).toBeNull();
});

test('what placements go on losing counts against the list', () => {
  const since = { costMicros: 400n * USD, revenueMicros: 0n, restCostMicros: 900n * USD };
  expect(savedBy(BEFORE, since, 20e6)!.micros).toBe(-140n * USD);
});

test('the interval of a list holds what was truly saved, though its placements were chosen because they lost', () => {
  const random = seeded(5);
  let [held, kept] = [0, 0];
  for (let n = 0; n < 400; n += 1) {
    const truths: number[] = [];
    const sites: Placement[] = Array.from({ length: 60 }, (_, site) => {
      const visits = Math.round(100 + 3000 * random() ** 4);
      const cost = visits * 0.3;
      const worth = site % 4 === 0 ? 0.3 : 1.2;
      truths.push(cost * (1 - worth));
      const conversions = poisson((cost * worth) / 20, random);
      return {
        visits,
        conversions,
        revenueMicros: BigInt(conversions) * 20n * USD,
        costMicros: BigInt(visits) * 300_000n,
      };
    });
    const named = judge(sites, 20e6, { minVisits: 100, belowMicros: 0n, certainty: 0.9 }).map((one) => one.isLosing);
    const listed = sites.filter((_, i) => named[i]);
    if (listed.length === 0) continue;
    const sum = (all: readonly Placement[], of: 'costMicros' | 'revenueMicros') =>
      all.reduce((total, one) => total + one[of], 0n);
    const restCostMicros = sum(sites, 'costMicros') - sum(listed, 'costMicros');
    const before = {
      costMicros: sum(listed, 'costMicros'),
      revenueMicros: sum(listed, 'revenueMicros'),
      restCostMicros,
    };
    // a month like the one before, without them
    const saved = savedBy(before, { costMicros: 0n, revenueMicros: 0n, restCostMicros }, 20e6)!;
    const truth = truths.reduce((total, one, i) => total + (named[i] ? one : 0), 0) * 1e6;
    kept += 1;
    if (truth >= Number(saved.lowMicros) && truth <= Number(saved.highMicros)) held += 1;
  }
  expect(kept).toBeGreaterThan(300);
  expect(held / kept).toBeGreaterThanOrEqual(0.85);
});
