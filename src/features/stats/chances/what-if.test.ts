import { expect, test } from 'vitest';
import { poisson, seeded } from '../../../platform/dice.ts';
import { whatIf, type PlaceDay, type Spot } from './what-if.ts';

const DAYS = 60;
const PLACES = [0.2, 0.12, 0.08, 0.05, 0.04];
const PRODUCTS = [
  { lift: 1.1, rate: 0.06, payout: 40e6 },
  { lift: 0.9, rate: 0.05, payout: 30e6 },
  { lift: 1.4, rate: 0.05, payout: 35e6 },
  { lift: 0.7, rate: 0.08, payout: 60e6 },
  { lift: 1, rate: 0.06, payout: 25e6 },
];

/** Readers of a guide whose truth is known. Its order changes at times, its readers are more willing on some days than on others. */
function simulate(roll: () => number, readersADay: number, daysOfAnOrder: number) {
  const rows: PlaceDay[] = [];
  const moods = Array.from({ length: DAYS }, () => Math.exp(0.3 * (roll() - 0.5)));
  let order = PRODUCTS.map((_, item) => item);
  const readers = PLACES.map(() => 0);
  for (const [day, mood] of moods.entries()) {
    if (day > 0 && day % daysOfAnOrder === 0)
      order = order
        .map((item) => ({ item, by: roll() }))
        .toSorted((a, b) => a.by - b.by)
        .map(({ item }) => item);
    for (const [place, item] of order.entries()) {
      const { lift, rate, payout } = PRODUCTS[item]!;
      const impressions = poisson(readersADay * (1 - place * 0.12), roll);
      readers[place]! += impressions * mood;
      const clicks = poisson(impressions * PLACES[place]! * lift * mood, roll);
      const conversions = poisson(clicks * rate, roll);
      let revenueMicros = 0;
      for (let n = 0; n < conversions; n += 1) revenueMicros += payout * (roll() < 0.3 ? 2 : 1);
      rows.push({
        item,
        position: place + 1,
        day: `day ${100 + day}`,
        impressions,
        clicks,
        conversions,
        revenueMicros,
      });
    }
  }
  const worth = (item: number) => PRODUCTS[item]!.lift * PRODUCTS[item]!.rate * PRODUCTS[item]!.payout * 1.3;
  const truth = (value: (item: number) => number, [a, b]: readonly [Spot, Spot]): number => {
    const brings = (spot: Spot, item: number) => readers[spot.position - 1]! * PLACES[spot.position - 1]! * value(item);
    return brings(a, b.item) + brings(b, a.item) - brings(a, a.item) - brings(b, b.item);
  };
  const spot = (position: number): Spot => ({ position, item: order[position - 1]! });
  return {
    rows,
    spot,
    clicks: (swap: readonly [Spot, Spot]) => truth((item) => PRODUCTS[item]!.lift, swap),
    revenue: (swap: readonly [Spot, Spot]) => truth(worth, swap),
  };
}

test.each([
  { name: 'a busy guide', readers: 400, order: 10 },
  { name: 'a quiet guide', readers: 60, order: 15 },
])('the interval of a swap holds the truth in at least 90 of 100 runs: $name', ({ name, readers, order }) => {
  const roll = seeded(11);
  const runs = Number(process.env['WHAT_IF_RUNS'] ?? 60);
  const held = { guesses: 0, clicks: 0, revenues: 0, revenue: 0, clear: 0, wrong: 0 };
  for (let run = 0; run < runs; run += 1) {
    const guide = simulate(roll, readers, order);
    const swap = [guide.spot(2), guide.spot(3)] as const;
    const { clicks, revenue } = whatIf(guide.rows, swap, roll);
    // in some runs nothing ever ties the two together
    if (!clicks) continue;
    held.guesses += 1;
    const isIn = (truth: number, [low, high]: [number, number]) => (truth >= low && truth <= high ? 1 : 0);
    held.clicks += isIn(guide.clicks(swap), clicks.ci95);
    if (!revenue) continue;
    held.revenues += 1;
    held.revenue += isIn(guide.revenue(swap), revenue.ci95);
    if (revenue.verdict === 'too_few') continue;
    held.clear += 1;
    if (Math.sign(guide.revenue(swap)) !== Math.sign(revenue.change)) held.wrong += 1;
  }
  process.stdout.write(`what if, ${name}: ${JSON.stringify({ runs, ...held })}\n`);
  expect(held.clicks / held.guesses).toBeGreaterThanOrEqual(0.9);
  expect(held.revenue / held.revenues).toBeGreaterThanOrEqual(0.9);
  expect(held.wrong / held.revenues).toBeLessThanOrEqual(0.05);
});

