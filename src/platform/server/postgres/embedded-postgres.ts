import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs, isPassing, noteFailedStart, noteRestart } from '../child-starts.ts';
import type { Log } from '../log.ts';
import { findBinaries } from './binaries.ts';
import {
  POSTGRES_ENV,
  endPostmaster,
  findPostmaster,
  isPostmaster,
  makeOwn,
  openCluster,
  type Address,
  type Cluster,
} from './cluster.ts';
import { checkPassage, databaseUser, type SystemUser } from './user.ts';

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

type Launch = {
  cluster: Cluster;
  program: string;
  user: SystemUser | undefined;
  socketDir: string;
  settings: Record<string, string>;
  log: Log;
};

/** A server that answers, and whether our database is in it. */
type Running = Address & { hasDatabase: boolean };

const NAME = 'guidepost';
const START_TIMEOUT_MS = 120_000;
const FAST_STOP_MS = 10_000;
const ATTEMPTS = 10;
const RETRY_MS = 500;
const WATCH_MS = 1000;
const LOG_MAX_BYTES = 10_000_000;
/** A socket address holds 107 characters; `/.s.PGSQL.65535` takes 15 of them. */
const SOCKET_DIR_MAX = 90;

/**
 * Starts the PostgreSQL of this data folder: makes the cluster at the first start, takes over one that our killed predecessor
 * left running, and starts it again when it dies under us. The caller holds the lock of the data folder.
 * @throws Error with a sentence that says what to do when it cannot run here.
 */
export async function startPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const user = await databaseUser();
  const binaries = findBinaries(user);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  checkPassage(dataDir, user);
  const cluster = await openCluster(join(dataDir, 'postgres'), NAME, binaries.initdb, user);
  const socketDir = socketDirOf(cluster);
  const plan: Launch = { cluster, program: binaries.postgres, user, socketDir, settings, log };

  let current = await launch(plan, true);
  if (!current.hasDatabase) await makeDatabase(urlOf(cluster, current, 'postgres'));

  let isStopping = false;
  let mending: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (isStopping || mending || isPostmaster(current.pid, cluster.folder)) return;
    log.error('PostgreSQL is gone and is started again');
    noteRestart('PostgreSQL');
    // at the same port only: every pool holds the address
    mending = launch(plan, false)
      .then((next) => void (current = next))
      .catch((error: unknown) => log.error({ err: error }, 'PostgreSQL could not be started again'))
      .finally(() => (mending = undefined));
  }, WATCH_MS);
  watch.unref();

  return {
    url: urlOf(cluster, current),
    async stop() {
      isStopping = true;
      clearInterval(watch);
      await mending;
      await endPostmaster(current.pid, cluster.folder, FAST_STOP_MS);
      rmSync(socketDir, { recursive: true, force: true });
    },
  };
}

function socketDirOf(cluster: Cluster): string {
  const near = join(cluster.home, 'run');
  if (Buffer.byteLength(near) <= SOCKET_DIR_MAX) return near;
  return join(tmpdir(), `guidepost-${hash('sha256', cluster.folder).slice(0, 16)}`);
}

const urlOf = ({ superuser, password }: Cluster, at: Omit<Address, 'pid'>, database = NAME): string =>
  `postgresql://${superuser}:${password}@localhost:${at.port}/${database}?host=${encodeURIComponent(at.socketDir)}`;

async function launch(plan: Launch, mayMove: boolean): Promise<Running> {
  const { cluster, socketDir, log } = plan;
  const running = findPostmaster(cluster.folder);
  if (running) {
    for (
      const deadline = Date.now() + START_TIMEOUT_MS;
      Date.now() < deadline && isPostmaster(running.pid, cluster.folder);
    ) {
      const found = await answers(urlOf(cluster, running));
      if (found) {
        log.info({ pid: running.pid }, 'PostgreSQL was still running and is used again');
        return { ...running, ...found };
      }
      await sleep(RETRY_MS / 5);
    }
    await endPostmaster(running.pid, cluster.folder, FAST_STOP_MS);
  }
  // nobody is in there: lock files that name a number given to another process, or to a dead one not yet waited for, are void
  rmSync(join(cluster.folder, 'postmaster.pid'), { force: true });
  rmSync(socketDir, { recursive: true, force: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = readPort(cluster) ?? (await freePort());
    const from = sizeOf(cluster.logPath);
    const { pid, found, refusal } = await spawnPostmaster(plan, port);
    if (pid !== undefined && found) {
      writeFileSync(cluster.portPath, String(port), { mode: 0o600 });
      return { pid, port, socketDir, ...found };
    }
    if (isPassing(refusal)) {
      await sleep(backoffMs(attempt + 1));
      continue;
    }
    const said = readFileSync(cluster.logPath).subarray(from).toString();
    const isTaken = /Address already in use|could not bind/.test(said);
    if (isTaken && mayMove) rmSync(cluster.portPath, { force: true });
    // sessions of a killed postmaster need a moment to notice that it is gone
    if (!isTaken && !said.includes('shared memory block')) {
      throw new Error(
        `PostgreSQL did not start: ${said.trim().split('\n').slice(-3).join(' ') || `see ${cluster.logPath}`}`,
      );
    }
    await sleep(RETRY_MS);
  }
  throw new Error(`PostgreSQL did not start: see ${cluster.logPath}`);
}

/** @returns its pid and what was found there; neither when the process ended before it answered, or, with the reason, when the system made none. */
async function spawnPostmaster(
  { cluster, program, user, socketDir, settings, log }: Launch,
  port: number,
): Promise<{ pid?: number | undefined; found?: Found; refusal?: Error | undefined }> {
  makeOwn(socketDir, user);
  if (sizeOf(cluster.logPath) > LOG_MAX_BYTES) renameSync(cluster.logPath, `${cluster.logPath}.1`);
  const wanted = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketDir,
    shared_buffers: '64MB',
    // refused statements are the program's business and may quote personal data
    log_min_messages: 'log',
    ...settings,
  };
  const flags = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // a file, not a pipe: the server may outlive us, and must never wait for a reader
  const output = openSync(cluster.logPath, 'a', 0o600);
  const child = spawn(program, ['-D', cluster.folder, '-p', String(port), ...flags], {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    env: POSTGRES_ENV,
    cwd: cluster.folder,
    // a group of its own: Ctrl-C in the terminal is for us, and we stop it after our pools are closed
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  let hasEnded = false;
  let refusal: Error | undefined;
  child.once('exit', () => (hasEnded = true));
  child.once('error', (error) => {
    [hasEnded, refusal] = [true, error];
    noteFailedStart('PostgreSQL', error);
    log.error({ err: error }, 'PostgreSQL could not be started');
  });
  child.unref();
  for (const deadline = Date.now() + START_TIMEOUT_MS; !hasEnded && Date.now() < deadline;) {
    const found = await answers(urlOf(cluster, { port, socketDir }));
    if (found) return { pid: child.pid, found };
    await sleep(25);
  }
  return { refusal };
}

type Found = Pick<Running, 'hasDatabase'>;

const NO_DATABASE = '3D000';

/** Asks for our database at once: it is there at every start but the first, and a second connection would take as long again. */
async function answers(url: string): Promise<Found | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return { hasDatabase: true };
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === NO_DATABASE ? { hasDatabase: false } : undefined;
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

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port was found for PostgreSQL.');
  return address.port;
}

const readPort = ({ portPath }: Cluster): number | undefined =>
  existsSync(portPath) ? Number(readFileSync(portPath, 'utf8')) || undefined : undefined;

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
