import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLICK_OUT_CURVE, DEFAULTS, lagCurve, optimise, type Arm } from './optimise.ts';

const dice = (seed = 7) => {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};
const arm = (id: number, given: Partial<Arm> = {}): Arm => {
  const conversions = given.conversions ?? 0;
  return {
    id,
    name: String.fromCodePoint(64 + id),
    share: 50,
    isControl: false,
    visits: [{ ageHours: 1000, count: 1000 }],
    conversions,
    micros: conversions * 10_000_000,
    squares: conversions * 100,
    ...given,
  };
};
const atOnce = () => 1;

test('the better arm gains at most ten points a run, and the words say why', () => {
  const run = optimise([arm(1, { conversions: 30 }), arm(2, { conversions: 70 })], atOnce, DEFAULTS, dice());
  expect(run.status).toBe('moved');
  expect(run.arms.map((one) => one.share)).toEqual([40, 60]);
  expect(run.arms[1]!.words).toMatch(
    /^B \+10 pts: expected revenue per visit 0\.\d\d vs 0\.\d\d, \d+ % likely best, n=1,000$/,
  );
});

test('run after run the worse arm falls to the floor and no further', () => {
  let shares = [50, 50];
  for (let n = 0; n < 10; n += 1)
    shares = optimise(
      [arm(1, { conversions: 30, share: shares[0]! }), arm(2, { conversions: 90, share: shares[1]! })],
      atOnce,
      DEFAULTS,
      dice(n),
    ).arms.map((one) => one.share);
  expect(shares).toEqual([5, 95]);
});

test('too little is a state of its own, and moves nothing', () => {
  const run = optimise([arm(1, { conversions: 2 }), arm(2, { conversions: 3 })], atOnce, DEFAULTS, dice());
  expect(run).toMatchObject({ status: 'not_enough_data', arms: [{ share: 50 }, { share: 50 }] });
  expect(run.words).toContain('5 of 10 conversions');
});

test('a belief comes with an interval that narrows as visits come, and before that without a winner', () => {
  const few = optimise([arm(1, { conversions: 2 }), arm(2, { conversions: 3 })], atOnce, DEFAULTS, dice());
  const widths = [100, 10_000].map((count) => {
    const visits = [{ ageHours: 1000, count }];
    const [one] = optimise(
      [arm(1, { conversions: count * 0.05, visits }), arm(2, { conversions: count * 0.05, visits })],
      atOnce,
      { ...DEFAULTS, goal: 'conversion_rate', minVisits: 0, minConversions: 0 },
      dice(),
    ).arms;
    const { value, low, high } = one!.belief!;
    expect(low).toBeLessThan(0.05);
    expect(high).toBeGreaterThan(0.05);
    expect(value).toBeCloseTo(0.05, 2);
    return high - low;
  });
  expect(widths[1]!).toBeLessThan(widths[0]! / 4);
  expect(few.arms[0]!.belief!.high).toBeGreaterThan(few.arms[0]!.belief!.low);
  expect(optimise([arm(1), arm(2)], atOnce, DEFAULTS, dice()).arms[0]!.belief).toBeUndefined();
});

test('for clicks out a visit of just now counts in full', () => {
  const young = (conversions: number) => ({ conversions, visits: [{ ageHours: 0, count: 500 }] });
  const settings = { ...DEFAULTS, goal: 'click_out_rate' as const };
  const run = optimise([arm(1, young(100)), arm(2, young(300))], CLICK_OUT_CURVE, settings, dice());
  expect(run.arms[1]!.words).toMatch(/^B \+10 pts: click-out rate 58\.\d % vs 21\.\d %, 100 % likely best, n=500$/);
});

test('equal arms stay equal: all that convert always, and all that bring nothing', () => {
  const always = { conversions: 300, visits: [{ ageHours: 0, count: 300 }] };
  const rates = optimise(
    [arm(1, always), arm(2, always)],
    CLICK_OUT_CURVE,
    { ...DEFAULTS, goal: 'click_out_rate' },
    dice(),
  );
  for (const { belief } of rates.arms) expect(belief!.pBest).toBeCloseTo(0.5, 1);
  const unpaid = { conversions: 40, micros: 0, squares: 0 };
  expect(optimise([arm(1, unpaid), arm(2, unpaid)], atOnce, DEFAULTS, dice())).toMatchObject({
    status: 'not_enough_data',
    words: expect.stringContaining('no revenue'),
  });
});

