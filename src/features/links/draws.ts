/** Draws from distributions, by dice in [0, 1) that the caller brings. */

/** Standard normal draws, by Box and Muller. */
export function normalDice(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** One draw of a share in (0, 1) that was seen `a` times against `b`. */
export function betaDraw(a: number, b: number, random: () => number, normal: () => number): number {
  const x = gammaDraw(a, random, normal);
  return x / (x + gammaDraw(b, random, normal));
}

/** Marsaglia and Tsang, 2000. */
function gammaDraw(shape: number, random: () => number, normal: () => number): number {
  if (shape < 1) return gammaDraw(shape + 1, random, normal) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** The value below which a part of the draws lies. @param sorted not empty, rising @param part in [0, 1] */
export const quantile = (sorted: ArrayLike<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
