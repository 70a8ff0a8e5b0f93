/** One line of a cut, in the smallest unit of its figure. */
export type Moved<Value> = { value: Value; now: bigint; before: bigint };

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
export const changeOf = ({ now, before }: Pick<Moved<unknown>, 'now' | 'before'>): bigint => now - before;

/** Those that moved most first. */
export const byChange = <Value>(lines: readonly Moved<Value>[]): Moved<Value>[] =>
  lines.toSorted((a, b) => Number(size(changeOf(b)) - size(changeOf(a))));

/**
 * How far each line moved beside what its size lets one expect, in the direction of the whole: if all lines of a cut changed alike, by none
 * of them a change is explained. What a line is expected to change by is its part of all that there was, before and now, of the whole
 * change.
 */
export function standingOut(lines: readonly Moved<unknown>[]): number[] {
  const weight = (line: Moved<unknown>): number => Number(size(line.now) + size(line.before));
  const all = lines.reduce((sum, line) => sum + weight(line), 0);
  const whole = lines.reduce((sum, line) => sum + Number(changeOf(line)), 0);
  return lines.map((line) => {
    const beside = all === 0 ? 0 : Number(changeOf(line)) - (weight(line) / all) * whole;
    return whole === 0 ? Math.abs(beside) : Math.sign(whole) * beside;
  });
}

/** Two counts of the same kind of thing, by the normal approximation of the difference of two Poisson counts: may chance alone make it? */
export const isChance = (now: number, before: number): boolean => (now - before) ** 2 <= 1.96 ** 2 * (now + before);
