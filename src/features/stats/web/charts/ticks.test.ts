import { expect, test } from 'vitest';
import { stepOfDays } from './ticks.ts';

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
