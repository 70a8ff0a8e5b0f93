/**
 * `npm run drill -- PLACE`: restores a backup on trial, into a folder and a database of its own, and looks at what came back. PLACE as for
 * a restore; without it BACKUP_TO. What it made is gone afterwards.
 */
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DrillOutcome } from '../src/features/backups/contract.ts';
import { findBackup } from '../src/features/backups/server/check.ts';
import { usePlace } from '../src/platform/server/backup/marks.ts';
import { whyOf } from '../src/platform/server/blobs/s3-refusals.ts';
import { readConfig, type Config } from '../src/platform/server/config.ts';
import { readRoom } from '../src/platform/server/disk-room.ts';
import { createLog } from '../src/platform/server/log.ts';
import { endPostmaster, findPostmaster } from '../src/platform/server/postgres/cluster.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { createSecrets, type Secrets } from '../src/platform/server/secrets.ts';
import { formatBytes } from '../src/platform/text/sizes.ts';
import { newestOwn, placeOf } from './backup-place.ts';
import { endWithParent, runCommand } from './command.ts';
import { lookAtRestored } from './drill-look.ts';
import { findKey } from './installation.ts';
import { makeTrialDatabase, type TrialDatabase } from './trial-database.ts';

const USAGE = `npm run drill -- PLACE                    the newest in it, or PLACE/NAME; without it BACKUP_TO
npm run drill -- PLACE --key-file FILE    with the key from a file; without it that of DATA_DIR or SECRET_KEY`;

const MB = 1024 * 1024;
/** What an empty database and its log take, and how much larger than its pieces a site is. */
const NEEDED = { base: 700 * MB, times: 10 };
const LOOK_MS = 1000;
const log = createLog('error');

/** There is nothing wrong with the backup: it cannot be tried here. */
class NotPossible extends Error {}

async function run(words: string[]): Promise<string> {
  endWithParent();
  const { values, positionals } = parseArgs({
    args: words,
    options: { json: { type: 'boolean', default: false }, 'key-file': { type: 'string' } },
    allowPositionals: true,
  });
  const config = readConfig();
  const word = positionals[0] ?? config.backup.to;
  if (word === undefined || positionals.length > 1) throw new Error(USAGE);
  const { place, name } = placeOf(word, config);
  const say = (outcome: DrillOutcome): string =>
    values.json ? JSON.stringify(outcome) : `${outcome.backup ?? ''} was restored on trial: ${outcome.note}`;
  // a place that takes no word is read all the same
  const leave = await usePlace(place).catch(() => () => Promise.resolve());
  try {
    const wanted = name ?? (values['key-file'] === undefined ? await newestOwn(place, ownSecrets(config)) : undefined);
    const manifest = await findBackup(place, wanted);
    const note = await drill(config, {
      word: `${word}/${manifest.name}`,
      bytes: manifest.bytes,
      keyFile: values['key-file'],
    });
    return say({ outcome: 'good', backup: manifest.name, note });
  } catch (error) {
    if (error instanceof NotPossible && values.json)
      return say({ outcome: 'impossible', backup: null, note: error.message });
    throw new Error(whyOf(error), { cause: error });
  } finally {
    await leave();
  }
}

type Wanted = { word: string; bytes: number; keyFile: string | undefined };

