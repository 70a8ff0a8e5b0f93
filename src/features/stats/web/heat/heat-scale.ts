import { colors } from '../../../../platform/web/styles/tokens.ts';

export type Shade = { fill: string; text: string };

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** A colour between two. @param part 0 = the first, 1 = the second */
function between(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a
    .map((one, i) =>
      Math.round(one + (b[i]! - one) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** How far each step lies on the way; none so that neither ink nor white could be read on it. */
const GAIN_PARTS = [0, 0.25, 0.5, 0.7, 1];
const LOSS_PARTS = [0, 0.2, 0.4, 0.55, 1];

const shades = (tint: string, full: string, parts: readonly number[]): Shade[] =>
  parts.map((part) => ({ fill: between(tint, full, part), text: part === 1 ? colors.white : colors.ink }));

/** From little to much, of what is above nothing and of what is below. */
export const GAINS = shades(colors.brandTint, colors.brandText, GAIN_PARTS);
export const LOSSES = shades(colors.errorTint, colors.error, LOSS_PARTS);
export const NEITHER: Shade = { fill: colors.white, text: colors.inkSoft };

/** The colour of a figure: equal steps from nothing up to the figure that is farthest from it, gains and losses by the same steps. */
export function shadeOf(value: number | null, farthest: number): Shade {
  if (value === null || value === 0 || farthest === 0) return NEITHER;
  const steps = value < 0 ? LOSSES : GAINS;
  const place = Math.ceil((Math.abs(value) / farthest) * steps.length) - 1;
  return steps[Math.min(steps.length - 1, Math.max(0, place))]!;
}
