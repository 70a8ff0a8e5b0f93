/** Who has the event store and the journal of a site that a command is to read at one instant: its program, or the command itself. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEventMoment } from '../src/features/backups/server/event-moment.ts';
import { knock, type Neighbour } from '../src/features/backups/server/local-door.ts';
import { boundsOf } from '../src/features/backups/server/saving/save-journal.ts';
import { noteMoved } from '../src/features/events/server/store-mark.ts';
import { listJournals } from '../src/features/events/server/store-events.ts';
import { findRunning } from '../src/features/instances/server/service.ts';
import type { Config } from '../src/platform/server/config.ts';
import { lockDataFolder } from '../src/platform/server/data-folder.ts';
import { openEventStore } from '../src/platform/server/event-store/open.ts';
import { createLog } from '../src/platform/server/log.ts';
import type { Db } from '../src/platform/server/postgres/postgres.ts';
import { MIGRATIONS } from './backup-place.ts';
import type { Installation } from './installation.ts';

/** What the program would hold; nobody writes to it meanwhile. */
function holdAlone(config: Config, db: Db, isHeld: boolean): Neighbour {
  const { dataDir } = config;
  // with a database elsewhere nothing holds the folder yet
  const folder = isHeld ? undefined : lockDataFolder(dataDir);
  const eventStore = openEventStore({ config, migrationsDir: MIGRATIONS, db, log: createLog('error') });
  const dir = join(dataDir, 'journal');
  let isOpen = true;
  let tables: Promise<void> | undefined;
  const keep = (): Promise<void> => (tables ??= eventStore.migrate());
  const open = async (others: readonly string[] = []) => {
    await keep();
    return openEventMoment({
      eventStore,
      journal: { id: readFileSync(join(dir, 'id'), 'utf8').trim(), end: () => boundsOf(dir).end },
      standStill: (work) => work(),
      others,
      signal: new AbortController().signal,
    });
  };
  return {
    keep,
    open: () => open(),
    hold: async () => open(await listJournals(db)),
    async move(to) {
      const { id } = await eventStore.mark();
      await noteMoved(db, id, to);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await eventStore.close();
      folder?.unlock();
    },
  };
}

/** @param what is to be taken @throws Error when the site runs elsewhere, or is not there */
export async function holderOf(
  config: Config,
  installation: Installation,
  what: 'backup' | 'export' | 'copy',
): Promise<Neighbour> {
  if (installation.isRunning) return knock(config.dataDir);
  if (!existsSync(join(config.dataDir, 'journal', 'id')))
    throw new Error(`There is no site in the data folder ${config.dataDir}: set DATA_DIR as the program has it.`);
  const elsewhere = await findRunning(installation.db);
  if (elsewhere)
    throw new Error(
      `Instance ${elsewhere.number} runs on ${elsewhere.host}, on another data folder: take the ${what} there, with its DATA_DIR.`,
    );
  return holdAlone(config, installation.db, config.databaseUrl === undefined);
}