async function drill(config: Config, { word, bytes, keyFile: given }: Wanted): Promise<string> {
  const home = join(config.dataDir, 'drill');
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  await clear(home);
  const leastBytes = 2 * config.journalReserveBytes;
  const needed = NEEDED.base + NEEDED.times * bytes;
  const { freeBytes } = await readRoom(config.dataDir);
  if (freeBytes < needed + leastBytes)
    throw new NotPossible(
      `There is too little room beside the data folder: ${formatBytes(freeBytes)} are free, and a drill may take ${formatBytes(needed)}.`,
    );
  mkdirSync(home, { mode: 0o711 });
  // the database user must be able to pass, whatever the umask
  chmodSync(home, 0o711);
  try {
    const keyFile = given ?? join(home, 'key');
    if (given === undefined) writeFileSync(keyFile, ownKey(config).toString('base64'), { mode: 0o600 });
    const database = await databaseFor(config, home);
    try {
      const env = { DATA_DIR: join(home, 'data'), ...(database && { DATABASE_URL: database.url }) };
      await restore([word, '--key-file', keyFile], env, () => refuseFull(config.dataDir, leastBytes));
      return await lookAtRestored({ dataDir: join(home, 'data'), databaseUrl: database?.url, keyFile, log });
    } finally {
      await database?.drop();
    }
  } finally {
    await clear(home);
  }
}

function ownKey(config: Config): Buffer {
  const key = findKey(config);
  if (key) return key;
  throw new NotPossible(
    `There is no key to try it with: name --key-file, or call it with the DATA_DIR of the program.`,
  );
}

const ownSecrets = (config: Config): Secrets => createSecrets(ownKey(config), config.secretKeyOld);

/** What an earlier one left that was killed goes too, its database first. */
async function clear(home: string): Promise<void> {
  for (const folder of ['data', 'try']) {
    const cluster = join(home, folder, 'postgres', 'data');
    const found = findPostmaster(cluster);
    if (found) await endPostmaster(found.pid, cluster, 10_000);
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** @returns undefined where one of its own can be started @throws NotPossible */
async function databaseFor(
  { backup: { drillDatabaseUrl: url } }: Config,
  home: string,
): Promise<TrialDatabase | undefined> {
  if (url === undefined) {
    try {
      const one = await startPostgres({ dataDir: join(home, 'try'), log });
      await one.stop();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : '';
      throw new NotPossible(`No database can be started here: set DRILL_DATABASE_URL. ${why}`, { cause });
    }
    return undefined;
  }
  try {
    return await makeTrialDatabase(url, 'drill');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new NotPossible(`No database could be made by DRILL_DATABASE_URL: its user needs CREATEDB. ${why}`, {
      cause,
    });
  }
}

/** Calls the very command of a restore. @param watch throws to break it off */
async function restore(words: string[], given: Record<string, string>, watch: () => Promise<void>): Promise<void> {
  // pictures and events go into the folder of the drill, never to where those of the site lie
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(DATABASE_URL|CLICKHOUSE_\w+|S3_(BUCKET|CACHE_MB)|SECRET_KEY(_OLD)?)$/.test(name),
  );
  const env = { ...Object.fromEntries(own), ...placeEnv(), ...given };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'restore.ts'), ...words], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (some: Buffer) => (said = (said + some.toString()).slice(-10_000)));
  const end = new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  let broken: unknown;
  const timer = setInterval(() => {
    watch().catch((error: unknown) => {
      broken ??= error;
      child.kill('SIGKILL');
    });
  }, LOOK_MS);
  try {
    const code = await end;
    if (broken instanceof Error) throw broken;
    if (code !== 0) throw new Error(said.trim().split('\n').at(-1) ?? `The restore ended with ${code}.`);
  } finally {
    clearInterval(timer);
    child.kill('SIGKILL');
  }
}

/** The store of s3:// places may be that of the pictures, which the restore must not know. */
function placeEnv(): Record<string, string> {
  const { s3 } = readConfig().backup;
  if (!s3) return {};
  return {
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    BACKUP_S3_REGION: s3.region,
    BACKUP_S3_STYLE: s3.style,
    ...Object.fromEntries(
      ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION', 'S3_STYLE'].map((name) => [name, '']),
    ),
  };
}

async function refuseFull(folder: string, leastBytes: number): Promise<void> {
  const { freeBytes } = await readRoom(folder);
  if (freeBytes < leastBytes)
    throw new NotPossible('It took more room than there is beside the data folder, and was broken off.');
}

await runCommand(run);
