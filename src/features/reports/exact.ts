import { formatMicros } from '../../platform/money.ts';

/** A share of whole numbers; what is below is greater than 0. */
export type Exact = readonly [above: bigint, below: bigint];

const MICROS = 1_000_000n;

export const exact = (above: bigint, below = 1n): Exact => [above, below];

/** @param micros an amount as it is stored */
export const exactMoney = (micros: bigint): Exact => [micros, MICROS];

/** A plain decimal: digits, with or without a point among them. */
export function parseExact(text: string): Exact {
  const [whole = '', decimals = ''] = text.split('.');
  return [BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length)];
}

export const negate = ([above, below]: Exact): Exact => [-above, below];
export const add = ([a, b]: Exact, [c, d]: Exact): Exact => (b === d ? [a + c, b] : [a * d + c * b, b * d]);
export const subtract = (left: Exact, right: Exact): Exact => add(left, negate(right));
export const multiply = ([a, b]: Exact, [c, d]: Exact): Exact => [a * c, b * d];
/** Null when there is nothing to divide by. */
export const divide = ([a, b]: Exact, [c, d]: Exact): Exact | null =>
  c === 0n ? null : c < 0n ? [-a * d, b * -c] : [a * d, b * c];

/** As money on the wire: rounded once, to the micro, half away from zero. */
export function moneyText([above, below]: Exact): string {
  const half = above < 0n ? -below : below;
  return formatMicros((above * MICROS * 2n + half) / (below * 2n));
}

/** As far as a number of JavaScript can tell it; null for one that is too large. */
export function toNumber([above, below]: Exact): number | null {
  const size = (value: bigint): number => value.toString(2).length;
  // both sides may be larger than any number; what is divided keeps 64 digits in base two
  const shift = BigInt(Math.max(0, size(below) + 64 - size(above)));
  if (size(above) < 53 && size(below) < 53) return Number(above) / Number(below);
  const told = Number((above << shift) / below) / 2 ** Number(shift);
  return Number.isFinite(told) ? told : null;
}
