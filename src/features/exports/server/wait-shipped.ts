import { setTimeout as sleep } from 'node:timers/promises';
import { comparePositions } from '../../../platform/server/journal/position.ts';
import type { Holder } from '../../backups/server/backup.ts';

const LIMIT_MS = 60_000;
const AGAIN_MS = 250;

/**
 * Waits until all that was answered before this call is in the event store: an export has no journal.
 * @param makeHolder called once for each look @param isRunning a program ships meanwhile
 * @throws Error with what to do when it does not get there
 */
export async function waitUntilShipped(makeHolder: () => Promise<Holder>, isRunning: boolean): Promise<void> {
  let wanted: string | undefined;
  const until = Date.now() + LIMIT_MS;
  for (;;) {
    const holder = await makeHolder();
    try {
      await holder.keep();
      const { journal, cursors } = await holder.open();
      wanted ??= journal.end;
      const shipped = cursors[`journal:${journal.id}`];
      if (shipped === undefined ? isStart(wanted) : comparePositions(shipped, wanted) >= 0) return;
    } finally {
      await holder.close();
    }
    if (!isRunning)
      throw new Error(
        'There are visits and clicks that are not in the reports yet: start the program (npm start), and export while it runs.',
      );
    if (Date.now() > until)
      throw new Error(
        'What was recorded does not get into the reports: look at Server Health, and export when it is well again.',
      );
    await sleep(AGAIN_MS);
  }
}

/** Of a journal that nobody has written to. */
const isStart = (position: string): boolean => /\D0+$/.test(position);
