/**
 * `npm run import-export -- FOLDER`: brings what `npm run export` wrote into an empty data folder (DATA_DIR) and an empty database
 * (DATABASE_URL, or that of the data folder).
 */
import './node-version.mjs';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  beginRestoring,
  endRestoring,
  halfRestored,
  refuseUsed,
} from '../src/features/backups/server/half-restored.ts';
import { checkHashes, checkRows, matchRecords, readExport } from '../src/features/exports/server/check-export.ts';
import { importSite } from '../src/features/exports/server/import-site.ts';
import type { ExportManifest } from '../src/features/exports/server/manifest.ts';
import { readShapes } from '../src/features/exports/server/store-records.ts';
import { diskBlobStore } from '../src/platform/server/blobs/disk-blob-store.ts';
import { blobFolder } from '../src/platform/server/blobs/open-blobs.ts';
import { s3BlobStore } from '../src/platform/server/blobs/s3-blob-store.ts';
import { whyOf } from '../src/platform/server/blobs/s3-refusals.ts';
import { readConfig, type Config } from '../src/platform/server/config.ts';
import { lockDataFolder } from '../src/platform/server/data-folder.ts';
import { openEventStore } from '../src/platform/server/event-store/open.ts';
import { loadId } from '../src/platform/server/journal/files.ts';
import { migrateJobs } from '../src/platform/server/jobs/graphile-jobs.ts';
import { createLog } from '../src/platform/server/log.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/server/postgres/migrations.ts';
import { openDb, openPool } from '../src/platform/server/postgres/postgres.ts';
import { queryOf } from '../src/platform/server/postgres/tables.ts';
import { createSecrets, loadKey } from '../src/platform/server/secrets.ts';
import { MIGRATIONS, progressLine } from './backup-place.ts';
import { runCommand } from './command.ts';
import { judgeDatabase } from './free-database.ts';

const USAGE = `npm run import-export -- FOLDER    what npm run export wrote
Into DATA_DIR, which must be empty, and DATABASE_URL, or the database of the data folder.`;

const log = createLog('error');

type Given = { folder: string; manifest: ExportManifest; say(text: string): void };

async function importInto(config: Config, { folder, manifest, say }: Given): Promise<void> {
  const { dataDir, databaseUrl, s3 } = config;
  const lock = lockDataFolder(dataDir);
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;
  try {
    await refuseUsed(dataDir);
    const half = halfRestored(dataDir);
    if (databaseUrl !== undefined) await judgeDatabase(databaseUrl);
    await beginRestoring(dataDir, { backup: '', place: folder, command: 'import-export' });
    if (databaseUrl === undefined) postgres = await startPostgres({ dataDir, log });
    const url = databaseUrl ?? postgres!.url;
    const pool = openPool(url, () => undefined);
    const db = openDb(pool);
    const eventStore = openEventStore({ config, migrationsDir: MIGRATIONS, db, log });
    try {
      if (half) await judgeDatabase(url);
      await migrate(url, join(MIGRATIONS, 'postgres'), log);
      await migrateJobs(url, log);
      await eventStore.migrate();
      const { rows } = await eventStore.stats();
      if (rows > 0)
        throw new Error(`There are ${rows} events in the event store: empty it, and call the command again.`);
      const shapes = await readShapes(queryOf(pool));
      const records = matchRecords(manifest, shapes);
      await checkRows(folder, manifest, records, (path) => say(`checking the rows of ${path}`));
      const secrets = createSecrets(config.secretKey ?? loadKey(join(dataDir, 'secret.key')));
      const blobs = s3 ? s3BlobStore(s3) : diskBlobStore(blobFolder(dataDir));
      await importSite({ folder, manifest, records, url, blobs, eventStore, seal: secrets.seal, onProgress: say });
    } finally {
      await eventStore.close();
      await db.destroy();
    }
    // it is a site from now on, also for an export before its first start
    mkdirSync(join(dataDir, 'journal'), { recursive: true, mode: 0o700 });
    loadId(join(dataDir, 'journal'));
    await endRestoring(dataDir);
  } finally {
    await postgres?.stop();
    lock.unlock();
  }
}

async function run([word = '', ...rest]: string[]): Promise<string> {
  if (word === '' || word.startsWith('-') || rest.length > 0) throw new Error(USAGE);
  const folder = resolve(word);
  const config = readConfig();
  const progress = progressLine();
  try {
    const manifest = await readExport(folder);
    await checkHashes(folder, manifest, (done, of) => progress.say(`checking: file ${done} of ${of}`));
    await importInto(config, { folder, manifest, say: progress.say });
    progress.end();
    const { counts, enter_again: again } = manifest;
    const left = again.length === 0 ? '' : `\nEnter again, because no export holds secrets:\n- ${again.join('\n- ')}`;
    return `The site of ${manifest.instant} is in ${config.dataDir}: ${count(counts.records)} records, ${count(counts.events)} events, ${count(counts.pictures)} pictures.${left}\nLet somebody in: npm run admin -- reset-password NAME. Then start the program: npm start`;
  } catch (error) {
    throw new Error(whyOf(error), { cause: error });
  } finally {
    progress.end();
  }
}

const count = (some: number): string => some.toLocaleString('en-US');

await runCommand(run);
