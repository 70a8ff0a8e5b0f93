/** The database, the data folder and the key of the installation that the environment names, for commands that stand beside its program. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from '../src/platform/server/config.ts';
import { lockDataFolder, type DataFolderLock } from '../src/platform/server/data-folder.ts';
import { createLog } from '../src/platform/server/log.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { migrate, refuseNewer, type BeforeRewriting } from '../src/platform/server/postgres/migrations.ts';
import { urlOfRunning } from '../src/platform/server/postgres/running-postgres.ts';
import { createSecrets, loadKey, type Secrets } from '../src/platform/server/secrets.ts';
import { openDb, openPool, type Db } from '../src/platform/server/postgres/postgres.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations/postgres');

export type Installation = {
  db: Db;
  url: string;
  dataDir: string;
  /** A program holds the data folder. */
  isRunning: boolean;
  close(): Promise<void>;
};

/** Opens DATABASE_URL, the PostgreSQL of a running program, or one that is started for this command and stops with it. */
export async function openInstallation(): Promise<Installation> {
  const { databaseUrl, dataDir } = readConfig();
  const { url, isRunning, close } = await openDatabase(databaseUrl, dataDir);
  try {
    await refuseNewer(url, MIGRATIONS);
  } catch (error) {
    await close();
    throw error;
  }
  const db = openDb(openPool(url, () => undefined));
  return {
    db,
    url,
    dataDir,
    isRunning,
    async close() {
      await db.destroy();
      await close();
    },
  };
}

/** Undefined: there is none. */
export function findKey({ dataDir, secretKey }: Config): Buffer | undefined {
  const path = join(dataDir, 'secret.key');
  return secretKey ?? (existsSync(path) ? loadKey(path) : undefined);
}

/** @throws Error that says what to set */
export function keyOfSite(config: Config): Buffer {
  const key = findKey(config);
  if (key === undefined)
    throw new Error(`There is no key in ${join(config.dataDir, 'secret.key')}: set SECRET_KEY as the program has it.`);
  return key;
}

/** @throws Error that says what to set */
export const secretsOfSite = (config: Config): Secrets => createSecrets(keyOfSite(config), config.secretKeyOld);

/** Commands take no backup before. */
const refuseRewriting: BeforeRewriting = {
  take() {
    if (readConfig().backup.isSkippedBeforeMigrations) return Promise.resolve();
    throw new Error(
      'The database is that of an older release, and this one rewrites rows of it: start the program, which takes a backup before, then call this again.',
    );
  },
};

/** What a start has opened already that calls a command before it brings its database up to date: as it is. */
export function openHeldByStart(): Installation {
  const { databaseUrl, dataDir } = readConfig();
  const url = databaseUrl ?? urlOfRunning(dataDir);
  const db = openDb(openPool(url, () => undefined));
  return { db, url, dataDir, isRunning: false, close: () => db.destroy() };
}

type Opened = { url: string; isRunning: boolean; close: () => Promise<void> };

async function openDatabase(databaseUrl: string | undefined, dataDir: string): Promise<Opened> {
  // a command beside a database elsewhere makes no folder
  if (databaseUrl !== undefined && !existsSync(dataDir))
    return { url: databaseUrl, isRunning: false, close: () => Promise.resolve() };
  let folder: DataFolderLock;
  try {
    folder = lockDataFolder(dataDir);
  } catch (held) {
    try {
      return { url: databaseUrl ?? urlOfRunning(dataDir), isRunning: true, close: () => Promise.resolve() };
    } catch {
      // no program runs on it: it cannot be written
      throw held;
    }
  }
  if (databaseUrl !== undefined) {
    folder.unlock();
    return { url: databaseUrl, isRunning: false, close: () => Promise.resolve() };
  }
  const log = createLog('error');
  const postgres = await startPostgres({ dataDir, log });
  try {
    await migrate(postgres.url, MIGRATIONS, log, refuseRewriting);
  } catch (error) {
    await postgres.stop();
    folder.unlock();
    throw error;
  }
  return {
    url: postgres.url,
    isRunning: false,
    async close() {
      await postgres.stop();
      folder.unlock();
    },
  };
}
