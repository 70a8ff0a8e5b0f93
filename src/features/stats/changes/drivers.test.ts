import { expect, test } from 'vitest';
import { byChange, isChance, standingOut, type Moved } from './drivers.ts';

const most = (lines: readonly Moved<string>[]): number => Math.max(0, ...standingOut(lines));
const line = (value: string, before: number, now: number): Moved<string> => ({
  value,
  before: BigInt(before),
  now: BigInt(now),
});

test('a cut in which all lines changed alike explains nothing', () => {
  expect(most([line('a', 100, 50), line('b', 40, 20), line('c', 2, 1)])).toBeCloseTo(0);
  expect(most([line('only', 100, 50)])).toBeCloseTo(0);
  expect(most([])).toBe(0);
  expect(most([line('a', 0, 0)])).toBe(0);
});

test('a cut with the one line that went explains more than one in which it is spread', () => {
  const lost = most([line('gone', 100, 0), line('b', 100, 100), line('c', 100, 101)]);
  const spread = most([line('a', 150, 95), line('b', 150, 106)]);
  expect(lost).toBeGreaterThan(4 * spread);
});

test('a loss that grew is a fall, a line against the whole does not explain it', () => {
  expect(most([line('worse', -10, -60), line('better', 5, 25)])).toBeGreaterThan(0);
  const up = most([line('up', 10, 60), line('down', 100, 60)]);
  // the whole rose by 10: what fell is not why
  expect(up).toBeCloseTo(50 - (70 / 230) * 10);
});

test('lines stand by how far they moved, up or down', () => {
  const found = byChange([line('a', 0, 5), line('b', 50, 20), line('c', 1, 1), line('d', -3, 9)]);
  expect(found.map(({ value }) => value)).toEqual(['b', 'd', 'a', 'c']);
});

test.each([
  [3, 5, true],
  [0, 3, true],
  [0, 4, false],
  [100, 130, false],
  [100, 125, true],
  [0, 0, true],
])('%d against %d by chance: %s', (now, before, expected) => {
  expect(isChance(now, before)).toBe(expected);
});
