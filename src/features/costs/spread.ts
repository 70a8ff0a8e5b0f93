import type { Micros } from '../../platform/money.ts';

/**
 * Divides an amount by weights so that the parts add up to it to the last micro: each gets the whole of its share, and what is left goes
 * to those that lost most by it, earlier ones first.
 * @param weights whole numbers from 0, one of them above it
 */
export function spread(total: Micros, weights: readonly (number | bigint)[]): Micros[] {
  const shares = weights.map(BigInt);
  const sum = shares.reduce((all, share) => all + share, 0n);
  if (sum === 0n) throw new Error('Nothing to spread over.');
  const parts = shares.map((share) => (total * share) / sum);
  let left = total - parts.reduce((all, part) => all + part, 0n);
  const byRest = shares
    .map((share, place) => ({ place, rest: (total * share) % sum }))
    .toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  for (const { place } of byRest) {
    if (left === 0n) break;
    parts[place]! += 1n;
    left -= 1n;
  }
  return parts;
}
