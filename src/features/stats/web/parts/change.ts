import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';

/**
 * How much more or less a figure is. Money is compared as numbers: only the share is shown.
 * @returns null when there was nothing before; undefined when there is nothing to say: nothing is compared, nothing is there now, or a
 * loss became a profit, which is no multiple of it
 */
export function changeOf(
  now: number | string | null,
  before: number | string | null | undefined,
): number | null | undefined {
  if (before === undefined || now === null) return undefined;
  if (before === null || Number(before) === 0) return Number(now) === 0 ? undefined : null;
  if (Number(before) < 0 && Number(now) >= 0) return undefined;
  return (Number(now) - Number(before)) / Math.abs(Number(before));
}

/** From here on a change is told as a multiple: a percentage of next to nothing is a big word for a small thing. */
const MANY = 10;

/** A share without its sign: `20.0%`, and of great growth how many times as much it is: `×12`. */
export const sizeOfChange = (change: number): string =>
  change < MANY ? formatPercent(Math.abs(change)) : `×${formatCount(Math.round(change + 1))}`;

/** The same with its sign: `+20.0%`, `−5.0%`, `×12`. */
export const signedChange = (change: number): string =>
  `${change >= MANY ? '' : change >= 0 ? '+' : '−'}${sizeOfChange(change)}`;
