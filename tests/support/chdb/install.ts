// Puts ClickHouse in place for tests: a package outside those of the product, because of its size.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Half a gigabyte, which many clones of the project share. */
export const CHDB_PACKAGES = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'guidepost',
  'chdb-3.4.0',
);
const INSTALL_MS = 600_000;

const isThere = (): boolean => existsSync(join(CHDB_PACKAGES, 'installed'));

/** Installs ClickHouse as a package where that is possible. @returns why it is not here, or undefined */
export function findClickHouse(): string | undefined {
  if (process.platform !== 'linux') return 'ClickHouse as a package is for Linux alone';
  if (isThere()) return undefined;
  const lock = `${CHDB_PACKAGES}.lock`;
  mkdirSync(join(CHDB_PACKAGES, '..'), { recursive: true });
  // another test file may be at it
  for (const until = Date.now() + INSTALL_MS; Date.now() < until && !isThere(); pause()) {
    try {
      mkdirSync(lock);
    } catch {
      if (isLeft(lock)) rmSync(lock, { recursive: true, force: true });
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

/** By one that was killed. */
const isLeft = (lock: string): boolean => {
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {};
  return mtimeMs !== undefined && Date.now() - mtimeMs > INSTALL_MS;
};

const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);

function install(): string | undefined {
  if (isThere()) return undefined;
  rmSync(CHDB_PACKAGES, { recursive: true, force: true });
  mkdirSync(CHDB_PACKAGES, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(import.meta.dirname, name), join(CHDB_PACKAGES, name));
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/local/bin:/usr/bin:/bin` };
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts'], {
    cwd: CHDB_PACKAGES,
    env,
    timeout: INSTALL_MS,
  });
  if (status !== 0) return String(stderr).trim().split('\n').at(-1);
  writeFileSync(join(CHDB_PACKAGES, 'installed'), '');
  return undefined;
}
