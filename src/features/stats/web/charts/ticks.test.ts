import { expect, test } from 'vitest';
import { isNamed, stepOfDays } from './ticks.ts';

test.each([
  [30, 1100, 2],
  [30, 640, 3],
  [30, 220, 10],
  [90, 380, 15],
  [7, 220, 3],
  [1, 1100, 1],
  [30, 0, 15],
])('%i days on %i pixels: every %i is named', (days, width, step) => {
  expect(stepOfDays(days, width)).toBe(step);
});

test('the last day is named, and every third before it', () => {
  const days = ['Mar 1', 'Mar 2', 'Mar 3', 'Mar 4', 'Mar 5'];
  expect(days.filter((_day, index) => isNamed(index, days.length, 3))).toEqual(['Mar 2', 'Mar 5']);
});
