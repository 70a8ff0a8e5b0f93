import { betaDraw, seeded } from '../../../platform/dice.ts';

type Line = { hits: number; cases: number };

const DRAWS = 2000;
/** Fewer cases than these say too little to be compared. */
const MIN_CASES = 30;

/**
 * How likely each line has the best true rate, by draws from what its cases leave possible (a Beta distribution, all rates alike before).
 * The same numbers give the same answer. @returns 0 to 1, summing to 1; null for a line with too few cases, and where no two have enough
 */
export function chancesToBeBest(lines: readonly Line[]): (number | null)[] {
  const compared = lines.flatMap((line, i) => (line.cases >= MIN_CASES && line.hits <= line.cases ? [i] : []));
  if (compared.length < 2) return lines.map(() => null);
  const random = seeded(1);
  const wins = new Map(compared.map((i) => [i, 0]));
  for (let n = 0; n < DRAWS; n += 1) {
    let [best, most] = [-1, -1];
    for (const i of compared) {
      const { hits, cases } = lines[i]!;
      const drawn = betaDraw(hits + 1, cases - hits + 1, random);
      if (drawn > most) [best, most] = [i, drawn];
    }
    wins.set(best, wins.get(best)! + 1);
  }
  return lines.map((_, i) => (wins.has(i) ? wins.get(i)! / DRAWS : null));
}
