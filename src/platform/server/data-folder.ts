import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which process holds a data folder. Numbers of processes are given again: only all three together name one. */
type Holder = { pid: number; bootId: string; startedAt: string };

/** What keeps a second instance out of a data folder. */
export type DataFolderLock = { unlock(): void };

const ATTEMPTS = 5;

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Changes with each boot of the machine; empty where there is no /proc. */
/** Which start of the machine this is; empty where nothing says it. */
export const bootId = (): string => readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

/** Ticks since boot at which the process began; undefined when there is none. */
function startOf(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // the name in brackets may hold spaces and brackets itself; after it come the state (3rd field) and the start (22nd)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined || fields[0] === 'Z' ? undefined : fields[19];
}

const parse = (text: string | undefined): Holder | undefined => {
  try {
    return JSON.parse(text ?? '') as Holder;
  } catch {
    return undefined;
  }
};

const isAlive = (holder: Holder): boolean => holder.bootId === bootId() && startOf(holder.pid) === holder.startedAt;

/**
 * Makes the folder when it is missing and takes it for this process. A lock whose holder is dead, or of an earlier boot, is taken
 * over.
 * @throws Error with one sentence when another live process holds the folder or it cannot be written.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  const path = join(folder, 'lock');
  const own: Holder = { pid: process.pid, bootId: bootId(), startedAt: startOf(process.pid) ?? '' };
  const draft = join(folder, `lock.${own.pid}`);
  try {
    // the database user passes through on his way to his own part
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const file = openSync(draft, 'w', 0o600);
    writeFileSync(file, JSON.stringify(own));
    fsyncSync(file);
    closeSync(file);
  } catch (cause) {
    throw new Error(`The data folder ${folder} cannot be written: set DATA_DIR to a folder that this user owns.`, {
      cause,
    });
  }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (links(draft, path)) return { unlock: () => release(path, own) };
      const text = readText(path);
      const holder = parse(text);
      if (holder && isAlive(holder)) {
        throw new Error(
          `Another Guidepost (process ${holder.pid}) uses the data folder ${folder}: stop it, or set DATA_DIR to another folder.`,
        );
      }
      // gone when two starts clear the same stale lock: link() then decides between them
      if (readText(path) === text) rmSync(path, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new Error(`The lock of the data folder ${folder} could not be taken: another Guidepost is starting there.`);
}

/** A link appears whole or not at all, and never over another. */
function links(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function release(path: string, own: Holder): void {
  if (parse(readText(path))?.pid === own.pid) rmSync(path, { force: true });
}
