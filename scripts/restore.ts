/**
 * `npm run restore -- BACKUP`: brings a backup back into an empty data folder (DATA_DIR) and an empty database (DATABASE_URL, or that of the
 * data folder). BACKUP is a place, for the newest in it, or PLACE/NAME.
 */
import './node-version.mjs';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPieces, findBackup } from '../src/features/backups/server/check.ts';
import {
  beginRestoring,
  endRestoring,
  halfRestored,
  refuseUsed,
} from '../src/features/backups/server/half-restored.ts';
import { restoreBackup } from '../src/features/backups/server/restore.ts';
import { restoredFrom } from '../src/features/backups/server/store-restored.ts';
import { openKey } from '../src/platform/server/backup/key-sealing.ts';
import type { Manifest } from '../src/platform/server/backup/manifest.ts';
import { isRecipientSecret, openAsRecipient } from '../src/platform/server/backup/recipient.ts';
import { diskBlobStore } from '../src/platform/server/blobs/disk-blob-store.ts';
import { blobFolder } from '../src/platform/server/blobs/open-blobs.ts';
import { s3BlobStore } from '../src/platform/server/blobs/s3-blob-store.ts';
import { whyOf } from '../src/platform/server/blobs/s3-refusals.ts';
import { readConfig, type Config } from '../src/platform/server/config.ts';
import { lockDataFolder } from '../src/platform/server/data-folder.ts';
import { bequeathErasures, readErasures, type Erasure } from '../src/platform/server/erasures.ts';
import { createDuckDbStore } from '../src/platform/server/event-store/duckdb/store.ts';
import { openEventStore } from '../src/platform/server/event-store/open.ts';
import { migrateJobs } from '../src/platform/server/jobs/graphile-jobs.ts';
import { createLog } from '../src/platform/server/log.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/server/postgres/migrations.ts';
import { openDb, openPool } from '../src/platform/server/postgres/postgres.ts';
import type { Query } from '../src/platform/server/postgres/tables.ts';
import { createSecrets } from '../src/platform/server/secrets.ts';
import { MIGRATIONS, migrationsDirOf, placeOf, progressLine, wordsOf } from './backup-place.ts';
import { runCommand } from './command.ts';
import { judgeDatabase } from './free-database.ts';
import { ONLY_USAGE, restoreOnly } from './restore-only.ts';

const USAGE = `npm run restore -- BACKUP                    PLACE, for the newest in it, or PLACE/NAME; a place is a folder or s3://BUCKET/PREFIX
npm run restore -- BACKUP --key-file FILE    with the key from a file, or the private half of the recipient
npm run restore -- BACKUP --erasures FILE    what was erased since, from the erasures.jsonl of the lost data folder or of ERASURES_FILE
Into DATA_DIR, which must be empty, and DATABASE_URL, or the database of the data folder; events into CLICKHOUSE_URL where it is set.
${ONLY_USAGE}`;

const log = createLog('error');

/** @throws Error when it is not that of the backup */
async function keyOf(
  { key, key_check: check }: Manifest,
  config: Config,
  keyFile: string | undefined,
): Promise<Buffer> {
  const { passphrase } = config.backup;
  const bytes =
    keyFile === undefined
      ? (config.secretKey ??
        (key.kind === 'sealed' && passphrase !== undefined ? await openKey(key.sealed, passphrase) : undefined))
      : keyIn(key, readFileSync(keyFile, 'utf8'));
  if (bytes === undefined)
    throw new Error(
      key.kind === 'sealed'
        ? 'The key in this backup is sealed: set BACKUP_PASSPHRASE to the passphrase of then, or name --key-file. Nothing was changed.'
        : key.kind === 'recipient'
          ? `The key in this backup is sealed to ${key.sealed.recipient}: name the file of its private half by --key-file. Nothing was changed.`
          : `The key is not in this backup (${key.why}): name the file that has it by --key-file, or set SECRET_KEY. Nothing was changed.`,
    );
  if (bytes.length !== 32) throw new Error(`${keyFile} holds no key: it is 32 bytes in base64.`);
  try {
    if (check !== '') createSecrets(bytes).open(check);
  } catch (cause) {
    throw new Error('This is not the key of this backup: its secrets do not open by it. Nothing was changed.', {
      cause,
    });
  }
  return bytes;
}

/** A file holds the key itself, or the private half of the recipient. */
function keyIn(key: Manifest['key'], text: string): Buffer {
  if (!isRecipientSecret(text)) return Buffer.from(text.trim(), 'base64');
  if (key.kind !== 'recipient')
    throw new Error('The key of this backup is sealed to no recipient. Nothing was changed.');
  return openAsRecipient(key.sealed, text);
}

/** Whether this very backup was restored, and only its end was not noted. */
const isRestored = async (query: Query, { name }: Manifest, dataDir: string): Promise<boolean> =>
  halfRestored(dataDir)?.backup === name && (await restoredFrom(query)) === name;

