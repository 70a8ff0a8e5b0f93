import { expect, test } from 'vitest';
import { shortFigure } from './short-figure.ts';

test.each([
  ['count', 0, '0'],
  ['count', 987, '987'],
  ['count', 12_345, '12K'],
  ['money', 0.345, '0.35'],
  ['money', -0.001, '-0'],
  ['money', 4.56, '4.6'],
  ['money', -34.56, '-35'],
  ['money', -1_250_000, '-1.3M'],
  ['ratio', 0.0345, '3.5%'],
  ['ratio', 0.345, '35%'],
  ['ratio', null, '–'],
] as const)('%s %d is written as %s', (kind, value, text) => {
  expect(shortFigure(kind, value)).toBe(text);
});
