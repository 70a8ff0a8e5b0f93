import { parseMicros } from '../../platform/money.ts';

/** Reads a percentage such as `12.5` into hundredths of a percent. @returns undefined outside 0 to 100 or with more than 2 decimals */
export function parsePercent(text: string): number | undefined {
  const micros = parseMicros(text) ?? -1n;
  return micros >= 0n && micros <= 100_000_000n && micros % 10_000n === 0n ? Number(micros / 10_000n) : undefined;
}

/** Hundredths of a percent as a decimal with two places: `12.50`. */
export const formatPercent = (basisPoints: number): string => (basisPoints / 100).toFixed(2);
