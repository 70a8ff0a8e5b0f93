import { formatMicros, type Micros } from '../../platform/money.ts';

/** A share of two sums; null when there is nothing to divide by. Ratios are always made from summed parts, never averaged. */
export const ratioOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Money per unit, rounded to the micro, half away from zero; null when there are no units. @param per units that count as one: 1000 for rpm */
export function moneyPer(micros: Micros, units: number, per = 1): string | null {
  if (units === 0) return null;
  const total = micros * BigInt(per);
  const whole = BigInt(units);
  const half = total < 0n ? -whole : whole;
  return formatMicros((total * 2n + half) / (whole * 2n));
}

const Z95 = 1.959964;

/**
 * Where the true rate lies in 95 of 100 cases, by Wilson: sound also for few cases and for rates near 0 and 1. Neither jstat 1.9 nor
 * simple-statistics 7 knows Wilson's interval or Newcombe's (2026-11-24).
 * @returns null without cases, and when there are more hits than cases (clicks can outnumber the impressions that a browser told)
 */
export function wilson(hits: number, cases: number, z = Z95): [number, number] | null {
  if (cases <= 0 || hits > cases) return null;
  const rate = hits / cases;
  const spread = z * Math.sqrt((rate * (1 - rate)) / cases + (z * z) / (4 * cases * cases));
  const middle = rate + (z * z) / (2 * cases);
  const scale = 1 + (z * z) / cases;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}

/** Some hits among some cases. */
export type Rate = { hits: number; cases: number };

/**
 * Where the difference of two true rates lies in 95 of 100 cases, the first less the second: made from the intervals of both (Newcombe 1998,
 * method 10). One is better only when 0 lies outside.
 * @returns null where one of them has no interval
 */
export function rateDifference(first: Rate, second: Rate): [number, number] | null {
  const [a, b] = [wilson(first.hits, first.cases), wilson(second.hits, second.cases)];
  if (!a || !b) return null;
  const [p, q] = [first.hits / first.cases, second.hits / second.cases];
  return [p - q - Math.hypot(p - a[0], b[1] - q), p - q + Math.hypot(a[1] - p, q - b[0])];
}

/**
 * How many standard deviations leave this share of a normal distribution above them, for shares from 1e-9 to 0.5.
 * As right as jstat 1.9 to the sixth digit down to 1e-9, which comes without types and as a whole; simple-statistics 7 is off by 0.008
 * there (2026-11-23).
 */
export function zOfTail(share: number): number {
  let [low, high] = [0, 7];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (tailOf(middle) > share) low = middle;
    else high = middle;
  }
  return low;
}

/** The share of a normal distribution above `z`, by the fraction that Laplace gave for great z and the plain integral for small. */
export function tailOf(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 2.5) {
    let [sum, term] = [z, z];
    for (let n = 1; n < 60; n += 1) {
      term *= (z * z) / (2 * n + 1);
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let n = 60; n > 0; n -= 1) fraction = z + n / fraction;
  return density / fraction;
}
