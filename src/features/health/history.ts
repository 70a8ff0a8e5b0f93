/** What was found at a moment, by the key of its check. */
export type Sample = { at: string; figures: Readonly<Record<string, number>> };

const QUARTER_MS = 15 * 60_000;
const QUARTERS = 96;

/**
 * The worst figure of each quarter of an hour of the day before `now`, oldest first; null where nobody looked.
 * @returns empty when the check was never sampled
 */
export function quarters(samples: readonly Sample[], key: string, isLowWorse: boolean, now: Date): (number | null)[] {
  const last = Math.floor(now.getTime() / QUARTER_MS);
  const line: (number | null)[] = Array.from({ length: QUARTERS }, () => null);
  let isSampled = false;
  for (const { at, figures } of samples) {
    const figure = figures[key];
    const place = QUARTERS - 1 - (last - Math.floor(Date.parse(at) / QUARTER_MS));
    if (figure === undefined || place < 0 || place >= QUARTERS) continue;
    const known = line[place] ?? null;
    line[place] = known === null ? figure : isLowWorse ? Math.min(known, figure) : Math.max(known, figure);
    isSampled = true;
  }
  return isSampled ? line : [];
}
