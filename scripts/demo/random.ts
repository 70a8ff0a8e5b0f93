/** Dice that fall alike for the same seed. */
export type Dice = {
  /** In [0, 1). */
  next(): number;
  /** True in this share of throws. */
  chance(share: number): boolean;
  /** A whole number from `from` up to and including `to`. */
  whole(from: number, to: number): number;
  /** One of them, by weight. */
  pick<T>(all: readonly T[], weightOf: (one: T) => number): T;
  /** Lower case base32 text, as ids of events have it. */
  text(length: number): string;
};

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The generator sfc32: small, fast, and good enough for traffic that nobody bets on. */
export function diceOf(seed: number): Dice {
  let [a, b, c, count] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1];
  const word = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 16; i += 1) word();
  const next = (): number => word() / 4294967296;
  return {
    next,
    chance: (share) => next() < share,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick(all, weightOf) {
      let left = next() * all.reduce((sum, one) => sum + weightOf(one), 0);
      return all.find((one) => (left -= weightOf(one)) < 0) ?? all.at(-1)!;
    },
    text(length) {
      let made = '';
      for (let bits = 0, left = 0; made.length < length; left -= 1, bits >>>= 5) {
        if (left === 0) [bits, left] = [word(), 6];
        made += ALPHABET[bits & 31];
      }
      return made;
    },
  };
}

/** Dice of one event's own, by its id: what they decide changes nothing else of the traffic. */
export const diceOfId = (id: string): Dice => diceOf(Number.parseInt(id.slice(-6), 36));
