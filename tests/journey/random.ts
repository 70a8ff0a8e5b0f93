/** `count` different elements in their old order; all of them when there are fewer. */
export function sample<T>(all: readonly T[], count: number, random: () => number): T[] {
  const left = all.map((element, place) => ({ element, place, roll: random() }));
  return left
    .toSorted((a, b) => a.roll - b.roll)
    .slice(0, count)
    .toSorted((a, b) => a.place - b.place)
    .map(({ element }) => element);
}
