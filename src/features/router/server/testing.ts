import type { ClickCaps } from './click-caps.ts';
import type { Way } from './redirecting/record-click.ts';

/** Counters without an end, for tests of other things. */
export const uncapped: ClickCaps = { isReached: () => false, take: () => undefined, isFull: () => false };

/** The address of a way out that leads somewhere. */
export function addressOf(way: Way | undefined): string {
  if (!way || !('location' in way)) throw new Error(`leads nowhere: ${JSON.stringify(way)}`);
  return way.location;
}
