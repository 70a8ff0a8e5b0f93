/**
 * Auto-optimisation of a link's shares: Thompson sampling that knows how late conversions come. Pure; the dice are passed in.
 * Each arm is judged by what its visits may have brought by now: a visit of an hour ago counts for the part of conversions that usually
 * has arrived after an hour, so that a young arm is not taken for a bad one.
 */
import type { Goal } from '../links/contract.ts';
import { betaDraw, normal, quantile } from '../../platform/dice.ts';

/** What one destination brought. */
export type Arm = {
  id: number;
  name: string;
  /** Percent of visits it gets now. */
  share: number;
  /** Keeps its share, so that there is always something to compare with. */
  isControl: boolean;
  /** Visits by their age in hours, any number of entries. */
  visits: readonly { ageHours: number; count: number }[];
  /** What the goal counts: conversions, or visits that clicked out. */
  conversions: number;
  /** Sums over the conversions, in whole micros of one currency and as squares of units, for revenue. */
  micros: number;
  squares: number;
};

export type Settings = {
  goal: Goal;
  /** Percent that each arm keeps at least. */
  floor: number;
  /** Points that a share may move in one run. */
  maxStep: number;
  /** Effective visits and conversions of the whole link below which nothing is moved. */
  minVisits: number;
  minConversions: number;
};

export const DEFAULTS: Settings = {
  goal: 'revenue_expected',
  floor: 5,
  maxStep: 10,
  minVisits: 200,
  minConversions: 10,
};

/** What is believed of an arm: its value per visit with the interval that holds it in 95 of 100 cases. */
export type Belief = { value: number; low: number; high: number; pBest: number };

export type ArmResult = {
  id: number;
  share: number;
  effectiveVisits: number;
  /** Undefined while nothing is known at all. */
  belief: Belief | undefined;
  words: string;
};
export type Run = {
  status: 'moved' | 'kept' | 'not_enough_data';
  words: string;
  /** Of all arms: visits that are old enough to judge, and what the goal counts. */
  effectiveVisits: number;
  conversions: number;
  arms: ArmResult[];
};

/** The part of conversions that has come by an age in hours, from 0 to 1, never falling. */
export type LagCurve = (ageHours: number) => number;

const DRAWS = 4000;
/** Visits that the experience of the whole link is worth for each arm. */
const PRIOR_VISITS = 50;
/** Conversions that the link's usual amount is worth for each arm. */
const PRIOR_AMOUNTS = 4;
const MIN_LAGS = 20;
const MICROS = 1_000_000;

const isMoney = (goal: Goal): boolean => goal === 'revenue_expected' || goal === 'revenue_confirmed';

/**
 * Reads the curve from the delays of past conversions. Few delays lean on the guess that half have come after a day.
 * @param lagsHours of conversions that are old enough to be complete
 */
export function lagCurve(lagsHours: readonly number[]): LagCurve {
  const sorted = lagsHours.toSorted((a, b) => a - b);
  const guess = (age: number): number => 1 - 2 ** (-age / 24);
  return (age) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! <= age) low = middle + 1;
      else high = middle;
    }
    return (low + MIN_LAGS * guess(age)) / (sorted.length + MIN_LAGS);
  };
}

/** Whoever clicks out does so within minutes, so that every visit counts in full. */
export const CLICK_OUT_CURVE: LagCurve = () => 1;

type WeighedArm = Arm & { effective: number };

