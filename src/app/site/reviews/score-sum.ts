type Scored = { weight: number; score: number };

/**
 * The arithmetic of a total score as a reader does it again: each score times its weight, their sum divided by that of the weights.
 * In whole tenths, halves rounded up.
 * @returns undefined without sub-scores; `isRounded` when the sum has more than one decimal
 */
export function sumOf(
  subScores: readonly Scored[],
): { weights: number; total: string; isRounded: boolean } | undefined {
  if (subScores.length === 0) return undefined;
  const weights = subScores.reduce((sum, { weight }) => sum + weight, 0);
  const points = subScores.reduce((sum, { weight, score }) => sum + weight * Math.round(score * 10), 0);
  const tenths = Math.floor((2 * points + weights) / (2 * weights));
  return {
    weights,
    total: (tenths / 10).toFixed(1),
    isRounded: points !== tenths * weights,
  };
}
