/** What came of the visits of one placement. Money in micros of the currency of the site. */
export type Placement = { visits: number; conversions: number; revenueMicros: bigint; costMicros: bigint };

export type Rule = {
  /** Placements with fewer visits are not judged. */
  minVisits: number;
  /** A placement loses when what it should earn, less what it cost, is below this. Micros. */
  belowMicros: bigint;
  /** How sure it must be, such as 0.9: at most a tenth of what is named is named by accident. */
  certainty: number;
};

export type Verdict = {
  /** How likely a placement that loses nothing would have earned this little; null where it was not judged. */
  chance: number | null;
  isLosing: boolean;
};

/**
 * Which placements lose money for sure. Revenue is taken for a Poisson number of payouts of one size, so chosen that the sum varies as
 * payouts of all sizes make it vary. A placement that should just reach the limit earns so little with the chance that is told. Over all
 * that are judged no more than 1 - certainty of the named ones are named by accident (Benjamini and Hochberg, 1995), and where none
 * loses, no more than that part of all lists names any.
 * @param size of `sizeOf`
 */
export function judge(placements: readonly Placement[], size: number, rule: Rule): Verdict[] {
  const chances = placements.map((one) => (one.visits < rule.minVisits ? null : chanceOf(one, size, rule)));
  const sorted = chances.filter((chance) => chance !== null).toSorted((a, b) => a - b);
  const allowed = 1 - rule.certainty;
  const limit = sorted.findLast((chance, i) => chance <= ((i + 1) / sorted.length) * allowed) ?? -1;
  return chances.map((chance) => ({ chance, isLosing: chance !== null && chance <= limit }));
}

/** How often a conversion pays so much. */
type Payout = { micros: number; count: number };

/** The size of payout by which a sum of them varies as these do, micros; 0 of none. One that is counted twice changes nothing where all are. */
export function sizeOf(payouts: readonly Payout[]): number {
  const sum = (power: number) => payouts.reduce((total, { micros, count }) => total + count * micros ** power, 0);
  return sum(1) > 0 ? sum(2) / sum(1) : 0;
}

function chanceOf({ revenueMicros, costMicros }: Placement, size: number, { belowMicros }: Rule): number {
  const needed = Number(costMicros + belowMicros);
  if (needed <= 0) return 1;
  // nothing was ever paid: how much chance is in it cannot be told
  if (size <= 0) return 1;
  // up, so that it is rather taken for chance
  const seen = Math.max(0, Math.ceil(Number(revenueMicros) / size - 1e-9));
  return poissonAtMost(seen, needed / size);
}

/** How likely a Poisson number is not above `count`. @param mean above 0 */
export function poissonAtMost(count: number, mean: number): number {
  if (count >= mean + 40 * Math.sqrt(mean) + 40) return 1;
  // from the greatest term down: above the mean all of them count, below they soon do not
  let term = Math.exp(count * Math.log(mean) - mean - logFactorial(count));
  let sum = term;
  for (let i = count; i > 0; i -= 1) {
    term *= i / mean;
    sum += term;
    if (i < mean && term < sum * 1e-17) break;
  }
  return Math.min(1, sum);
}

/** By Stirling's series above 20, where it is right to 15 digits. */
function logFactorial(n: number): number {
  if (n < 20) {
    let product = 1;
    for (let i = 2; i <= n; i += 1) product *= i;
    return Math.log(product);
  }
  const x = n + 1;
  return (
    (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5)
  );
}