/** One run: new shares that sum to what they summed to, each within its step and above the floor. @param random in [0, 1) */
export function optimise(arms: readonly Arm[], curve: LagCurve, settings: Settings, random: () => number): Run {
  const weighed = arms.map((arm): WeighedArm => {
    const effective = arm.visits.reduce((sum, { ageHours, count }) => sum + count * curve(ageHours), 0);
    return { ...arm, effective: Math.max(effective, arm.conversions) };
  });
  const total = sumOf(weighed, (arm) => arm.effective);
  const conversions = sumOf(weighed, (arm) => arm.conversions);
  const facts = { effectiveVisits: Math.round(total), conversions };
  const beliefs = conversions > 0 ? believe(weighed, { total, conversions }, settings.goal, random) : [];
  const kept = (status: 'kept' | 'not_enough_data', words: string): Run => ({
    ...facts,
    status,
    words,
    arms: weighed.map((arm, index) => ({
      id: arm.id,
      share: arm.share,
      effectiveVisits: Math.round(arm.effective),
      belief: beliefs[index],
      words: `${arm.name} keeps ${arm.share} %`,
    })),
  });
  if (weighed.filter((arm) => !arm.isControl).length < 2) return kept('kept', 'There is nothing to choose between.');
  if (total < settings.minVisits || conversions < settings.minConversions)
    return kept(
      'not_enough_data',
      `Not enough data: ${Math.floor(total)} of ${settings.minVisits} visits old enough to judge, ${conversions} of ${settings.minConversions} ${settings.goal === 'click_out_rate' ? 'clicks' : 'conversions'}.`,
    );
  if (isMoney(settings.goal) && sumOf(weighed, (arm) => arm.micros) <= 0)
    return kept('not_enough_data', 'Not enough data: the conversions brought no revenue to compare by.');

  const shares = newShares(
    weighed.map((arm, index) => ({ share: arm.share, isControl: arm.isControl, pBest: beliefs[index]!.pBest })),
    settings,
  );
  const results = weighed.map((arm, index): ArmResult => {
    const belief = beliefs[index]!;
    const others = beliefs.filter((_one, other) => other !== index).map(({ value }) => value);
    return {
      id: arm.id,
      share: shares[index]!,
      effectiveVisits: Math.round(arm.effective),
      belief,
      words: arm.isControl
        ? `${arm.name} is the control and keeps ${arm.share} %`
        : wordsOf(arm, shares[index]!, { belief, rival: Math.max(...others) }, settings.goal),
    };
  });
  const isMoved = results.some((result, index) => result.share !== weighed[index]!.share);
  return {
    ...facts,
    status: isMoved ? 'moved' : 'kept',
    words: results.map((result) => result.words).join('. '),
    arms: results,
  };
}

/** What the numbers say of each arm. The experience of all arms is each one's beginning; the control cannot be the best. */
function believe(
  weighed: readonly WeighedArm[],
  { total, conversions }: { total: number; conversions: number },
  goal: Goal,
  random: () => number,
): Belief[] {
  // never 0 or 1: what was always so until now need not stay so
  const rate = (conversions + 1) / (total + 2);
  const meanAmount = sumOf(weighed, (arm) => arm.micros) / MICROS / conversions;
  const spread = Math.sqrt(Math.max(0, sumOf(weighed, (arm) => arm.squares) / conversions - meanAmount ** 2));
  const models = weighed.map((arm) => {
    const a = PRIOR_VISITS * rate + arm.conversions;
    const b = PRIOR_VISITS * (1 - rate) + arm.effective - arm.conversions;
    const weight = arm.conversions + PRIOR_AMOUNTS;
    const amount = (arm.micros / MICROS + PRIOR_AMOUNTS * meanAmount) / weight;
    return {
      draws: new Float64Array(DRAWS),
      value: (a / (a + b)) * (isMoney(goal) ? amount : 1),
      draw: (): number => {
        const drawn = betaDraw(a, b, random);
        return isMoney(goal) ? drawn * Math.max(0, amount + (spread / Math.sqrt(weight)) * normal(random)) : drawn;
      },
    };
  });
  const wins = weighed.map(() => 0);
  for (let n = 0; n < DRAWS; n += 1) {
    let [best, bestValue, equals] = [-1, -Infinity, 1];
    for (const [index, model] of models.entries()) {
      const value = model.draw();
      model.draws[n] = value;
      if (weighed[index]!.isControl || value < bestValue) continue;
      equals = value === bestValue ? equals + 1 : 1;
      // equal ones win in turn, not the first of them
      if (equals === 1 || random() * equals < 1) [best, bestValue] = [index, value];
    }
    if (best >= 0) wins[best]! += 1;
  }
  return models.map(({ draws, value }, index) => {
    const sorted = draws.toSorted();
    return { value, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975), pBest: wins[index]! / DRAWS };
  });
}

