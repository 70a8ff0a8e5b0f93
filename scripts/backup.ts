/**
 * `npm run backup -- PLACE`: takes a backup of everything at one instant, while the program runs or while it does not. PLACE is a folder or
 * s3://BUCKET/PREFIX, and may hold earlier backups.
 */
import './node-version.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { takeBackup, type Holder } from '../src/features/backups/server/backup.ts';
import { openEventMoment } from '../src/features/backups/server/event-moment.ts';
import { refuseHalfRestored } from '../src/features/backups/server/half-restored.ts';
import { knock } from '../src/features/backups/server/local-door.ts';
import { boundsOf } from '../src/features/backups/server/saving/save-journal.ts';
import { findRunning } from '../src/features/instances/server/service.ts';
import { diskBlobStore } from '../src/platform/server/blobs/disk-blob-store.ts';
import { blobFolder } from '../src/platform/server/blobs/open-blobs.ts';
import { s3BlobStore } from '../src/platform/server/blobs/s3-blob-store.ts';
import { whyOf } from '../src/platform/server/blobs/s3-refusals.ts';
import { readConfig, type Config } from '../src/platform/server/config.ts';
import { lockDataFolder } from '../src/platform/server/data-folder.ts';
import { openEventStore } from '../src/platform/server/event-store/open.ts';
import type { Db } from '../src/platform/server/postgres/postgres.ts';
import { createLog } from '../src/platform/server/log.ts';
import { readRelease } from '../src/platform/server/release.ts';
import { loadKey } from '../src/platform/server/secrets.ts';
import { formatSize, MIGRATIONS, migrationsOf, placeOf, progressLine, wordsOf } from './backup-place.ts';
import { runCommand } from './command.ts';
import { openInstallation, type Installation } from './installation.ts';

const USAGE = `npm run backup -- PLACE                    a folder, or s3://BUCKET/PREFIX
npm run backup -- PLACE --key-file FILE    puts secret.key into a file of its own
With BACKUP_PASSPHRASE the key is in the backup, sealed by it.`;

/** What the program would hold; nobody writes to it meanwhile. */
function holdAlone(config: Config, db: Db, isHeld: boolean): Holder {
  const { dataDir } = config;
  // with a database elsewhere nothing holds the folder yet
  const folder = isHeld ? undefined : lockDataFolder(dataDir);
  const eventStore = openEventStore({ config, migrationsDir: MIGRATIONS, db, log: createLog('error') });
  const dir = join(dataDir, 'journal');
  let isOpen = true;
  return {
    keep: () => eventStore.migrate(),
    open: () =>
      openEventMoment({
        eventStore,
        journal: { id: readFileSync(join(dir, 'id'), 'utf8').trim(), end: () => boundsOf(dir).end },
        standStill: (work) => work(),
        signal: new AbortController().signal,
      }),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await eventStore.close();
      folder?.unlock();
    },
  };
}

async function holderOf(config: Config, installation: Installation): Promise<Holder> {
  if (installation.isRunning) return knock(config.dataDir);
  if (!existsSync(join(config.dataDir, 'journal', 'id')))
    throw new Error(`There is no site in the data folder ${config.dataDir}: set DATA_DIR as the program has it.`);
  const elsewhere = await findRunning(installation.db);
  if (elsewhere)
    throw new Error(
      `Instance ${elsewhere.number} runs on ${elsewhere.host}, on another data folder: take the backup there, with its DATA_DIR.`,
    );
  return holdAlone(config, installation.db, config.databaseUrl === undefined);
}

async function askPassphrase(): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return '';
  process.stderr.write('Passphrase that seals the key in the backup (empty: leave the key out): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

type KeyPlan = Parameters<typeof takeBackup>[0]['key'];

/** @returns with it what is said of the key at the end */
async function planKey(config: Config, keyFile: string | undefined): Promise<{ key: KeyPlan; told: string }> {
  const path = join(config.dataDir, 'secret.key');
  const bytes = config.secretKey ?? (existsSync(path) ? loadKey(path) : undefined);
  if (bytes === undefined) throw new Error(`There is no key in ${path}: set SECRET_KEY as the program has it.`);
  if (keyFile !== undefined) {
    await writeFile(keyFile, bytes.toString('base64'), { mode: 0o600, flush: true });
    return {
      key: { kind: 'apart', why: 'in a file of its own' },
      told: `The key is in ${keyFile}: keep it elsewhere.`,
    };
  }
  const passphrase = config.backup.passphrase ?? (await askPassphrase());
  if (passphrase !== '') return { key: { kind: 'sealed', bytes, passphrase }, told: 'The key is in it, sealed.' };
  return {
    key: { kind: 'apart', why: 'no passphrase was given' },
    told: 'THE KEY IS NOT IN IT: without secret.key it cannot be restored. Set BACKUP_PASSPHRASE, or name --key-file.',
  };
}

async function run(words: string[]): Promise<string> {
  const { word, keyFile } = wordsOf(words, USAGE);
  const config = readConfig();
  const { place, name } = placeOf(word, config);
  if (name !== undefined) throw new Error(`${word} names a backup. ${USAGE}`);
  refuseHalfRestored(config.dataDir);
  const { key, told } = await planKey(config, keyFile);
  const progress = progressLine();
  const installation = await openInstallation();
  try {
    const holder = await holderOf(config, installation);
    const { manifest, written } = await takeBackup({
      place,
      url: installation.url,
      dataDir: config.dataDir,
      holder,
      blobs: config.s3 ? s3BlobStore(config.s3) : diskBlobStore(blobFolder(config.dataDir)),
      version: readRelease().version,
      eventMigrations: migrationsOf('columnar'),
      key,
      onProgress: progress.say,
    });
    progress.end();
    const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = (Date.parse(manifest.ended_at) - Date.parse(manifest.began_at)) / 1000;
    const missing = manifest.missing_journals.map(
      ({ number, host }) => ` Not in it: what instance ${number} on ${host} has not shipped.`,
    );
    return `${manifest.name} of ${manifest.instant}: ${count(rows)} rows, ${count(manifest.events.rows)} events, ${count(manifest.pictures.length)} pictures, ${formatSize(manifest.bytes)} (${formatSize(written.reusedBytes)} of it lay there) in ${seconds.toFixed(1)} s. ${told}${missing.join('')}`;
  } catch (error) {
    throw new Error(whyOf(error), { cause: error });
  } finally {
    progress.end();
    await installation.close();
  }
}

const count = (some: number): string => some.toLocaleString('en-US');

await runCommand(run);
