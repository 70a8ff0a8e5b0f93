/** Who has the event store and the journal of a site that a command is to read at one instant: its program, or the command itself. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEventMoment } from '../src/features/backups/server/together/event-moment.ts';
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

type Landed = () => Promise<{ name: string; sha256: string }[]>;

/** What the program would hold; nobody writes to it meanwhile. */
function holdAlone(config: Config, db: Db, isHeld: boolean, asItIs = false): Neighbour & { landed: Landed } {
  const { dataDir } = config;
  // with a database elsewhere nothing holds the folder yet
  const folder = isHeld ? undefined : lockDataFolder(dataDir);
  const eventStore = openEventStore({ config, migrationsDir: MIGRATIONS, db, log: createLog('error') });
  const dir = join(dataDir, 'journal');
  let isOpen = true;
  let tables: Promise<void> | undefined;
  const keep = (): Promise<void> => (tables ??= asItIs ? Promise.resolve() : eventStore.migrate());
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
    landed: () => eventStore.query('select name, sha256 from landed order by name'),
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

/** What a start would hold, whose process has the data folder and has opened nothing in it: the event store as it is. @throws Error when it holds no site */
export function holderBeforeStart(config: Config, installation: Installation): Neighbour & { landed: Landed } {
  refuseNoSite(config);
  return holdAlone(config, installation.db, true, true);
}

function refuseNoSite({ dataDir }: Config): void {
  if (!existsSync(join(dataDir, 'journal', 'id')))
    throw new Error(`There is no site in the data folder ${dataDir}: set DATA_DIR as the program has it.`);
}

/** @param what is to be taken @throws Error when the site runs elsewhere, or is not there */
export async function holderOf(
  config: Config,
  installation: Installation,
  what: 'backup' | 'export' | 'copy',
): Promise<Neighbour> {
  if (installation.isRunning) return knock(config.dataDir);
  refuseNoSite(config);
  const elsewhere = await findRunning(installation.db);
  if (elsewhere)
    throw new Error(
      `Instance ${elsewhere.number} runs on ${elsewhere.host}, on another data folder: take the ${what} there, with its DATA_DIR.`,
    );
  return holdAlone(config, installation.db, config.databaseUrl === undefined);
}