const GOAL_WORDS: Record<Goal, string> = {
  revenue_expected: 'expected revenue per visit',
  revenue_confirmed: 'confirmed revenue per visit',
  conversion_rate: 'conversion rate',
  click_out_rate: 'click-out rate',
};

function wordsOf(arm: WeighedArm, share: number, told: { belief: Belief; rival: number }, goal: Goal): string {
  const { value, pBest } = told.belief;
  const points = share - arm.share;
  const [mine, theirs] = [value, told.rival].map((one) =>
    isMoney(goal) ? one.toFixed(2) : `${(one * 100).toFixed(1)} %`,
  );
  const move = points === 0 ? `keeps ${share} %` : `${points > 0 ? '+' : '−'}${Math.abs(points)} pts`;
  const n = Math.round(arm.effective).toLocaleString('en');
  return `${arm.name} ${move}: ${GOAL_WORDS[goal]} ${mine} vs ${theirs}, ${Math.round(pBest * 100)} % likely best, n=${n}`;
}

/** The nearest whole shares to the chances that keep floor, step, control and sum. */
function newShares(
  arms: readonly { share: number; isControl: boolean; pBest: number }[],
  settings: Settings,
): number[] {
  const free = arms.filter((arm) => !arm.isControl);
  const sum = sumOf(free, (arm) => arm.share);
  const floor = Math.min(settings.floor, Math.floor(sum / free.length));
  const lowsFor = (least: number): number[] =>
    arms.map(({ share, isControl }) =>
      isControl ? share : Math.max(share - settings.maxStep, Math.min(least, share + settings.maxStep), 0),
    );
  const strict = lowsFor(floor);
  // many new arms at once cannot all be lifted to the floor in one run
  const lows = sumOf(strict, (one) => one) <= sumOf(arms, (arm) => arm.share) ? strict : lowsFor(0);
  const wanted = arms.map((arm) => (arm.isControl ? arm.share : arm.pBest * sum));
  const fit = (shift: number): number[] =>
    arms.map(({ share, isControl }, index) =>
      isControl ? share : Math.min(share + settings.maxStep, Math.max(lows[index]!, wanted[index]! + shift)),
    );
  const all = sumOf(arms, (arm) => arm.share);
  let [low, high] = [-all - 1, all + 1];
  for (let n = 0; n < 60; n += 1) {
    const middle = (low + high) / 2;
    if (sumOf(fit(middle), (one) => one) < all) low = middle;
    else high = middle;
  }
  return rounded(fit(high), arms, all);
}

/** Whole numbers with the same sum: what was cut off goes to those that lost most. */
function rounded(shares: readonly number[], arms: readonly { isControl: boolean }[], sum: number): number[] {
  const whole = shares.map((share, index) => (arms[index]!.isControl ? share : Math.floor(share + 1e-9)));
  const order = shares
    .map((share, index) => ({ index, cut: share - whole[index]! }))
    .filter(({ index }) => !arms[index]!.isControl)
    .toSorted((a, b) => b.cut - a.cut || a.index - b.index);
  let left = Math.round(sum - sumOf(whole, (one) => one));
  for (const { index } of order) {
    if (left <= 0) break;
    whole[index]! += 1;
    left -= 1;
  }
  return whole;
}

function sumOf<T>(all: readonly T[], read: (one: T) => number): number {
  return all.reduce((sum, one) => sum + read(one), 0);
}
