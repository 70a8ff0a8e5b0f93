/** A count that is expected to be `exposure` times the product of its factors. `terms` names a factor of each kind by its place. */
export type Cell = { exposure: number; count: number; terms: readonly number[] };

export type LogLinear = {
  /** The logarithm of each factor. */
  logs: readonly number[];
  /** How far some of them may be off together: a root of their covariance, lower triangle, in the order of `places`. */
  rootOf(places: readonly number[]): number[][];
};

const ROUNDS = 40;
const CLOSE = 1e-8;
/** A step of Newton's from far away can overshoot; e^2 at once is far enough. */
const MAX_STEP = 2;

/**
 * The likeliest factors of counts that are independent and Poisson: a log-linear model, fitted by Newton's method. Counts that scatter
 * more than that widen the covariance by as much (the quasi-likelihood of McCullagh and Nelder, Generalized Linear Models, 1989, ch. 6
 * and 9).
 * @param precisions of each logarithm before any count is seen, around 0: 1 / variance. A trace of it keeps what no count speaks of finite.
 */
export function fitLogLinear(cells: readonly Cell[], precisions: readonly number[]): LogLinear {
  const size = precisions.length;
  const logs = Array.from({ length: size }, () => 0);
  const expected = (cell: Cell): number =>
    cell.exposure * Math.exp(cell.terms.reduce((sum, term) => sum + logs[term]!, 0));
  let root: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = logs.map((log, i) => -precisions[i]! * log);
    const bend = precisions.map((precision, i) => Array.from({ length: i + 1 }, (_, j) => (i === j ? precision : 0)));
    for (const cell of cells) {
      const mean = expected(cell);
      for (const a of cell.terms) {
        slope[a]! += cell.count - mean;
        for (const b of cell.terms) if (b <= a) bend[a]![b]! += mean;
      }
    }
    root = rootOf(bend);
    const step = solve(root, slope);
    const longest = Math.max(...step.map(Math.abs));
    const scale = Math.min(1, MAX_STEP / longest);
    for (const [i, part] of step.entries()) logs[i]! += part * scale;
    if (longest < CLOSE) break;
  }
  const scatter = dispersionOf(cells, expected, size);
  return {
    logs,
    rootOf: (places) => {
      const columns = places.map((place) => solve(root, unit(size, place)));
      return rootOf(places.map((_, i) => places.slice(0, i + 1).map((to) => columns[i]![to]! * scatter)));
    },
  };
}

/** Pearson's: 1 for Poisson counts; never less, for luck is no evidence. */
function dispersionOf(cells: readonly Cell[], expected: (cell: Cell) => number, parameters: number): number {
  const left = cells.length - parameters;
  if (left <= 0) return 1;
  const sum = cells.reduce((all, cell) => all + (cell.count - expected(cell)) ** 2 / Math.max(expected(cell), 1e-9), 0);
  return Math.max(1, sum / left);
}

const unit = (size: number, place: number): number[] => Array.from({ length: size }, (_, i) => (i === place ? 1 : 0));

/** Cholesky's root of a symmetric positive matrix, both as lower triangles. */
function rootOf(matrix: readonly (readonly number[])[]): number[][] {
  const root: number[][] = [];
  for (const [i, row] of matrix.entries()) {
    const made: number[] = [];
    for (let j = 0; j <= i; j += 1) {
      const upper = j === i ? made : root[j]!;
      let left = row[j]!;
      for (let k = 0; k < j; k += 1) left -= made[k]! * upper[k]!;
      made.push(j === i ? Math.sqrt(Math.max(left, 1e-12)) : left / upper[j]!);
    }
    root.push(made);
  }
  return root;
}

/** Solves root x root' x x = wanted. */
function solve(root: readonly (readonly number[])[], wanted: readonly number[]): number[] {
  const x = [...wanted];
  for (let i = 0; i < x.length; i += 1) {
    for (let k = 0; k < i; k += 1) x[i]! -= root[i]![k]! * x[k]!;
    x[i]! /= root[i]![i]!;
  }
  for (let i = x.length - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < x.length; k += 1) x[i]! -= root[k]![i]! * x[k]!;
    x[i]! /= root[i]![i]!;
  }
  return x;
}
