import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { findDebian } from './debian.ts';

const NSPAWN = '/usr/bin/systemd-nspawn';
const DEBOOTSTRAP = '/usr/sbin/debootstrap';
const SUITE = 'bookworm';
const END_LIMIT_MS = 60_000;

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Installs what makes and enters a Debian in a folder. @returns why that cannot be here, or undefined */
export const findMachines = (): string | undefined =>
  process.getuid?.() === 0
    ? findDebian(
        'debootstrap with systemd-nspawn',
        ['debootstrap', 'systemd-container'],
        () => isThere(DEBOOTSTRAP) && isThere(NSPAWN),
      )
    : 'only root may enter another root';

/** A small Debian in a folder that is not there yet; about a minute. */
export async function makeDebian(folder: string, packages: readonly string[]): Promise<void> {
  const flags = ['--variant=minbase', `--include=${packages.join(',')}`];
  // what it calls lies where only root's own shell looks
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? '/usr/bin:/bin'}:/usr/sbin:/sbin` };
  await promisify(execFile)(DEBOOTSTRAP, [...flags, SUITE, folder], { env, maxBuffer: 64 * 1024 * 1024 });
}

/** Starts something with another root, in its own processes, mounts and names, and with the network of this machine. */
export function enter(root: string, flags: readonly string[], command: readonly string[] = []) {
  const own = ['--quiet', `--directory=${root}`, '--register=no', '--keep-unit', '--console=pipe'];
  const child = spawn(NSPAWN, [...own, ...flags, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(child, 'close').then(() => undefined);
  return {
    said: () => said,
    ended,
    /** A machine that was booted ends in order, anything else at once. */
    async end(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
      await ended;
      clearTimeout(late);
    },
  };
}