/** Takes the list of erasures out of the words: that which is named, or ERASURES_FILE. @throws Error when it cannot be read */
function erasuresIn(
  words: string[],
  config: Config,
): { erasures: Erasure[]; file: string | undefined; rest: string[] } {
  const at = words.indexOf('--erasures');
  const named = at === -1 ? undefined : words[at + 1];
  if (at !== -1 && (named === undefined || named.startsWith('-'))) throw new Error(USAGE);
  const file =
    named ?? (config.erasuresFile !== undefined && existsSync(config.erasuresFile) ? config.erasuresFile : undefined);
  const rest = at === -1 ? words : words.toSpliced(at, 2);
  if (file === undefined) return { erasures: [], file, rest };
  if (!existsSync(file)) throw new Error(`There is no ${file}. Nothing was changed.`);
  return { erasures: readErasures(file), file, rest };
}

async function run(words: string[]): Promise<string> {
  const config = readConfig();
  const { erasures, file, rest } = erasuresIn(words, config);
  const { word, keyFile } = wordsOf(rest, USAGE);
  const { place, name } = placeOf(word, config);
  const progress = progressLine();
  const temporary = mkdtempSync(join(tmpdir(), 'guidepost-restore-'));
  try {
    const manifest = await findBackup(place, name);
    const dirs = {
      postgres: migrationsDirOf('postgres', manifest.database.migrations, temporary),
      columnar: migrationsDirOf('columnar', manifest.events.migrations, temporary),
    };
    const key = await keyOf(manifest, config, keyFile);
    await checkPieces(place, manifest, (done, of) => progress.say(`checking: piece ${done} of ${of}`));
    await restoreInto(config, { place, manifest, key, dirs, erasures, say: progress.say });
    progress.end();
    const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
    const missing = manifest.missing_journals.map(
      ({ number, host }) => ` What instance ${number} on ${host} had not shipped is not in it.`,
    );
    return `${manifest.name} is restored and compared, as of ${manifest.instant}: ${count(rows)} rows, ${count(manifest.events.rows)} events, ${count(manifest.pictures.length)} pictures.${missing.join('')} ${file === undefined ? 'NO LIST OF ERASURES WAS NAMED (--erasures): what was erased since the backup is there again.' : `${count(erasures.length)} erasures of ${file} are carried out at the start, before anything is served.`} Postbacks and letters are on hold until somebody decides about them on Server Health. Start the program: npm start`;
  } catch (error) {
    throw new Error(whyOf(error), { cause: error });
  } finally {
    progress.end();
    rmSync(temporary, { recursive: true, force: true });
  }
}

type Given = {
  place: ReturnType<typeof placeOf>['place'];
  manifest: Manifest;
  key: Buffer;
  dirs: { postgres: string; columnar: string };
  erasures: Erasure[];
  say(text: string): void;
};

async function restoreInto(config: Config, { place, manifest, key, dirs, erasures, say }: Given): Promise<void> {
  const { dataDir, databaseUrl, s3 } = config;
  const folder = lockDataFolder(dataDir);
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;
  try {
    await refuseUsed(dataDir);
    const half = halfRestored(dataDir);
    if (half && half.backup !== manifest.name)
      process.stderr.write(
        `A restore of ${half.backup} into this folder was broken off; what it left is taken away.\n`,
      );
    // a database of one's own lies in the folder, which is empty
    if (databaseUrl === undefined) postgres = await (half ? startPostgres({ dataDir, log }) : undefined);
    const known = databaseUrl ?? postgres?.url;
    if (known !== undefined && (await judgeDatabase(known, (query) => isRestored(query, manifest, dataDir))))
      return await endRestoring(dataDir);
    await beginRestoring(dataDir, { backup: manifest.name, place: place.name });
    if (databaseUrl === undefined) postgres ??= await startPostgres({ dataDir, log });
    const url = databaseUrl ?? postgres!.url;
    await migrate(url, dirs.postgres, log);
    await migrateJobs(url, log);
    const db = openDb(openPool(url, () => undefined));
    // in ClickHouse the tables are those of this release: what they have and the backup has not stays empty
    const eventStore = config.clickHouse
      ? openEventStore({ config, migrationsDir: MIGRATIONS, db, log })
      : createDuckDbStore({ path: join(dataDir, 'events.duckdb'), migrationsDir: dirs.columnar, log });
    try {
      await eventStore.migrate();
      const blobs = s3 ? s3BlobStore(s3) : diskBlobStore(blobFolder(dataDir));
      const own = config.secretKey === undefined ? key : undefined;
      await restoreBackup({ place, manifest, url, dataDir, blobs, eventStore, key: own, onProgress: say });
    } finally {
      await eventStore.close();
      await db.destroy();
    }
    await bequeathErasures(dataDir, erasures);
    await endRestoring(dataDir);
  } finally {
    await postgres?.stop();
    folder.unlock();
  }
}

const count = (some: number): string => some.toLocaleString('en-US');

await runCommand((words) => (words.includes('--only') ? restoreOnly(words) : run(words)));
