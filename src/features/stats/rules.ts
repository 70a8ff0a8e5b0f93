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
