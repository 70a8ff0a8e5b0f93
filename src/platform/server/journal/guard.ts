import fs from 'node:fs';
import { rename, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { keepId, pathOf, SEGMENT_FLAGS, writeWhole, type JournalIo } from './files.ts';
import { formatPosition } from './position.ts';

/** The file that is written to, its number, and the end of what is on disk in it. */
export type Current = { file: FileHandle; segment: number; offset: number };

type Parts = { dir: string; current(): Current; onGone(): void };

const CHECK_MS = 1000;
const COPY_BYTES = 1 << 20;
const markOf = (dir: string): string => join(dir, 'end');

/**
 * Looks after the files of an open journal. Once a second it marks down how far it was written, so that a journal that was cut is
 * noticed at the next start, and looks whether the file that is written to still stands under its name.
 */
export function openGuard({ dir, current, onGone }: Parts): { close(): Promise<void> } {
  let marked: string | undefined;
  let checking: Promise<void> | undefined;

  async function mark(): Promise<void> {
    const end = formatPosition(current());
    if (end === marked) return;
    await writeFile(`${markOf(dir)}.new`, end, { mode: 0o600 });
    await rename(`${markOf(dir)}.new`, markOf(dir));
    marked = end;
  }

  async function checkFile(): Promise<void> {
    const seen = current();
    const stands = await standsUnderName(dir, seen);
    if (current().file !== seen.file) return;
    if (stands) await mark();
    else onGone();
  }

  const timer = setInterval(() => {
    // a full disk, a file that was changed meanwhile: the next look is soon
    checking ??= checkFile()
      .catch(() => undefined)
      .finally(() => (checking = undefined));
  }, CHECK_MS);
  timer.unref();

  return {
    async close() {
      clearInterval(timer);
      await checking;
      await mark().catch(() => undefined);
    },
  };
}

/** @returns false when somebody took the file away, or put another in its place */
export async function standsUnderName(dir: string, { file, segment }: Current): Promise<boolean> {
  const own = await file.stat();
  const found = await stat(pathOf(dir, segment)).catch(() => undefined);
  return found?.ino === own.ino;
}

/** @returns the position up to which a journal was written at least, as its last run marked it down */
export function readMark(dir: string): string | undefined {
  const path = markOf(dir);
  const text = fs.existsSync(path) ? fs.readFileSync(path, 'utf8').trim() : '';
  return /^\d{1,10}:\d{1,15}$/.test(text) ? text : undefined;
}

/**
 * Somebody took the file away, or the whole folder; what is still open is written down once more under its name.
 * @returns the new file, synced
 */
export async function putBack(dir: string, id: string, gone: Current, io: JournalIo): Promise<FileHandle> {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  keepId(dir, id);
  // under its name only when it is whole: half of it there would be all there is after a crash
  const path = pathOf(dir, gone.segment);
  const file = await io.open(`${path}.new`, SEGMENT_FLAGS | fs.constants.O_TRUNC);
  try {
    const piece = Buffer.allocUnsafe(COPY_BYTES);
    for (let at = 0; at < gone.offset;) {
      const { bytesRead } = await gone.file.read(piece, 0, Math.min(COPY_BYTES, gone.offset - at), at);
      if (bytesRead === 0) break;
      await writeWhole(io, file.fd, piece.subarray(0, bytesRead), at);
      at += bytesRead;
    }
    await io.rename(`${path}.new`, path);
    await io.syncDir(dir);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
