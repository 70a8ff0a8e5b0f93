import { poissonAtMost } from './evidence.ts';

/** What placements that a source was told to leave out did in some days, and what all its others cost in them. Micros of one currency. */
export type Course = { costMicros: bigint; revenueMicros: bigint; restCostMicros: bigint };
export type Saved = { micros: bigint; lowMicros: bigint; highMicros: bigint };

/** Of ten such intervals nine hold what was truly saved, as far as it is by chance. */
const OUTSIDE = 0.05;

/**
 * What a list saved since it was kept: had the source gone on as before, its placements would have lost in the same measure as the others
 * cost, less what they lost all the same. The interval is that of their payouts in the days before, of which there were few. They were
 * chosen because they lost, so that the truth is rather below the middle.
 * @param size as of `judge`
 * @returns null where nothing else cost anything before, so that there is no measure
 */
export function savedBy(before: Course, since: Course, size: number): Saved | null {
  if (before.restCostMicros <= 0n) return null;
  const measure = Number(since.restCostMicros) / Number(before.restCostMicros);
  const still = Number(since.costMicros - since.revenueMicros);
  const [low, high] = payoutsBetween(Number(before.revenueMicros), size);
  const of = (revenue: number): bigint => BigInt(Math.round((Number(before.costMicros) - revenue) * measure - still));
  return { micros: of(Number(before.revenueMicros)), lowMicros: of(high), highMicros: of(low) };
}

/** Between which sums what was paid would lie on the whole (Garwood, 1936), payouts being of one size. */
function payoutsBetween(paid: number, size: number): [low: number, high: number] {
  if (size <= 0) return [paid, paid];
  const seen = Math.max(0, paid / size);
  const up = Math.ceil(seen - 1e-9);
  const down = Math.floor(seen + 1e-9);
  const high = meanWhere((mean) => poissonAtMost(up, mean) > OUTSIDE, up);
  const low = down === 0 ? 0 : meanWhere((mean) => 1 - poissonAtMost(down - 1, mean) < OUTSIDE, down);
  return [Math.min(paid, low * size), Math.max(paid, high * size)];
}

/** The greatest mean at which it still holds. */
function meanWhere(holds: (mean: number) => boolean, near: number): number {
  let [from, to] = [0, near + 10 * Math.sqrt(near + 1) + 10];
  for (let i = 0; i < 60; i += 1) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return from;
}
