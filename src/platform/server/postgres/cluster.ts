import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DatabaseTrouble } from './database-words.ts';
import type { SystemUser } from './user.ts';

const run = promisify(execFile);

/** What the programs of PostgreSQL see of our environment: nothing of ours. */
export const POSTGRES_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** The files of one PostgreSQL, all under one folder that the database user owns. */
export type Cluster = {
  home: string;
  folder: string;
  superuser: string;
  password: string;
  logPath: string;
  portPath: string;
};

/** Where a running server listens. */
export type Address = { pid: number; port: number; socketDir: string };

/** Makes a folder that the database user owns and nobody else may look into. */
export function makeOwn(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  if (!user && statSync(folder).uid !== process.getuid?.()) {
    throw new Error(
      `The folder ${folder} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Opens the cluster under `home`, and makes it at the first start: UTF-8, sorted by code point, words folded by Unicode whatever
 * the machine's locales are.
 */
export async function openCluster(
  home: string,
  superuser: string,
  initdb: string,
  user: SystemUser | undefined,
): Promise<Cluster> {
  makeOwn(home, user);
  // a process is recognised by its working folder, which the system tells without links
  const real = realpathSync(home);
  const folder = join(real, 'cluster');
  const passwordPath = join(real, 'password');
  if (!existsSync(passwordPath))
    writeFileSync(passwordPath, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  const password = readFileSync(passwordPath, 'utf8').trim();
  const cluster = {
    home: real,
    folder,
    superuser,
    password,
    logPath: join(real, 'postgres.log'),
    portPath: join(real, 'port'),
  };
  if (existsSync(folder)) {
    checkMajor(folder);
    return cluster;
  }

  const fresh = `${folder}.new`;
  // a kill during initdb leaves a half-made cluster that looks whole: it counts only under its final name
  rmSync(fresh, { recursive: true, force: true });
  makeOwn(fresh, user);
  const secret = join(real, 'initdb-password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (user) chownSync(secret, user.uid, user.gid);
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    const identity = user ? { uid: user.uid, gid: user.gid } : {};
    const flags = ['-D', fresh, '-U', superuser, `--pwfile=${secret}`, '--auth=scram-sha-256', ...locale];
    await run(initdb, flags, { ...identity, env: POSTGRES_ENV, cwd: real });
  } catch (cause) {
    throw new Error(`PostgreSQL could not make its folder ${folder}: ${lastWords(cause)}`, { cause });
  } finally {
    rmSync(secret, { force: true });
  }
  renameSync(fresh, folder);
  const handle = openSync(real, 'r');
  fsyncSync(handle);
  closeSync(handle);
  return cluster;
}

/** The major version of the PostgreSQL that comes with this release. */
const MAJOR = '18';

/** @throws DatabaseTrouble when another major version of PostgreSQL made the cluster: it could not read it */
function checkMajor(folder: string): void {
  const path = join(folder, 'PG_VERSION');
  const made = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  if (made === MAJOR) return;
  throw new DatabaseTrouble(
    made === undefined
      ? `The folder ${folder} is no whole PostgreSQL cluster (PG_VERSION is missing): put a backup of it in its place, or set DATA_DIR to another folder.`
      : `The data folder holds a database of PostgreSQL ${made}, and this release brings PostgreSQL ${MAJOR}: start the release that made it, or dump it with PostgreSQL ${made} and load it into an empty data folder.`,
  );
}

const lastWords = (error: unknown): string => {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return said.trim().split('\n').slice(-2).join(' ') || (error instanceof Error ? error.message : 'unknown');
};

/** What `postmaster.pid` says, when the process it names is alive and works in this cluster. */
export function findPostmaster(folder: string): Address | undefined {
  const path = join(folder, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  const [pidLine = '', , , port = '', socketDir = ''] = readFileSync(path, 'utf8').split('\n');
  const pid = Number(pidLine);
  return isPostmaster(pid, folder) ? { pid, port: Number(port), socketDir: socketDir.trim() } : undefined;
}

/** A number may have been given to another process since: a postmaster's working folder is its cluster. */
export function isPostmaster(pid: number, folder: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** Ends a server: cuts its sessions and writes everything down; one that takes too long is ended at once and recovers later. */
export async function endPostmaster(pid: number, folder: string, limitMs: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isPostmaster(pid, folder)) return;
    process.kill(pid, signal);
    // one that was stopped would never hear of it
    process.kill(pid, 'SIGCONT');
    for (const deadline = Date.now() + limitMs; Date.now() < deadline && isPostmaster(pid, folder);) await sleep(20);
  }
}
