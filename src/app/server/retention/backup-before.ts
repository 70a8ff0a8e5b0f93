import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callBackup } from '../../../features/backups/server/runs.ts';
import type { Config } from '../../../platform/server/config.ts';
import type { Log } from '../../../platform/server/log.ts';
import { DatabaseTrouble } from '../../../platform/server/postgres/database-words.ts';
import { mayRewrite, newestMigration } from '../../../platform/server/postgres/migrations.ts';

/** Where a backup goes that is taken before an upgrade, when no place is named. */
const beforeUpgrade = (dataDir: string): string => join(dataDir, 'before-upgrade');

/** A backup of a site as it is, before a newer release writes its rows anew. */
export type BackupBefore = {
  /**
   * Whether this start may have to take one: then nothing else is opened until the database is up. The data folder knows which migration
   * was the newest at the last start; where it does not, it may.
   */
  mayBeDue: boolean;
  /** @throws DatabaseTrouble with a sentence that says how to go on; once it has, it does so at once */
  take(): Promise<void>;
  /** The tables are those of this release. */
  noteUp(): void;
};

export function backupBefore(config: Config, migrationsDir: string, log: Log): BackupBefore {
  const { dataDir, backup } = config;
  const file = join(dataDir, 'migrated');
  let failure: Error | undefined;
  return {
    mayBeDue: !backup.isSkippedBeforeMigrations && mayRewrite(migrationsDir, readName(file)),
    async take() {
      if (backup.isSkippedBeforeMigrations) return;
      if (failure) throw failure;
      const place = backup.to ?? beforeUpgrade(dataDir);
      log.info({ place }, 'a backup is taken before rows are written anew');
      try {
        const words = [place, '--before-migrations', ...(backup.to === undefined ? ['--keep-last', '2'] : [])];
        log.info({ said: await callBackup(words) }, 'the backup was taken');
      } catch (cause) {
        // so that the next start opens nothing else before
        rmSync(file, { force: true });
        const why = cause instanceof Error ? cause.message : String(cause);
        failure = new DatabaseTrouble(
          `This release writes rows of the database anew, and no backup could be taken before, so nothing was changed: ${why} Mend that and start again, or set MIGRATE_WITHOUT_BACKUP=1 where you have a backup.`,
          { cause },
        );
        throw failure;
      }
    },
    noteUp() {
      try {
        writeFileSync(file, newestMigration(migrationsDir), { mode: 0o600 });
      } catch (error) {
        log.warn(
          { err: error, file },
          'it could not be noted that the tables are up to date: the next start waits for the database',
        );
      }
    },
  };
}

function readName(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