test('an arm whose visits are young is not taken for a bad one', () => {
  const curve = lagCurve(Array.from({ length: 200 }, (_, n) => n));
  const old = arm(1, { conversions: 50 });
  const young = arm(2, { conversions: 3, visits: [{ ageHours: 6, count: 1000 }] });
  const blind = optimise([old, young], atOnce, DEFAULTS, dice());
  const aware = optimise([old, young], curve, DEFAULTS, dice());
  expect(blind.arms[1]!.belief!.pBest).toBeLessThan(0.05);
  expect(aware.arms[1]!.belief!.pBest).toBeGreaterThan(0.2);
});

test('a new arm leaves what was learnt of the others as it is', () => {
  const known = [arm(1, { conversions: 30, share: 40 }), arm(2, { conversions: 70, share: 55 })];
  const fresh = arm(3, { share: 5, visits: [], conversions: 0, micros: 0, squares: 0 });
  const before = optimise(known, atOnce, DEFAULTS, dice());
  const after = optimise([...known, fresh], atOnce, DEFAULTS, dice());
  expect(after.arms[1]!.belief!.value).toBeCloseTo(before.arms[1]!.belief!.value, 2);
  expect(after.arms[1]!.belief!.pBest).toBeGreaterThan(after.arms[0]!.belief!.pBest);
});

test('the control keeps its share', () => {
  const arms = [
    arm(1, { share: 20, isControl: true }),
    arm(2, { share: 40, conversions: 20 }),
    arm(3, { share: 40, conversions: 90 }),
  ];
  expect(optimise(arms, atOnce, DEFAULTS, dice()).arms.map((one) => one.share)).toEqual([20, 30, 50]);
});

test('by conversion rate money does not count, by revenue it does', () => {
  const often = arm(1, { conversions: 90, micros: 90 * 1_000_000, squares: 90 });
  const dear = arm(2, { conversions: 50, micros: 50 * 20_000_000, squares: 50 * 400 });
  const best = (goal: 'revenue_expected' | 'conversion_rate') =>
    optimise([often, dear], atOnce, { ...DEFAULTS, goal }, dice()).arms.map((one) => one.share);
  expect(best('conversion_rate')).toEqual([60, 40]);
  expect(best('revenue_expected')).toEqual([40, 60]);
});

test('whatever came in: the sum stays, nobody moves more than ten points, nobody falls below the floor', () => {
  const any = fc
    .array(
      fc.record({
        weight: fc.integer({ min: 5, max: 40 }),
        conversions: fc.integer({ min: 0, max: 200 }),
        count: fc.integer({ min: 200, max: 5000 }),
      }),
      { minLength: 2, maxLength: 8 },
    )
    .map((all) =>
      all.map(({ weight, conversions, count }, index) =>
        arm(index + 1, { share: weight, conversions, visits: [{ ageHours: 500, count }] }),
      ),
    );
  fc.assert(
    fc.property(any, fc.integer(), (arms, seed) => {
      const { arms: after } = optimise(arms, atOnce, DEFAULTS, dice(seed));
      const sum = (shares: { share: number }[]) => shares.reduce((total, { share }) => total + share, 0);
      expect(sum(after)).toBe(sum(arms));
      for (const [index, { share }] of after.entries()) {
        expect(Math.abs(share - arms[index]!.share)).toBeLessThanOrEqual(DEFAULTS.maxStep);
        expect(share).toBeGreaterThanOrEqual(DEFAULTS.floor);
      }
    }),
    { numRuns: 60 },
  );
});

test('before any delay is known, half of the conversions are taken to come within a day', () => {
  expect([0, 24, 48].map(lagCurve([]))).toEqual([0, 0.5, 0.75]);
});

test('the curve of delays never falls and ends near one', () => {
  const curve = lagCurve([1, 2, 3, 30, 200]);
  const values = [0, 1, 5, 24, 100, 500, 5000].map(curve);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(values.at(-1)).toBeCloseTo(1, 3);
});
