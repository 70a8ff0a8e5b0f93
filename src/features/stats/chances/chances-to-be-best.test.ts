import { expect, test } from 'vitest';
import { seeded } from '../../../platform/dice.ts';
import { chancesToBeBest } from './chances-to-be-best.ts';

test('chances sum to 1, the better line has the greater one, and the same numbers give the same answer', () => {
  const lines = [
    { hits: 60, cases: 1000 },
    { hits: 40, cases: 1000 },
    { hits: 5, cases: 20 },
  ];
  const [first, second, third] = chancesToBeBest(lines);
  expect(first! + second!).toBeCloseTo(1);
  expect(first).toBeGreaterThan(0.95);
  expect(third).toBeNull();
  expect(chancesToBeBest(lines)).toEqual([first, second, third]);
});

test.each([
  ['nothing', []],
  ['one line', [{ hits: 10, cases: 100 }]],
  [
    'one line that says enough',
    [
      { hits: 10, cases: 100 },
      { hits: 1, cases: 10 },
    ],
  ],
  [
    'more hits than cases',
    [
      { hits: 200, cases: 100 },
      { hits: 10, cases: 100 },
    ],
  ],
])('there is no best of %s', (_name, lines) => {
  expect(chancesToBeBest(lines)).toEqual(lines.map(() => null));
});

test('of two that are alike, 95 % are claimed of either in one of ten cases at most', () => {
  const random = seeded(7);
  let claimed = 0;
  for (let run = 0; run < 200; run += 1) {
    const lines = [0, 1].map(() => ({
      cases: 400,
      hits: Array.from({ length: 400 }, () => random()).filter((drawn) => drawn < 0.1).length,
    }));
    if (chancesToBeBest(lines).some((chance) => chance! >= 0.95)) claimed += 1;
  }
  // each side has its 5 %
  expect(claimed / 200).toBeLessThan(0.16);
});
