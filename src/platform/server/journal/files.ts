import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { open as openFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { HEADER_BYTES, MAX_PAYLOAD_BYTES, parseRecords } from './records.ts';
import type { Log } from '../log.ts';

/** The disk calls of a journal while it is open; tests pass disks that are full or lose power. */
export type JournalIo = {
  open(path: string, flags: number): Promise<FileHandle>;
  /** May write less than asked for. What it wrote is on disk when it resolves: segments are opened with O_DSYNC. */
  write(fd: number, bytes: Buffer, at: number): Promise<number>;
  ftruncate(fd: number, length: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** A new entry of a folder survives a power cut only when the folder itself is synced. */
  syncDir(dir: string): Promise<void>;
};

/** O_DSYNC: a group and its fdatasync in one trip through the thread pool, a fifth faster than two. */
export const SEGMENT_FLAGS = fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_DSYNC;

/** How much of a segment is read at once; the longest record fits in many times. */
export const PIECE_BYTES = 4 * MAX_PAYLOAD_BYTES;

/** The file of a segment. */
export const pathOf = (dir: string, segment: number): string => join(dir, `${String(segment).padStart(10, '0')}.log`);

/** Bytes by segment number, oldest first. */
export function listSegments(dir: string): Map<number, number> {
  const numbers = fs
    .readdirSync(dir)
    .flatMap((name) => /^(\d{10})\.log$/.exec(name)?.[1] ?? [])
    .map(Number);
  return new Map(numbers.toSorted((a, b) => a - b).map((each) => [each, fs.statSync(pathOf(dir, each)).size]));
}

/** As many writes as it takes. */
export async function writeWhole(io: JournalIo, fd: number, bytes: Buffer, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) written += await io.write(fd, bytes.subarray(written), at + written);
}

/** Reads the name of this journal, or gives it one. */
export function loadId(dir: string): string {
  // twice: under a new name all that is still here would be shipped once more
  const known = idPaths(dir).map(readId);
  const id = known.find((text) => /^[0-9a-f]{16}$/.test(text)) ?? randomBytes(8).toString('hex');
  keepId(dir, id);
  return id;
}

/** Writes the name down where it is missing or another. */
export function keepId(dir: string, id: string): void {
  for (const path of idPaths(dir)) if (readId(path) !== id) fs.writeFileSync(path, id, { mode: 0o600, flush: true });
}

const idPaths = (dir: string): string[] => ['id', 'id.copy'].map((name) => join(dir, name));
const readId = (path: string): string => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8').trim() : '');

/** Reads up to `length` bytes of a file. */
export async function readPiece(path: string, at: number, length: number): Promise<Buffer> {
  const file = await openFile(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Cuts off what lies behind the last sound record: what a crash left of a group, and the zeros that were written ahead.
 * @returns the length of what is left
 */
export async function cutToRecords(path: string, log: Log): Promise<number> {
  const file = await openFile(path, 'r+');
  try {
    const { size } = await file.stat();
    const written = await endOfBytes(file, size);
    let [at, good] = [0, 0];
    while (at < written) {
      const piece = await readPiece(path, at, Math.min(PIECE_BYTES, size - at));
      const { payloads, consumed } = parseRecords(piece, at + piece.length >= size);
      good = payloads.length > 0 ? at + payloads.at(-1)!.end : good;
      at += consumed;
    }
    if (good < written) log.warn({ path, cutBytes: written - good }, 'journal: the torn tail of a segment was cut off');
    if (good < size) {
      await file.truncate(good);
      await file.sync();
    }
    return good;
  } finally {
    await file.close();
  }
}

const ZEROS = Buffer.alloc(64 * 1024);

/** A segment that was sealed by a process that died in the middle of it still has its zeros. */
export async function hasZerosBehind(path: string, size: number): Promise<boolean> {
  const tail = await readPiece(path, Math.max(0, size - HEADER_BYTES), HEADER_BYTES);
  return tail.length > 0 && isZero(tail);
}

/** Where the zeros at the end of a file begin. */
async function endOfBytes(file: FileHandle, size: number): Promise<number> {
  const piece = Buffer.allocUnsafe(ZEROS.length);
  for (let end = size; end > 0; end -= piece.length) {
    const from = Math.max(0, end - piece.length);
    const { bytesRead } = await file.read(piece, 0, end - from, from);
    const read = piece.subarray(0, bytesRead);
    if (!isZero(read)) return from + read.findLastIndex((byte) => byte !== 0) + 1;
  }
  return 0;
}

const isZero = (bytes: Buffer): boolean => bytes.equals(ZEROS.subarray(0, bytes.length));

/** The real disk. */
export const diskIo: JournalIo = {
  open: (path, flags) => openFile(path, flags, 0o600),
  write: (fd, bytes, at) =>
    new Promise((resolve, reject) => {
      fs.write(fd, bytes, 0, bytes.length, at, (error, written) => (error ? reject(error) : resolve(written)));
    }),
  ftruncate: (fd, length) =>
    new Promise((resolve, reject) => {
      fs.ftruncate(fd, length, (error) => (error ? reject(error) : resolve()));
    }),
  rename,
  remove: (path) => rm(path, { force: true }),
  async syncDir(dir) {
    const folder = await openFile(dir, 'r');
    await folder.sync().finally(() => folder.close());
  },
};
