import type { Log } from '../../../../platform/server/log.ts';

const FROM_MS = 100;
const SPREAD_MS = 400;

/**
 * Does what is done for names that exist only, at some time soon after the answer: done at once it would slow the next call of whoever
 * asks down, which tells as much as a slow answer would. Lost when the program ends before.
 * @param what failed, for the log
 */
export function behindTheAnswer(log: Log, what: string, work: () => Promise<void>): void {
  setTimeout(
    () => {
      work().catch((error: unknown) => log.warn({ err: error }, what));
    },
    FROM_MS + Math.random() * SPREAD_MS,
  ).unref();
}
