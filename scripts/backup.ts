/**
 * `npm run backup -- PLACE`: takes a backup of everything at one instant, while the program runs or while it does not. PLACE is a folder or
 * s3://BUCKET/PREFIX, and may hold earlier backups.
 */
import './node-version.mjs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { takeBackup, type Made } from '../src/features/backups/server/backup.ts';
import { refuseHalfRestored } from '../src/features/backups/server/half-restored.ts';
import { roomyPlace } from '../src/features/backups/server/schedule/room.ts';
import { sayTidied, tidyPlace, type Keeping, type Tidied } from '../src/features/backups/server/schedule/tidy.ts';
import { usePlace } from '../src/platform/server/backup/marks.ts';
import { isOfSite } from '../src/platform/server/backup/owner.ts';
import type { Place } from '../src/platform/server/backup/place.ts';
import { sealToRecipient } from '../src/platform/server/backup/recipient.ts';
import { diskBlobStore } from '../src/platform/server/blobs/disk-blob-store.ts';
import { blobFolder } from '../src/platform/server/blobs/open-blobs.ts';
import { s3BlobStore } from '../src/platform/server/blobs/s3-blob-store.ts';
import { whyOf } from '../src/platform/server/blobs/s3-refusals.ts';
import { readConfig, type Config } from '../src/platform/server/config.ts';
import { readRelease } from '../src/platform/server/release.ts';
import { formatSize, migrationsOf, placeOf, progressLine } from './backup-place.ts';
import { listBackups, makePair, outcomeOf, prune, rulesOf } from './backup-tend.ts';
import { endWithParent, runCommand } from './command.ts';
import { keyOfSite, openInstallation, secretsOfSite } from './installation.ts';
import { holderOf } from './site-holder.ts';

const USAGE = `npm run backup -- PLACE                    a folder, or s3://BUCKET/PREFIX; without it BACKUP_TO
npm run backup -- PLACE --key-file FILE    puts secret.key into a file of its own
npm run backup -- PLACE --keep 7,4,12      and removes then what is not the newest of the last 7 days, 4 weeks and 12 months
npm run backup -- PLACE --prune 7,4,12     removes without taking one (--zone Europe/Berlin: whose days; UTC without it)
npm run backup -- PLACE --list             what lies there
npm run backup -- --new-recipient FILE     makes a pair: its private half goes into FILE, the public one is BACKUP_RECIPIENT
With BACKUP_RECIPIENT or BACKUP_PASSPHRASE the key is in the backup, sealed.`;

const OPTIONS = {
  'key-file': { type: 'string' },
  keep: { type: 'string' },
  prune: { type: 'string' },
  zone: { type: 'string', default: 'UTC' },
  list: { type: 'boolean', default: false },
  'new-recipient': { type: 'string' },
  // for the program that takes backups by itself
  json: { type: 'boolean', default: false },
} as const;

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
  const bytes = keyOfSite(config);
  if (keyFile !== undefined) {
    await writeFile(keyFile, bytes.toString('base64'), { mode: 0o600, flush: true });
    return {
      key: { kind: 'apart', why: 'in a file of its own' },
      told: `The key is in ${keyFile}: keep it elsewhere.`,
    };
  }
  const { recipient } = config.backup;
  if (recipient !== undefined)
    return {
      key: { kind: 'recipient', sealed: sealToRecipient(bytes, recipient) },
      told: 'The key is in it, sealed to the recipient.',
    };
  const passphrase = config.backup.passphrase ?? (await askPassphrase());
  if (passphrase !== '') return { key: { kind: 'sealed', bytes, passphrase }, told: 'The key is in it, sealed.' };
  return {
    key: { kind: 'apart', why: 'no passphrase was given' },
    told: 'THE KEY IS NOT IN IT: without secret.key it cannot be restored. Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE, or name --key-file.',
  };
}

function parse(words: string[]) {
  try {
    const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
    if (positionals.length > 1) throw new Error(`"${positionals[1]}" is one word too many.`);
    return { ...values, word: positionals[0] };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : ''}\n${USAGE}`, { cause: error });
  }
}

async function run(words: string[]): Promise<string> {
  endWithParent();
  const { word: given, zone, 'key-file': keyFile, 'new-recipient': pairFile, ...asked } = parse(words);
  if (pairFile !== undefined) return makePair(pairFile);
  const config = readConfig();
  const word = given ?? config.backup.to;
  if (word === undefined) throw new Error(USAGE);
  const { place, name } = placeOf(word, config);
  if (name !== undefined) throw new Error(`${word} names a backup. ${USAGE}`);
  try {
    if (asked.list) return await listBackups(place);
    const secrets = secretsOfSite(config);
    const keeping = (text: string): Keeping => ({
      rules: rulesOf(text, zone),
      zone,
      isOurs: (manifest) => isOfSite(secrets, manifest),
    });
    if (asked.prune !== undefined) return await prune(place, keeping(asked.prune));
    const keep = asked.keep === undefined ? undefined : keeping(asked.keep);
    const { made, told } = await take(place, config, keyFile);
    // a backup that is there is one, whatever its place says to the rest
    const tidied = keep && (await tidyPlace(place, keep, new Date()).catch(whyOf));
    return asked.json ? JSON.stringify(outcomeOf(made, tidied)) : sayMade(made, told, tidied);
  } catch (error) {
    throw new Error(whyOf(error), { cause: error });
  }
}

async function take(place: Place, config: Config, keyFile: string | undefined): Promise<{ made: Made; told: string }> {
  refuseHalfRestored(config.dataDir);
  const { key, told } = await planKey(config, keyFile);
  const roomy = await roomyPlace(place);
  const progress = progressLine();
  const installation = await openInstallation();
  try {
    const holder = await holderOf(config, installation, 'backup');
    const leave = await usePlace(roomy);
    try {
      const made = await takeBackup({
        place: roomy,
        url: installation.url,
        dataDir: config.dataDir,
        holder,
        blobs: config.s3 ? s3BlobStore(config.s3) : diskBlobStore(blobFolder(config.dataDir)),
        version: readRelease().version,
        eventMigrations: migrationsOf('columnar'),
        key,
        onProgress: progress.say,
      });
      return { made, told };
    } finally {
      await leave();
    }
  } finally {
    progress.end();
    await installation.close();
  }
}

function sayMade({ manifest, written }: Made, told: string, tidied: Tidied | string | undefined): string {
  const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = (Date.parse(manifest.ended_at) - Date.parse(manifest.began_at)) / 1000;
  const missing = manifest.missing_journals.map(
    ({ number, host }) => ` Not in it: what instance ${number} on ${host} has not shipped.`,
  );
  const went = typeof tidied === 'string' ? `Old ones were not removed: ${tidied}` : tidied ? sayTidied(tidied) : '';
  return `${manifest.name} of ${manifest.instant}: ${count(rows)} rows, ${count(manifest.events.rows)} events, ${count(manifest.pictures.length)} pictures, ${formatSize(manifest.bytes)} (${formatSize(written.reusedBytes)} of it lay there) in ${seconds.toFixed(1)} s. ${told}${missing.join('')} ${went}`.trimEnd();
}

const count = (some: number): string => some.toLocaleString('en-US');

await runCommand(run);
