import { expect, test } from 'vitest';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { GAINS, LOSSES, NEITHER, shadeOf } from './heat-scale.ts';

/** Of WCAG 2. */
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

test.each([...GAINS, ...LOSSES, NEITHER])('digits can be read on $fill', ({ fill, text }) => {
  const [dark, light] = [luminance(fill), luminance(text)].toSorted((a, b) => a - b) as [number, number];
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
});

test('equal steps from nothing to the farthest, losses by the same steps in another colour', () => {
  expect(shadeOf(100, 100)).toEqual({ fill: colors.brandText.toLowerCase(), text: colors.white });
  expect(shadeOf(20, 100)).toEqual(GAINS[0]);
  expect(shadeOf(20.01, 100)).toEqual(GAINS[1]);
  expect(shadeOf(-50, 100)).toEqual(LOSSES[2]);
  expect(shadeOf(-0.001, 100)).toEqual(LOSSES[0]);
});

test('nothing, and what is not known, have no colour', () => {
  expect(shadeOf(0, 100)).toBe(NEITHER);
  expect(shadeOf(null, 100)).toBe(NEITHER);
  expect(shadeOf(0, 0)).toBe(NEITHER);
});
