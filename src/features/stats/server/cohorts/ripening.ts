import { setImmediate as breathe } from 'node:timers/promises';
import { gammaDraw, normal, poisson, quantile } from '../../../../platform/dice.ts';

/** The clicks of one day, and what came of them: conversions by how many days after their click they came. */
export type Day = {
  visits: number;
  /** `[2, 1]`: two on the day of the click, one on the next. As long as whole days are over since, that of the click among them. */
  came: readonly number[];
};

/** How often a conversion pays so much, in micros. */
export type Payout = { micros: number; count: number };

export type ToCome = { micros: number; lowMicros: number; highMicros: number };

/** No conversion is waited for longer. */
export const MAX_AGE = 90;
const DRAWS = 1000;
/** Draws at once: a few milliseconds in which nobody else is answered. */
const SLICE = 20;
/** Of ten such intervals nine hold what comes. */
const OUTSIDE = 0.05;
/** Days differ at least so much in what their visits are worth (square of the coefficient of variation): that they are all alike is never sure. */
const LEAST_SPREAD = 1e-3;
/** Sums of more payouts than these are normal, as far as it matters here. */
const MANY = 40;

/**
 * What is still to come of the clicks of some days. Conversions ripen alike whatever day their click was on: of those that came within so
 * many days, the next day brings a part more (chain ladder, as insurers tell late claims). What a day's visits are worth is drawn to that
 * of all days, the more the less it is known (a gamma mixture of Poisson counts). Both are uncertain, and conversions come by chance:
 * all three are in the interval, by draws.
 * @param days the oldest first
 * @param groups for each day which line it belongs to, null where none asks; what comes of a line is the sum of its days
 * @param random in [0, 1): the same ones tell the same
 * @returns by group, and of all groups together
 */
export async function toCome(
  days: readonly Day[],
  groups: readonly (number | null)[],
  payouts: readonly Payout[],
  random: () => number,
): Promise<{ byGroup: Map<number, ToCome>; all: ToCome }> {
  const steps = stepsOf(days);
  const seen = days.map(({ came }) => came.reduce((sum, count) => sum + count, 0));
  const ages = days.map(({ came }) => Math.min(MAX_AGE, came.length - 1));
  const spread = spreadOf(days, seen, ages, ripeBy(steps.map(({ came, of }) => (of > 0 ? came / of : 0))));
  const paidFor = payer(payouts);
  const totals = new Map(groups.filter((group) => group !== null).map((group) => [group, new Float64Array(DRAWS)]));
  const all = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    if (draw % SLICE === 0) await breathe();
    const ripe = ripeBy(steps.map(({ came, of }) => drawnStep(came, of, random)));
    const worth = worthOf(days, seen, ages, ripe);
    days.forEach(({ visits }, i) => {
      const sums = groups[i] === null ? undefined : totals.get(groups[i]!);
      const share = ages[i]! < 0 ? 0 : ripe[ages[i]!]!;
      if (!sums || share >= 1 || visits === 0) return;
      const usual = worth * visits;
      const own = gammaDraw(1 / spread + seen[i]!, random) / (1 / spread + usual * share);
      const paid = paidFor(poisson(own * usual * (1 - share), random), random);
      sums[draw]! += paid;
      all[draw]! += paid;
    });
  }
  return { byGroup: new Map([...totals].map(([group, sums]) => [group, summary(sums)])), all: summary(all) };
}

function summary(sums: Float64Array): ToCome {
  const micros = sums.reduce((sum, one) => sum + one, 0) / DRAWS;
  sums.sort();
  return { micros, lowMicros: quantile(sums, OUTSIDE), highMicros: quantile(sums, 1 - OUTSIDE) };
}

type Step = { came: number; of: number };

/** For each age: of the days that are older, how many conversions came at the next age, and how many up to this one. */
function stepsOf(days: readonly Day[]): Step[] {
  const steps = Array.from({ length: MAX_AGE }, (): Step => ({ came: 0, of: 0 }));
  for (const { came } of days) {
    let sum = 0;
    for (let age = 0; age < Math.min(MAX_AGE, came.length - 1); age += 1) {
      sum += came[age]!;
      steps[age]!.of += sum;
      steps[age]!.came += came[age + 1]!;
    }
  }
  return steps;
}

/** How much more an age brings, drawn by how much is known of it. */
function drawnStep(came: number, of: number, random: () => number): number {
  if (of === 0) return 0;
  // an age at which none came yet may bring one some day
  return gammaDraw(came + 1 / MAX_AGE, random) / of;
}

/** The part of all conversions that has come by each age. @param steps how much more each age brings */
function ripeBy(steps: readonly number[]): number[] {
  const ripe = Array.from({ length: MAX_AGE + 1 }, () => 1);
  for (let age = MAX_AGE - 1; age >= 0; age -= 1) ripe[age] = ripe[age + 1]! / (1 + steps[age]!);
  return ripe;
}

/** Conversions that a visit brings at last. */
function worthOf(
  days: readonly Day[],
  seen: readonly number[],
  ages: readonly number[],
  ripe: readonly number[],
): number {
  const ripeVisits = days.reduce((sum, { visits }, i) => sum + (ages[i]! < 0 ? 0 : visits * ripe[ages[i]!]!), 0);
  return ripeVisits === 0 ? 0 : seen.reduce((sum, count) => sum + count, 0) / ripeVisits;
}

/** How much days differ in what their visits are worth, beyond chance. By moments. */
function spreadOf(
  days: readonly Day[],
  seen: readonly number[],
  ages: readonly number[],
  ripe: readonly number[],
): number {
  const worth = worthOf(days, seen, ages, ripe);
  let [beyond, squares] = [0, 0];
  days.forEach(({ visits }, i) => {
    const usual = ages[i]! < 0 ? 0 : worth * visits * ripe[ages[i]!]!;
    beyond += (seen[i]! - usual) ** 2 - usual;
    squares += usual ** 2;
  });
  return squares === 0 ? 1 : Math.max(LEAST_SPREAD, beyond / squares);
}

/** What so many conversions pay, drawn from what conversions paid: once made, for many draws. */
function payer(payouts: readonly Payout[]): (count: number, random: () => number) => number {
  const all = payouts.reduce((sum, one) => sum + one.count, 0);
  const moment = (power: number) => payouts.reduce((sum, one) => sum + one.count * one.micros ** power, 0) / all;
  const [mean, squares] = [moment(1), moment(2)];
  let sum = 0;
  const upTo = payouts.map(({ count }) => (sum += count));
  const one = (at: number): number => {
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return payouts[low]!.micros;
  };
  return (count, random) => {
    if (count === 0 || all === 0) return 0;
    if (count > MANY) return Math.max(0, count * mean + Math.sqrt(count * (squares - mean ** 2)) * normal(random));
    let paid = 0;
    for (let i = 0; i < count; i += 1) paid += one(random() * all);
    return paid;
  };
}
