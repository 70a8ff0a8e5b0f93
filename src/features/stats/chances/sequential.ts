import { tailOf, zOfTail } from '../../reports/rules.ts';

/**
 * Who is likely the best, looked at once a day, without being fooled by the looking: a group-sequential test. The share of error that may
 * be spent by a day follows Lan and DeMets (Biometrika 1983), of the type of O'Brien and Fleming: next to nothing in the first days,
 * nearly all of it at the planned end. Boundaries by the recursion of Armitage, McPherson and Rowe (1969).
 */
export const PLANNED_DAYS = 30;
/** How often chance alone may name anybody, over all arms and all looks. */
export const ERROR_RATE = 0.04;
/** Fewer cases than these say too little to be compared. */
const MIN_CASES = 30;

/** Points on which a density is held, and how far out it is followed, in standard deviations of the end. */
const POINTS = 321;
const REACH = 7;

/** One-sided error that may be spent by a part of the information, from 0 to 1. */
const spentBy = (part: number, error: number): number => 2 * tailOf(zOfTail(error / 2) / Math.sqrt(part));

const kept = new Map<number, readonly number[]>();

/**
 * What a standardised difference must reach at each of the 30 looks, each of which adds as much as the one before.
 * @param error one-sided, over all looks
 */
export function bounds(error: number): readonly number[] {
  const known = kept.get(error);
  if (known) return known;
  const found = boundsOf(error);
  kept.set(error, found);
  return found;
}

function boundsOf(error: number): number[] {
  const step = 1 / PLANNED_DAYS;
  const deviation = Math.sqrt(step);
  /** The sum of all looks so far, where no boundary was crossed: places, and the density there with the width that it stands for. */
  let sums: { at: number; mass: number }[] = [{ at: 0, mass: 1 }];
  const found: number[] = [];
  for (let look = 1; look <= PLANNED_DAYS; look += 1) {
    const part = look * step;
    const allowed = spentBy(part, error) - (look === 1 ? 0 : spentBy(part - step, error));
    const crossing = (bound: number) =>
      sums.reduce((all, { at, mass }) => all + mass * aboveOf((bound - at) / deviation), 0);
    let [low, high] = [0, REACH * 2];
    for (let n = 0; n < 50; n += 1) {
      const middle = (low + high) / 2;
      if (crossing(middle) > allowed) low = middle;
      else high = middle;
    }
    found.push(high / Math.sqrt(part));
    const from = -REACH * Math.sqrt(part);
    const width = (high - from) / (POINTS - 1);
    sums = Array.from({ length: POINTS }, (_, n) => {
      const at = from + n * width;
      const density = sums.reduce((all, one) => all + one.mass * densityOf((at - one.at) / deviation), 0) / deviation;
      return { at, mass: density * width * (n === 0 || n === POINTS - 1 ? 0.5 : 1) };
    });
  }
  return found;
}

const densityOf = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
const aboveOf = (z: number): number => (z >= 0 ? tailOf(z) : 1 - tailOf(-z));

/** What one arm got at one place on one day. Arms are held against each other only at places that both had. */
export type ArmDay = { arm: number; place: number; hits: number; cases: number };

export type Named = { arm: number; /** The look at which it was clear, from 1. */ look: number };

type Sums = Map<number, { hits: number; cases: number }>;

/**
 * Who has a better rate than every other arm.
 * @param looks what came on each day that is over, the first day first; days after the thirtieth are not looked at
 * @returns undefined while none stands out, or there are no two to compare
 */
export function likelyBest(arms: readonly number[], looks: readonly (readonly ArmDay[])[]): Named | undefined {
  if (arms.length < 2) return undefined;
  // to be named by chance an arm must beat a given other one by chance, once
  const limits = bounds(ERROR_RATE / arms.length);
  const sums = new Map<number, Sums>(arms.map((arm) => [arm, new Map()]));
  const beaten = new Map(arms.map((arm) => [arm, new Set<number>()]));
  for (const [index, day] of looks.slice(0, PLANNED_DAYS).entries()) {
    for (const { arm, place, hits, cases } of day) {
      const sum = sums.get(arm)?.get(place);
      if (sum) Object.assign(sum, { hits: sum.hits + hits, cases: sum.cases + cases });
      else sums.get(arm)?.set(place, { hits, cases });
    }
    for (const arm of arms) {
      for (const other of arms) {
        if (arm !== other && difference(sums.get(arm)!, sums.get(other)!) >= limits[index]!)
          beaten.get(arm)!.add(other);
      }
      if (beaten.get(arm)!.size === arms.length - 1) return { arm, look: index + 1 };
    }
  }
  return undefined;
}

/** How much better the first did than both together would have, in standard deviations, place by place (Mantel and Haenszel 1959). */
function difference(first: Sums, second: Sums): number {
  let [more, variance, fewest] = [0, 0, [0, 0]];
  for (const [place, a] of first) {
    const b = second.get(place);
    if (!b) continue;
    const [all, hits] = [a.cases + b.cases, a.hits + b.hits];
    // more hits than cases say nothing
    if (hits >= all) continue;
    fewest = [fewest[0]! + a.cases, fewest[1]! + b.cases];
    more += a.hits - (a.cases * hits) / all;
    variance += (a.cases * b.cases * hits * (all - hits)) / (all * all * Math.max(1, all - 1));
  }
  return variance === 0 || Math.min(...fewest) < MIN_CASES ? 0 : more / Math.sqrt(variance);
}
