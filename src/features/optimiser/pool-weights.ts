import { MAX_WEIGHT } from '../links/contract.ts';

/** The weights of a pool as whole percents that sum to 100; what rounding leaves goes to those that lost most. @param weights above 0 */
export function wholeShares(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (weight / total) * 100);
  const shares = exact.map(Math.floor);
  const byLoss = exact.map((share, index) => ({ index, lost: share - shares[index]! }));
  const left = 100 - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of byLoss.toSorted((a, b) => b.lost - a.lost || a.index - b.index).slice(0, left))
    shares[index]! += 1;
  return shares;
}

/**
 * The weights that give some destinations new shares. The others of the pool (paused, not public) are scaled alike, so that they come
 * back with the share they left with. Nobody who had a weight falls to 0, which would shut him out for good.
 */
export function weightsOf(
  pool: readonly { id: number; weight: number }[],
  shares: ReadonlyMap<number, number>,
): Map<number, number> {
  const total = pool.reduce((sum, { id, weight }) => sum + (shares.has(id) ? weight : 0), 0);
  const within = (weight: number): number => Math.min(MAX_WEIGHT, Math.max(1, Math.round(weight)));
  return new Map(
    pool
      .filter(({ weight }) => weight > 0)
      .map(({ id, weight }) => [id, within(shares.get(id) ?? (weight / total) * 100)]),
  );
}
