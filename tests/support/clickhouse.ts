import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { oncePerRun } from './once-per-run.ts';

const CHDB = join(import.meta.dirname, 'chdb');
/** Half a gigabyte, which many clones of the project share. */
const PACKAGES = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'guidepost', 'chdb-3.4.0');
const INSTALL_MS = 600_000;

const isThere = (): boolean => existsSync(join(PACKAGES, 'installed'));

/** Installs ClickHouse as a package where that is possible. @returns why it is not here, or undefined */
export function findClickHouse(): string | undefined {
  if (process.platform !== 'linux') return 'ClickHouse as a package is for Linux alone';
  if (isThere()) return undefined;
  const lock = `${PACKAGES}.lock`;
  mkdirSync(join(PACKAGES, '..'), { recursive: true });
  // another test file may be at it
  for (const until = Date.now() + INSTALL_MS; Date.now() < until && !isThere(); pause()) {
    try {
      mkdirSync(lock);
    } catch {
      continue;
    }
    try {
      const said = install();
      if (said !== undefined) return `ClickHouse could not be installed as a package: ${said}`;
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return isThere() ? undefined : `ClickHouse could not be installed as a package: ${lock} was not given back`;
}

const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);

function install(): string | undefined {
  if (isThere()) return undefined;
  rmSync(PACKAGES, { recursive: true, force: true });
  mkdirSync(PACKAGES, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(CHDB, name), join(PACKAGES, name));
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/local/bin:/usr/bin:/bin` };
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts'], {
    cwd: PACKAGES,
    env,
    timeout: INSTALL_MS,
  });
  if (status !== 0) return String(stderr).trim().split('\n').at(-1);
  writeFileSync(join(PACKAGES, 'installed'), '');
  return undefined;
}

/**
 * The engine behind its HTTP interface, in a process of its own.
 * @param folder that it keeps its data in; it ends by itself when the folder is gone
 * @param outlives the process that started it
 * @returns its address
 */
export async function startClickHouse(folder: string, { port = 0, outlives = false } = {}) {
  mkdirSync(folder, { recursive: true });
  const args = [join(CHDB, 'server.mjs'), PACKAGES, folder, String(port)];
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore', outlives ? 'ignore' : 'ipc'],
    detached: outlives,
  });
  if (outlives) server.unref();
  const [said] = (await Promise.race([
    once(server.stdout!, 'data'),
    once(server, 'exit').then(() => {
      throw new Error('ClickHouse did not start.');
    }),
  ])) as [Buffer];
  return {
    url: `http://127.0.0.1:${String(said).trim()}`,
    async close() {
      if (server.exitCode !== null) return;
      const gone = once(server, 'exit');
      server.disconnect();
      await gone;
    },
  };
}

/** One engine for the whole run; whoever needs one makes a database of his own in it. */
export async function sharedClickHouse(): Promise<{ url: string }> {
  const url = await oncePerRun('clickhouse', async (folder) => (await startClickHouse(folder, { outlives: true })).url);
  return { url };
}
