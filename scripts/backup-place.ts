/** What `npm run backup` and `npm run restore` have in common: places, progress, and the columnar schema of this release. */
import { hash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { listOwn } from '../src/features/backups/server/schedule/list.ts';
import type { Manifest } from '../src/platform/server/backup/manifest.ts';
import { isOfSite } from '../src/platform/server/backup/owner.ts';
import { bucketPlace, folderPlace, isBackupName, type Place } from '../src/platform/server/backup/place.ts';
import { isBlobKey } from '../src/platform/server/blobs/blob-store.ts';
import { s3BlobStore } from '../src/platform/server/blobs/s3-blob-store.ts';
import type { Config } from '../src/platform/server/config.ts';
import type { Secrets } from '../src/platform/server/secrets.ts';

/** Nobody waits: a slow store may take its time. */
const LIMIT_MS = 60_000;

/**
 * @param word a folder, or `s3://bucket/prefix`; for a restore it may end in the name of a backup
 * @throws Error that names the variable
 */
export function placeOf(word: string, { backup: { s3 } }: Config): { place: Place; name?: string } {
  const last = basename(word).replace(/\.json$/, '');
  if (isBackupName(last)) return { place: openPlace(dirname(word).replace(/^s3:\/(?!\/)/, 's3://'), s3), name: last };
  return { place: openPlace(word, s3) };
}

function openPlace(word: string, s3: Config['backup']['s3']): Place {
  if (!word.startsWith('s3:')) return folderPlace(resolve(word));
  const [, bucket, rest = ''] = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9])(?:\/(.*?))?\/*$/.exec(word) ?? [];
  if (bucket === undefined) throw new Error(`"${word}" is no place: name a folder, or s3://BUCKET/PREFIX.`);
  if (rest !== '' && !isBlobKey(rest))
    throw new Error(
      `"${rest}" cannot be a prefix: small letters, digits, "-", "_" and "." only, in parts with "/" between.`,
    );
  if (!s3)
    throw new Error(
      'No store is named for s3:// places: set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY (or S3_* where the pictures lie in the same one).',
    );
  return bucketPlace(s3BlobStore({ ...s3, bucket }, LIMIT_MS), word, rest);
}

const TOLD_EVERY_MS = 100;

/** One line that is written over on a terminal, and nothing where nobody looks. */
export function progressLine(): { say(text: string): void; end(): void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { say: () => undefined, end: () => undefined };
  let saidAt = 0;
  return {
    say(text) {
      if (performance.now() - saidAt < TOLD_EVERY_MS) return;
      saidAt = performance.now();
      stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns || 80) - 1)}`);
    },
    end: () => void stderr.write('\r\u001b[K'),
  };
}

export const MIGRATIONS = join(import.meta.dirname, '../migrations');

/** The files of one store, in their order, as a manifest names them. @param ending what of a file's name the store leaves away */
export const migrationsOf = (store: 'postgres' | 'columnar', ending = ''): { name: string; sha256: string }[] =>
  readdirSync(join(MIGRATIONS, store))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({
      name: name.slice(0, name.length - ending.length),
      sha256: hash('sha256', readFileSync(join(MIGRATIONS, store, name), 'utf8').replaceAll('\r\n', '\n')),
    }));

type Migrations = Manifest['database']['migrations'];

/** A folder with the migrations of a backup alone, as this release has them. @throws Error when it has not all of them */
export function migrationsDirOf(store: 'postgres' | 'columnar', then: Migrations, temporary: string): string {
  const ending = store === 'postgres' ? '.sql' : '';
  const here = new Map(migrationsOf(store, ending).map(({ name, sha256 }) => [name, sha256]));
  const unknown = then.find(({ name, sha256 }) => here.get(name) !== sha256);
  if (unknown)
    throw new Error(
      `The backup has the migration ${unknown.name}, which this release does not know as it was: restore it with the release that wrote it. Nothing was changed.`,
    );
  if (then.length === here.size) return join(MIGRATIONS, store);
  const wanted = new Set(then.map(({ name }) => `${name}${ending}`));
  const folder = join(temporary, store);
  cpSync(join(MIGRATIONS, store), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.sql') || wanted.has(path.slice(path.lastIndexOf('/') + 1)),
  });
  return folder;
}

/** The newest of a place that a site itself wrote: others may share it. @throws Error when there is none */
export async function newestOwn(place: Place, secrets: Secrets): Promise<string> {
  const name = (await listOwn(place, (manifest) => isOfSite(secrets, manifest))).at(-1);
  if (name === undefined) throw new Error(`There is no backup of this site in ${place.name}.`);
  return name;
}

export const formatSize = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`;

/** A place, and the file of the key where one is named. @throws Error what the command is called with */
export function wordsOf(words: readonly string[], usage: string): { word: string; keyFile: string | undefined } {
  const [word = '', option, keyFile, ...rest] = words;
  const hasOption = option === '--key-file' && keyFile !== undefined;
  if (word === '' || word.startsWith('-') || rest.length > 0 || (option !== undefined && !hasOption))
    throw new Error(usage);
  return { word, keyFile };
}
