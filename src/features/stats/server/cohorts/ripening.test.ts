import { describe, expect, test } from 'vitest';
import { gammaDraw, poisson, seeded } from '../../../../platform/dice.ts';
import { MAX_AGE, toCome, type Day, type Payout } from './ripening.ts';

const USD = 1_000_000;
const TWENTY: Payout[] = [{ micros: 20 * USD, count: 10 }];

type World = {
  /** The day after its click on which a conversion comes, 0 being the same. @param day of the click */
  lag: (day: number, random: () => number) => number;
  /** What the visits of a day are worth beside the usual. */
  worth: (random: () => number) => number;
  payouts: Payout[];
};

const HISTORY = 90;
const MONTH = 30;

/** A month of clicks after three others, looked at on its last evening. */
async function month({ lag, worth, payouts }: World, random: () => number) {
  const days: Day[] = [];
  let truth = 0;
  const all = payouts.reduce((sum, one) => sum + one.count, 0);
  const pay = (): number => {
    let at = random() * all;
    return payouts.find((one) => (at -= one.count) < 0)!.micros;
  };
  for (let day = 0; day < HISTORY + MONTH; day += 1) {
    const visits = 200 + Math.floor(400 * random());
    const came = Array.from({ length: HISTORY + MONTH - day }, () => 0);
    const count = poisson(visits * 0.02 * worth(random), random);
    for (let i = 0; i < count; i += 1) {
      const age = lag(day, random);
      if (age > MAX_AGE) continue;
      if (age < came.length) came[age]! += 1;
      else if (day >= HISTORY) truth += pay();
    }
    days.push({ visits, came });
  }
  const groups = days.map((_, day) => (day < HISTORY ? null : 1));
  return { truth, told: (await toCome(days, groups, payouts, random)).all };
}

const quick = (random: () => number): number => Math.floor(-4 * Math.log(1 - random()));
const WORLDS: Record<string, World> = {
  'as the estimate takes it': { lag: (_, random) => quick(random), worth: () => 1, payouts: TWENTY },
  // weekends sell nothing before Monday, some come weeks later, and days differ by more than chance
  'of another kind': {
    lag: (day, random) => {
      const age = random() < 0.8 ? quick(random) : Math.floor(2 * Math.exp(1.5 * (random() + random() + random())));
      const weekday = (day + age) % 7;
      return weekday >= 5 ? age + 7 - weekday : age;
    },
    worth: (random) => gammaDraw(6, random) / 6,
    payouts: [
      { micros: 8 * USD, count: 6 },
      { micros: 20 * USD, count: 3 },
      { micros: 75 * USD, count: 1 },
    ],
  },
};

describe.each(Object.entries(WORLDS))('in a world %s', (_, world) => {
  test('of 150 months the interval holds what came later in 85 to 95 of 100', async () => {
    const random = seeded(3);
    const months: Awaited<ReturnType<typeof month>>[] = [];
    for (let i = 0; i < 150; i += 1) months.push(await month(world, random));
    const held = months.filter(({ truth, told }) => truth >= told.lowMicros && truth <= told.highMicros).length;
    const share = held / months.length;
    const sum = (of: (one: (typeof months)[number]) => number) => months.reduce((total, one) => total + of(one), 0);
    expect(share).toBeGreaterThanOrEqual(0.85);
    expect(share).toBeLessThanOrEqual(0.95);
    // and on the whole it is not too much or too little
    const told = sum((one) => one.told.micros) / sum(({ truth }) => truth);
    expect(told).toBeGreaterThan(0.85);
    expect(told).toBeLessThan(1.15);
  });
});

test('days that are ripe bring no more, and days without visits nothing', async () => {
  const old = Array.from({ length: MAX_AGE + 1 }, (_, age) => (age < 2 ? 5 : 0));
  const days = [
    { visits: 100, came: [...old, 0] },
    { visits: 0, came: [0, 0] },
    { visits: 100, came: [5] },
  ];
  const { byGroup: told, all } = await toCome(days, [0, 1, 2], TWENTY, seeded(1));
  // the draws of the lines make those of their total
  expect(all).toEqual(told.get(2));
  expect(told.get(0)).toEqual({ micros: 0, lowMicros: 0, highMicros: 0 });
  expect(told.get(1)).toEqual({ micros: 0, lowMicros: 0, highMicros: 0 });
  // five came on the day itself, and five more the day after where that is over
  expect(told.get(2)!.micros / USD / 20).toBeGreaterThan(3);
  expect(told.get(2)!.micros / USD / 20).toBeLessThan(8);
});

test('where nothing was ever paid nothing is told', async () => {
  expect((await toCome([{ visits: 100, came: [0] }], [0], [], seeded(1))).all).toEqual({
    micros: 0,
    lowMicros: 0,
    highMicros: 0,
  });
});
