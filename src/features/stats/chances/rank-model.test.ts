import { expect, test } from 'vitest';
import { seeded } from '../../../platform/dice.ts';
import { fitRanks, ratesByPlace, type Shown } from './rank-model.ts';

const PLACES = [0.16, 0.1, 0.07, 0.05];

/** Readers of a guide whose truth is known: each product at each place, with a lift of its own. */
function readers(roll: () => number, lifts: readonly number[], impressions: number): Shown[] {
  return lifts.flatMap((lift, item) =>
    PLACES.map((rate, place) => {
      let clicks = 0;
      for (let n = 0; n < impressions; n += 1) if (roll() < rate * lift) clicks += 1;
      return { item, position: place + 1, impressions, clicks };
    }),
  );
}

test('a product is told apart from the place it stands at', () => {
  const lifts = [1.5, 1, 0.8, 0.7];
  const model = fitRanks(readers(seeded(3), lifts, 20_000));
  for (const [item, lift] of lifts.entries()) expect(model.liftOf(item)).toBeCloseTo(lift, 1);
  for (const [place, rate] of PLACES.entries()) expect(model.rateAt(place + 1)! / rate).toBeCloseTo(1, 1);
});

test('equal products are hardly ever told apart: at most 5 of 100 reports name one', () => {
  const roll = seeded(17);
  const runs = Number(process.env['AA_RUNS'] ?? 200);
  let named = 0;
  for (let run = 0; run < runs; run += 1) {
    const rates = ratesByPlace(readers(roll, [1, 1, 1, 1], 400));
    if (rates.some((one) => one.verdict !== 'too_few')) named += 1;
  }
  console.info(`A/A: ${named} of ${runs} reports named a product, ${((100 * named) / runs).toFixed(2)} %`);
  expect(named / runs).toBeLessThanOrEqual(0.05);
}, 600_000);

test('a product that is twice as good is named once there is enough to say', () => {
  const few = ratesByPlace(readers(seeded(5), [2, 1, 1, 1], 20));
  const many = ratesByPlace(readers(seeded(5), [2, 1, 1, 1], 5000));
  expect(few.map((one) => one.verdict)).not.toContain('above');
  expect(many.slice(0, 4).map((one) => one.verdict)).toEqual(['above', 'above', 'above', 'above']);
});

test('a product that was hardly seen leaves the rate of its place as it is', () => {
  const often = { item: 1, position: 1, impressions: 1000, clicks: 100 };
  for (const impressions of [2, 3, 4, 5, 6]) {
    const [first] = ratesByPlace([often, { item: 2, position: 1, impressions, clicks: 1 }]);
    expect(first!.expected_ctr_at_position).toBeCloseTo(0.1, 2);
  }
});

test('a product without an impression or without a place has no rate to speak of', () => {
  const rows = [
    { item: 1, position: 1, impressions: 0, clicks: 0 },
    { item: 2, position: null, impressions: 10, clicks: 2 },
  ];
  expect(ratesByPlace(rows)).toEqual([
    { ctr_ci95: null, expected_ctr_at_position: null, lift: null, verdict: 'too_few' },
    {
      ctr_ci95: [expect.any(Number), expect.any(Number)],
      expected_ctr_at_position: null,
      lift: null,
      verdict: 'too_few',
    },
  ]);
});
