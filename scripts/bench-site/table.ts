/** What the large site must reach: a figure, or so many times that of the small site. */
type Goal = { most: number } | { times: number };

export const SIZES = ['small', 'large'] as const;
export type Size = (typeof SIZES)[number];

/** A figure of the small site and of the large one. */
export type Pair = Record<Size, number>;

/** Takes a line. */
export type Say = (name: string, unit: 'ms' | 'MB' | 'times' | 'a second' | 'in all', pair: Pair, goal?: Goal) => void;

/** Lines of small, large and goal, printed as they come. @param isJudged false where sizes are not those of the goals */
export function openTable(isJudged: boolean): { say: Say; missed(): number } {
  let missed = 0;
  const verdictOf = ({ small, large }: Pair, goal: Goal): string => {
    const text = 'most' in goal ? `goal ${goal.most}` : `goal ${goal.times} times small`;
    if (!isJudged) return text;
    const isReached = 'most' in goal ? large <= goal.most : large <= goal.times * small;
    if (!isReached) missed += 1;
    return `${text} ${isReached ? 'reached' : 'NOT REACHED'}`;
  };
  process.stdout.write(
    `${'figure'.padEnd(NAME)} ${'small'.padStart(FIGURE)} ${'large'.padStart(FIGURE)} ${'of small'.padStart(FIGURE)}\n`,
  );
  return {
    say(name, unit, pair, goal) {
      const figures = [pair.small, pair.large, pair.large / (pair.small || 1)].map((one) =>
        shorten(one).padStart(FIGURE),
      );
      const verdict = goal ? ` | ${verdictOf(pair, goal)}` : '';
      process.stdout.write(`${`${name}, ${unit}`.padEnd(NAME)} ${figures.join(' ')}${verdict}\n`);
    },
    missed: () => missed,
  };
}

const NAME = 58;
const FIGURE = 9;

const shorten = (figure: number): string =>
  figure >= 100 || figure === 0 ? figure.toFixed(0) : figure.toPrecision(figure >= 10 ? 3 : 2);