test('a product that draws more than its place is told so, and the better order is named once there is enough to say', () => {
  const roll = seeded(4);
  const guide = simulate(roll, 3000, 6);
  const good = guide.rows.find((row) => row.item === 2)!;
  const bad = { position: 1, item: 3 };
  const { lifts, clicks } = whatIf(guide.rows, [bad, { position: 4, item: good.item }], roll);
  for (const [item, { lift }] of PRODUCTS.entries()) {
    const mean = Math.exp(PRODUCTS.reduce((sum, one) => sum + Math.log(one.lift), 0) / PRODUCTS.length);
    expect(lifts.get(item)!.lift).toBeCloseTo(lift / mean, 1);
  }
  expect(clicks).toMatchObject({ verdict: 'more' });
});

test('where no product ever moved, place and product cannot be told apart, and nothing is guessed', () => {
  const guide = simulate(seeded(5), 3000, DAYS);
  expect(whatIf(guide.rows, [guide.spot(2), guide.spot(3)], seeded(1))).toEqual({ lifts: new Map() });
});

test('a swap that nothing ties together is not guessed, though others are', () => {
  const at = (item: number, position: number, day: string): PlaceDay => {
    return { item, position, day, impressions: 1000, clicks: 50, conversions: 2, revenueMicros: 2e6 };
  };
  const rows = [at(1, 1, 'a'), at(2, 2, 'a'), at(2, 1, 'b'), at(1, 2, 'b'), at(3, 3, 'a'), at(3, 3, 'b')];
  const { lifts, clicks } = whatIf(
    rows,
    [
      { position: 2, item: 1 },
      { position: 3, item: 3 },
    ],
    seeded(1),
  );
  expect(clicks).toBeUndefined();
  expect([...lifts.keys()]).toEqual([1, 2]);
});

test('without a conversion of both there is a guess of clicks and none of money', () => {
  const guide = simulate(seeded(6), 400, 10);
  const swap = [guide.spot(1), guide.spot(2)] as const;
  const unpaid = guide.rows.map((row) =>
    row.item === swap[0].item ? { ...row, conversions: 0, revenueMicros: 0 } : row,
  );
  const { clicks, revenue } = whatIf(unpaid, swap, seeded(1));
  expect(clicks).toBeDefined();
  expect(revenue).toBeUndefined();
});

test('a guide that nobody saw has nothing to say', () => {
  expect(
    whatIf(
      [],
      [
        { position: 1, item: 1 },
        { position: 2, item: 2 },
      ],
      seeded(1),
    ),
  ).toEqual({ lifts: new Map() });
});

test('readers of days on which all are more willing count for more', () => {
  const at = (item: number, position: number, day: string, clicks: number): PlaceDay => {
    return { item, position, day, impressions: 1000, clicks, conversions: 0, revenueMicros: 0 };
  };
  // place 1 draws 8 %, place 2 4 %, product 2 half as much again as product 1, day b four times what the others do
  const rows = [
    ...['a', 'c'].flatMap((day) => [at(1, 1, day, 80), at(2, 2, day, 60)]),
    at(2, 1, 'b', 480),
    at(1, 2, 'b', 160),
  ];
  const { clicks } = whatIf(
    rows,
    [
      { position: 1, item: 1 },
      { position: 2, item: 2 },
    ],
    seeded(1),
  );
  expect(clicks!.now).toBeCloseTo(840, -1);
  expect(clicks!.swapped).toBeCloseTo(960, -1);
});
