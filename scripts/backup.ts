/**
 * `npm run backup -- PLACE`: takes a backup of everything at one instant, while the program runs or while it does not. PLACE is a folder or
 * s3://BUCKET/PREFIX, and may hold earlier backups.
 */
import './node-version.mjs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { CompiledQuery, sql } from 'kysely';
import type { BackupBefore } from '../src/features/backups/contract.ts';
import { takeBackup, type Made } from '../src/features/backups/server/backup.ts';
import { refuseHalfRestored } from '../src/features/backups/server/half-restored.ts';
import { isJustRestored, wasServedSince } from '../src/features/backups/server/store-restored.ts';
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
import { readRoom } from '../src/platform/server/disk-room.ts';
import { readRelease } from '../src/platform/server/release.ts';
import { formatSize, migrationsOf, placeOf, progressLine } from './backup-place.ts';
import { listBackups, makePair, outcomeOf, prune, rulesOf } from './backup-tend.ts';
import { endWithParent, runCommand } from './command.ts';
import { keyOfSite, openHeldByStart, openInstallation, secretsOfSite, type Installation } from './installation.ts';
import { holderBeforeStart, holderOf } from './site-holder.ts';

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
  // for the program that takes backups by itself, on a schedule or at the start of a newer release
  json: { type: 'boolean', default: false },
  'before-migrations': { type: 'boolean', default: false },
  'keep-last': { type: 'string' },
  'unless-served-since': { type: 'string' },
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
    if (asked['before-migrations']) {
      const none = await whyNone(asked['unless-served-since']);
      if (none !== undefined) return JSON.stringify({ none } satisfies BackupBefore);
    }
    const last = asked['keep-last'];
    const keep =
      asked.keep !== undefined
        ? keeping(asked.keep)
        : last !== undefined && { last: Number(last), isOurs: (manifest: string) => isOfSite(secrets, manifest) };
    const { made, told } = await take(place, config, { keyFile, isBefore: asked['before-migrations'] });
    // a backup that is there is one, whatever its place says to the rest
    const tidied = keep ? await tidyPlace(place, keep, new Date()).catch(whyOf) : undefined;
    return asked.json || asked['before-migrations']
      ? JSON.stringify(outcomeOf(made, tidied))
      : sayMade(made, told, tidied);
  } catch (error) {
    throw new Error(whyOf(error), { cause: error });
  }
}

/** What a first backup of a site may take: its rows are pressed, events and pictures are so already. */
async function siteBytes({ db, dataDir }: Installation): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select (pg_database_size(current_database()) / 4
      + (select coalesce(sum(bytes::bigint + variants_bytes), 0) from images))::bigint::text as bytes`.execute(db);
  const events = await stat(join(dataDir, 'events.duckdb')).catch(() => undefined);
  return Number(rows[0]!.bytes) + (events?.size ?? 0);
}

/** Why the start of a newer release needs no other one. @param taken when one was taken already; undefined: none was */
async function whyNone(taken: string | undefined): Promise<string | undefined> {
  const { db, close } = openHeldByStart();
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  try {
    if (await isJustRestored(query)) return 'the site is as the backup left it that it was restored from.';
    if (taken !== undefined && !(await wasServedSince(query, taken)))
      return `the one of ${taken} is of before this upgrade, which was broken off; nobody used the site since.`;
    return undefined;
  } finally {
    await close();
  }
}

type How = {
  keyFile: string | undefined;
  /** The start of a newer release calls it, before it changes anything. */
  isBefore: boolean;
};

async function take(place: Place, config: Config, { keyFile, isBefore }: How): Promise<{ made: Made; told: string }> {
  refuseHalfRestored(config.dataDir);
  const { key, told } = await planKey(config, keyFile);
  const progress = progressLine();
  const installation = isBefore ? openHeldByStart() : await openInstallation();
  try {
    const roomy = await roomyPlace(place, readRoom, isBefore ? await siteBytes(installation) : 0);
    const before = isBefore ? holderBeforeStart(config, installation) : undefined;
    const holder = before ?? (await holderOf(config, installation, 'backup'));
    const leave = await usePlace(roomy);
    try {
      const made = await takeBackup({
        place: roomy,
        url: installation.url,
        dataDir: config.dataDir,
        holder,
        blobs: config.s3 ? s3BlobStore(config.s3) : diskBlobStore(blobFolder(config.dataDir)),
        version: readRelease().version,
        // in ClickHouse they have other files
        eventMigrations: before && !config.clickHouse ? await before.landed() : migrationsOf('columnar'),
        key,
        onProgress: progress.say,
      });
      return { made, told };
    } finally {
      await leave();
      await holder.close();
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
