import { chmodSync, existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../log.ts';

const FILE_MODE = 0o600;
const SET_ASIDE = '.damaged-';

/** Which file stands under the path; undefined: none. */
export const inodeOf = (path: string): bigint | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** The folder of what is written out of it and loaded into it. */
export const filesOf = (path: string): string => `${path}.files`;

/** Keeps a damaged file under another name. @returns the name */
export function setAside(path: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  for (const end of ['', '.wal'])
    if (existsSync(path + end)) renameSync(path + end, `${path}${SET_ASIDE}${stamp}${end}`);
  return `${basename(path)}${SET_ASIDE}${stamp}`;
}

/** Names of the files that were set aside, oldest first. */
export function listSetAside(path: string): string[] {
  const [folder, begin] = [dirname(path), basename(path) + SET_ASIDE];
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(begin) && !name.endsWith('.wal'))
    .toSorted();
}

/** Who reads the events knows what visitors did: nobody else on the machine may. The engine makes its files as the system's mask says. */
export function tightenModes(path: string, log: Log): void {
  const [folder, begin] = [dirname(path), basename(path)];
  for (const name of readdirSync(folder).filter((each) => each.startsWith(begin))) {
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    const wanted = stats?.isDirectory() ? 0o700 : FILE_MODE;
    if (!stats || (stats.mode & 0o777 & ~wanted) === 0) continue;
    try {
      chmodSync(file, wanted);
    } catch (error) {
      log.warn({ err: error, name }, 'event store: a file that others may read could not be closed to them');
    }
  }
}
