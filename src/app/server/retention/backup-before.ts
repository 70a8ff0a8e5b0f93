import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupBefore } from '../../../features/backups/contract.ts';
import { callBackup, noteBackupBefore } from '../../../features/backups/server/runs.ts';
import { listRewriting, newestIn } from '../../../platform/server/backup/rewriting.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { openEventStore } from '../../../platform/server/event-store/open.ts';
import { DatabaseTrouble } from '../../../platform/server/postgres/database-words.ts';
import type { BeforeRewriting } from '../../../platform/server/postgres/migrations.ts';

/** What the data folder knows of upgrades. */
const Noted = z.object({
  /** The newest file of each store at the last start that came up; nothing while an upgrade is on its way. */
  newest: z.record(z.string(), z.string()).default({}),
  /** Taken before an upgrade that has not come up yet. */
  taken: z.object({ place: z.string(), at: z.string(), ended_at: z.string(), outcome: BackupBefore }).optional(),
});
type Noted = z.infer<typeof Noted>;

/** A backup of a site as it is, before a newer release rewrites its rows. */
export type UpgradeBackup = BeforeRewriting & {
  /** Whether this start may have to take one: then nothing else is opened until the database is up, so that what is read stands still. */
  mayBeDue: boolean;
  /** The database is up, and the event store too: all tables are those of this release. */
  noteUp(instance: number | undefined): Promise<void>;
};

type Scope = Pick<Deps, 'config' | 'db' | 'log' | 'clock'>;

/** @param migrationsDir of the project, with a folder for each store */
export function upgradeBackup({ config, db, log, clock }: Scope, migrationsDir: string): UpgradeBackup {
  const { dataDir, backup } = config;
  const engine = config.clickHouse ? 'clickhouse' : 'columnar';
  const file = join(dataDir, 'upgrade.json');
  const place = backup.to ?? join(dataDir, 'before-upgrade');
  let noted = readNoted(file);
  let failure: Error | undefined;
  const marked = (store: string): string[] => listRewriting(join(migrationsDir, store), noted.newest[store]);
  const mayBeDue = !backup.isSkippedBeforeMigrations && ['postgres', engine].some((store) => marked(store).length > 0);

  function note(next: Noted): void {
    noted = next;
    try {
      writeFileSync(file, JSON.stringify(next), { mode: 0o600, flush: true });
    } catch (error) {
      log.warn({ err: error, file }, 'what was done for an upgrade could not be noted: the next start may wait longer');
    }
  }

  /** @throws DatabaseTrouble: nothing else, and only a new start mends it */
  function refuse(why: string, cause?: unknown): never {
    // so that the next start opens nothing else before
    note({ ...noted, newest: {} });
    failure = new DatabaseTrouble(
      `This release rewrites rows of the database, and no backup could be taken before, so nothing was changed: ${why} Mend that and start again, or start once with MIGRATE_WITHOUT_BACKUP=1 where you have a backup.`,
      { cause },
    );
    throw failure;
  }

  return {
    mayBeDue,
    async isDueElsewhere() {
      if (backup.isSkippedBeforeMigrations) return false;
      const files = marked(engine);
      if (files.length === 0 || (engine === 'columnar' && !existsSync(join(dataDir, 'events.duckdb')))) return false;
      const store = openEventStore({ config, migrationsDir, db, log });
      try {
        if ((await store.columns('landed')).length === 0) return false;
        const landed = new Set(
          (await store.query<{ name: string }>('select name from landed')).map(({ name }) => name),
        );
        return files.some((name) => !landed.has(name));
      } finally {
        await store.close();
      }
    },
    async take() {
      if (backup.isSkippedBeforeMigrations) return;
      if (failure) throw failure;
      if (!mayBeDue)
        refuse('The database is older than the one that this data folder saw last, so more was opened than may be.');
      process.stdout.write(
        `This release rewrites rows of the database: a backup is taken before, into ${place}. Nothing is served until it is done.\n`,
      );
      const at = clock().toISOString();
      const { taken } = noted;
      const words = [place, '--before-migrations', ...(backup.to === undefined ? ['--keep-last', '2'] : [])];
      if (taken?.place === place) words.push('--unless-served-since', taken.at);
      let outcome: BackupBefore;
      try {
        outcome = BackupBefore.parse(JSON.parse(await callBackup(words)));
      } catch (cause) {
        return refuse(cause instanceof Error ? cause.message : String(cause), cause);
      }
      if ('none' in outcome) {
        process.stdout.write(`No backup was taken: ${outcome.none}\n`);
        return;
      }
      note({ newest: {}, taken: { place, at, ended_at: clock().toISOString(), outcome } });
      process.stdout.write(
        `The backup of before the upgrade is there; the way back is to restore it with the release of before: npm run restore -- ${place}/${outcome.backup}\n`,
      );
    },
    async noteUp(instance) {
      const { taken } = noted;
      const newest = Object.fromEntries(
        ['postgres', engine].map((store) => [store, newestIn(join(migrationsDir, store)) ?? '']),
      );
      if (!taken && JSON.stringify(newest) === JSON.stringify(noted.newest)) return;
      if (taken && !('none' in taken.outcome))
        await noteBackupBefore(db, { ...taken, outcome: taken.outcome, instance: instance ?? null }).catch(
          (error: unknown) => log.warn({ err: error }, 'the backup of before the upgrade is not on the list'),
        );
      note({ newest });
    },
  };
}

/** Nothing where it was never written, or cannot be read: then a backup may be due. */
function readNoted(file: string): Noted {
  try {
    return Noted.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { newest: {} };
  }
}
