import { totalScore } from '../../features/guides/rules.ts';

type Scored = { weight: number; score: number };

/**
 * The arithmetic of a total score as a reader writes it: `(9.0 × 40 + 8.1 × 60) ÷ 100`.
 * @returns undefined without sub-scores; `isRounded` when the sum has more than one decimal
 */
export function sumOf(subScores: readonly Scored[]): { terms: string; total: string; isRounded: boolean } | undefined {
  const all = subScores.map(({ weight, score }, i) => ({ key: `c${i}`, weight, tenths: Math.round(score * 10) }));
  const total = totalScore(all, Object.fromEntries(all.map(({ key, tenths }) => [key, tenths])));
  if (total === undefined) return undefined;
  const weights = all.reduce((sum, one) => sum + one.weight, 0);
  const points = all.reduce((sum, one) => sum + one.weight * one.tenths, 0);
  const terms = all.map(({ weight, tenths }) => `${(tenths / 10).toFixed(1)} × ${weight}`).join(' + ');
  return { terms: `(${terms}) ÷ ${weights}`, total: (total / 10).toFixed(1), isRounded: points !== total * weights };
}
