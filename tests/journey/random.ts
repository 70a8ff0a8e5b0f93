/** Numbers in [0, 1) that are the same in every run (mulberry32). @param seed any integer; another one gives another row of numbers */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** `count` different elements in their old order; all of them when there are fewer. */
export function sample<T>(all: readonly T[], count: number, random: () => number): T[] {
  const left = all.map((element, place) => ({ element, place, roll: random() }));
  return left
    .toSorted((a, b) => a.roll - b.roll)
    .slice(0, count)
    .toSorted((a, b) => a.place - b.place)
    .map(({ element }) => element);
}
