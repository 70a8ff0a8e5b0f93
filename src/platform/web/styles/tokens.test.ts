import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colors, fonts, motion, radius, shadow, sizes, space } from './tokens.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const named = (prefix: string, values: Record<string, string | number>, unit = '') =>
  Object.entries(values).map(([name, value]) => [`--${prefix}-${kebab(name)}`, `${value}${unit}`] as const);

const expected = new Map<string, string>([
  ...named('color', colors),
  ...named('space', space, 'px'),
  ...named('radius', radius, 'px'),
  ...named('font', fonts),
  ['--shadow', shadow],
  ...named('size', sizes, 'px'),
  ...named('motion', motion, 'ms'),
]);

test('tokens.css holds exactly the values of tokens.ts', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
  const found = new Map([...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!] as const));
  const lower = (map: Map<string, string>) => new Map([...map].map(([name, value]) => [name, value.toLowerCase()]));
  expect(lower(found)).toEqual(lower(expected));
});

/** Contrast ratio of two `#rrggbb` colours as WCAG 2 defines it. */
function contrast(first: string, second: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ['ink on white', colors.ink, colors.white, 7],
  ['ink on brand', colors.ink, colors.brand, 7],
  ['soft ink on the surface', colors.inkSoft, colors.surface, 4.5],
  ['brand text on white', colors.brandText, colors.white, 4.5],
  ['brand text on the surface', colors.brandText, colors.surface, 4.5],
  ['text on the brand tint', colors.onBrandTint, colors.brandTint, 4.5],
  ['text on brand', colors.onBrand, colors.brand, 4.5],
  ['warning on its tint', colors.warning, colors.warningTint, 4.5],
  ['error on its tint', colors.error, colors.errorTint, 4.5],
  ['info on its tint', colors.info, colors.infoTint, 4.5],
  ['the outline of a control on white', colors.lineStrong, colors.white, 3],
])('%s is readable', (_name, front, back, least) => {
  expect(contrast(front, back)).toBeGreaterThanOrEqual(least);
});
