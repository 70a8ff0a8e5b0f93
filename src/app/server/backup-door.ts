import { openEventMoment } from '../../features/backups/server/event-moment.ts';
import { openDoor } from '../../features/backups/server/local-door.ts';
import type { Deps } from '../../platform/server/deps.ts';
import type { Parts } from './parts.ts';

/** Lets a backup that is taken beside this program read what only this one may. */
export const openBackupDoor = (
  { config: { dataDir }, eventStore, log }: Deps,
  { journal, shipper: { keepAll, standStill } }: Pick<Parts, 'journal' | 'shipper'>,
): Promise<{ close(): Promise<void> }> =>
  openDoor({
    dataDir,
    log,
    keepAll,
    open: (signal) => openEventMoment({ eventStore, journal, standStill, signal }),
  });
