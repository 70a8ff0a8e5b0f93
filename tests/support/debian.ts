import { spawnSync } from 'node:child_process';

const LIMIT_S = 120;

/**
 * Installs packages of Debian where that is possible: what stands beside the program in a test, such as another PostgreSQL.
 * @param isThere whether what they bring is on this machine
 * @returns why it is not, for the name of a test that is skipped; or undefined
 */
export function findDebian(what: string, packages: readonly string[], isThere: () => boolean): string | undefined {
  if (isThere()) return undefined;
  if (process.getuid?.() !== 0) return `${what} is not installed, and only root may install it`;
  if (spawnSync('which', ['apt-get']).status !== 0) return `${what} is not installed, and there is no apt-get`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', `DPkg::Lock::Timeout=${LIMIT_S}`];
  // another test file may be at it, and the lists have a lock that nobody waits for
  for (let tries = 0; tries < LIMIT_S && !isThere(); tries += 1) {
    const isUpdated = spawnSync('apt-get', ['update'], { env }).status === 0;
    const install = ['install', ...wait, '-y', '--no-install-recommends', ...packages];
    if (isUpdated && spawnSync('apt-get', install, { env }).status === 0) break;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  }
  return isThere() ? undefined : `${what} could not be installed: apt-get install ${packages.join(' ')}`;
}
