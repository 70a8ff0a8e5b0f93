type Scored = { weight: number; score: number };

/**
 * The arithmetic of a total score as a reader does it again: `(9.0 × 40 + 8.1 × 60) ÷ 100`. In whole tenths, halves rounded up.
 * @returns undefined without sub-scores; `isRounded` when the sum has more than one decimal
 */
export function sumOf(subScores: readonly Scored[]): { terms: string; total: string; isRounded: boolean } | undefined {
  if (subScores.length === 0) return undefined;
  const weights = subScores.reduce((sum, { weight }) => sum + weight, 0);
  const points = subScores.reduce((sum, { weight, score }) => sum + weight * Math.round(score * 10), 0);
  const tenths = Math.floor((2 * points + weights) / (2 * weights));
  const terms = subScores.map(({ weight, score }) => `${score.toFixed(1)} × ${weight}`).join(' + ');
  return {
    terms: `(${terms}) ÷ ${weights}`,
    total: (tenths / 10).toFixed(1),
    isRounded: points !== tenths * weights,
  };
}
