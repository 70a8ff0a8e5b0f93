import { expect, test } from 'vitest';
import { rateDifference } from '../../../reports/rules.ts';
import { rateVerdict } from './rate-verdict.ts';

test('the interval of a difference is that of the textbook', () => {
  // 56 of 70 and 48 of 80: Newcombe 1998, Statistics in Medicine 17, 873-890, example (a), method 10
  const [low, high] = rateDifference({ hits: 56, cases: 70 }, { hits: 48, cases: 80 })!;
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.0524', '0.3339']);
  expect(rateDifference({ hits: 0, cases: 0 }, { hits: 1, cases: 2 })).toBeNull();
});

const line = (name: string, hits: number, cases: number) => ({ name, hits, cases });

test.each([
  [
    'the first',
    line('A', 60, 1000),
    line('B', 20, 1000),
    /^A converts better: by 2\.\d to 5\.\d percentage points, in 95 of/,
  ],
  [
    'the second',
    line('A', 20, 1000),
    line('B', 60, 1000),
    /^B converts better: by 2\.\d to 5\.\d percentage points, in 95 of/,
  ],
  ['nobody: alike', line('A', 20, 1000), line('B', 22, 1000), /^Too few to say/],
  ['nobody: much better, of a handful', line('A', 2, 20), line('B', 0, 20), /^Too few to say/],
  ['nobody: no clicks', line('A', 0, 0), line('B', 60, 1000), /^Too few to say/],
])('the verdict names %s', (_name, first, second, text) =>
  expect(rateVerdict(first, second, 'converts better')).toMatch(text),
);

test('of two that convert alike, hardly ever one is called better', () => {
  // every pair of counts that 200 clicks each at one in ten bring, by its chance
  const chances = Array.from({ length: 60 }, (_, hits) => {
    let chance = 0.9 ** 200;
    for (let i = 0; i < hits; i += 1) chance *= ((200 - i) / (i + 1)) * (0.1 / 0.9);
    return chance;
  });
  let wrong = 0;
  for (const [a, p] of chances.entries())
    for (const [b, q] of chances.entries())
      if (!rateVerdict(line('A', a, 200), line('B', b, 200), 'wins').startsWith('Too few')) wrong += p * q;
  expect(wrong).toBeLessThan(0.055);
  expect(wrong).toBeGreaterThan(0.02);
});
