import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { diskIo, type JournalIo } from './files.ts';

/** A disk that can lose its power at any instant. */
export type CrashDisk = {
  io: JournalIo;
  /**
   * Cuts the power: nothing that is under way is answered any more. Writes the folder as the next start finds it: what was synced is
   * there; of the rest any part may be, in any order, each sector of 512 bytes for itself.
   */
  crash(into: string): void;
};

type Op = { at: number; bytes: Buffer } | { length: number };
/** What is certain, and what may or may not have reached the plate since; oldest first. */
type Inode = { base: Buffer; pending: { op: Op; isSynced: boolean }[] };
type Change = { from?: string; to?: string; inode: Inode };

const SECTOR_BYTES = 512;

/**
 * @param dir a folder whose content is all on disk
 * @param random in [0, 1)
 * @param isHonest false: writes to files that were opened with O_DSYNC are only said to be synced
 */
export function crashDisk(dir: string, random: () => number, isHonest = true): CrashDisk {
  const entries = new Map<string, Inode>();
  const files = new Map<number, { inode: Inode; isSync: boolean }>();
  const handles: FileHandle[] = [];
  /** Changes of the folder that it was not synced after. */
  let changes: Change[] = [];
  let isDown = false;
  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

  /** Ends the caller's work at a power cut. */
  async function working<T>(work: () => T | Promise<T>, turns = Math.floor(random() * 3)): Promise<T> {
    if (isDown) return never();
    const done = await work();
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    return isDown ? never() : done;
  }

  /** As the folder is known to be; a file that nobody opened here is certain. */
  function inodeOf(name: string): Inode | undefined {
    const known = entries.get(name);
    if (known) return known;
    const path = join(dir, name);
    if (!fs.existsSync(path)) return undefined;
    const inode = { base: fs.readFileSync(path), pending: [] };
    entries.set(name, inode);
    return inode;
  }

  function note(inode: Inode, op: Op): { isSynced: boolean } {
    const noted = { op, isSynced: false };
    inode.pending.push(noted);
    return noted;
  }

  /** What is synced is certain, unless something older is not. */
  function settle(inode: Inode): void {
    while (inode.pending[0]?.isSynced) inode.base = applied(inode.base, inode.pending.shift()!.op);
  }

  const io: JournalIo = {
    open: (path, flags) =>
      working(async () => {
        const name = basename(path);
        const isNew = !fs.existsSync(path);
        // the true file needs no syncing: what is certain is kept here
        const handle = await diskIo.open(path, flags & ~fs.constants.O_DSYNC);
        handles.push(handle);
        if (isDown) await handle.close();
        if (isDown) return never();
        const inode = isNew ? { base: Buffer.alloc(0), pending: [] } : inodeOf(name)!;
        if (isNew) changes.push({ to: name, inode });
        if ((flags & fs.constants.O_TRUNC) !== 0) note(inode, { length: 0 });
        entries.set(name, inode);
        files.set(handle.fd, { inode, isSync: (flags & fs.constants.O_DSYNC) === fs.constants.O_DSYNC });
        return handle;
      }),
    write(fd, bytes, at) {
      if (isDown) return never();
      const { inode, isSync } = files.get(fd)!;
      const count = random() < 0.1 ? Math.ceil(random() * bytes.length) : bytes.length;
      const noted = note(inode, { at, bytes: Buffer.from(bytes.subarray(0, count)) });
      return working(() => fs.writeSync(fd, bytes, 0, count, at), 1 + Math.floor(random() * 3)).then((written) => {
        noted.isSynced = isSync && isHonest;
        settle(inode);
        return written;
      });
    },
    ftruncate: (fd, length) =>
      working(() => {
        note(files.get(fd)!.inode, { length });
        fs.ftruncateSync(fd, length);
      }),
    rename: (from, to) =>
      working(async () => {
        const inode = inodeOf(basename(from))!;
        await diskIo.rename(from, to);
        entries.delete(basename(from));
        entries.set(basename(to), inode);
        changes.push({ from: basename(from), to: basename(to), inode });
      }),
    remove: (path) =>
      working(async () => {
        const inode = inodeOf(basename(path));
        if (!inode) return;
        await diskIo.remove(path);
        entries.delete(basename(path));
        changes.push({ from: basename(path), inode });
      }),
    syncDir: () =>
      working(() => {
        changes = [];
      }),
  };

  return {
    io,
    crash(into) {
      isDown = true;
      for (const name of fs.readdirSync(dir)) inodeOf(name);
      const names = new Map(entries);
      for (const change of changes.toReversed()) undo(names, change);
      for (const change of changes) if (random() < 0.5) redo(names, change);
      fs.mkdirSync(into, { recursive: true });
      for (const [name, { base, pending }] of names) {
        const content = pending.reduce(
          (bytes, { op, isSynced }) => (isSynced ? applied(bytes, op) : partly(bytes, op, random)),
          base,
        );
        fs.writeFileSync(join(into, name), content);
      }
      for (const handle of handles) void handle.close().catch(() => undefined);
    },
  };
}

function undo(names: Map<string, Inode>, { from, to, inode }: Change): void {
  if (to !== undefined) names.delete(to);
  if (from !== undefined) names.set(from, inode);
}

function redo(names: Map<string, Inode>, { from, to, inode }: Change): void {
  if (from !== undefined) {
    // what it renames or removes never came to be
    if (names.get(from) !== inode) return;
    names.delete(from);
  }
  if (to !== undefined) names.set(to, inode);
}

function applied(before: Buffer, op: Op): Buffer {
  if ('length' in op) {
    return op.length <= before.length ? Buffer.from(before.subarray(0, op.length)) : Buffer.concat([before], op.length);
  }
  const after = Buffer.alloc(Math.max(before.length, op.at + op.bytes.length));
  before.copy(after);
  op.bytes.copy(after, op.at);
  return after;
}

/** An operation that was not synced: not at all, as a whole, or some of its sectors. */
function partly(before: Buffer, op: Op, random: () => number): Buffer {
  const fate = random();
  if (fate < 1 / 3) return before;
  if (fate < 2 / 3 || 'length' in op) return applied(before, op);
  let after = before;
  const end = op.at + op.bytes.length;
  for (let at = op.at; at < end;) {
    const next = Math.min(end, (Math.floor(at / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    if (random() < 0.5) after = applied(after, { at, bytes: op.bytes.subarray(at - op.at, next - op.at) });
    at = next;
  }
  return after;
}
