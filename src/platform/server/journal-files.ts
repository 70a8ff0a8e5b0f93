import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_PAYLOAD_BYTES, parseRecords } from './journal-records.ts';
import type { Log } from './log.ts';

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

/** A new entry of a folder survives a power cut only when the folder itself is synced. */
export function syncDir(dir: string): void {
  const fd = fs.openSync(dir, 'r');
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}

/** Reads the name of this journal, or gives it one. */
export function loadId(dir: string): string {
  const path = join(dir, 'id');
  if (fs.existsSync(path)) {
    const id = fs.readFileSync(path, 'utf8').trim();
    if (/^[0-9a-f]{16}$/.test(id)) return id;
  }
  const id = randomBytes(8).toString('hex');
  fs.writeFileSync(path, id, { mode: 0o600, flush: true });
  return id;
}

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

/** Cuts off what a crash left behind the last sound record. @returns the length of what is left */
export async function cutTornTail(fd: number, path: string, log: Log): Promise<number> {
  const size = fs.fstatSync(fd).size;
  let [at, good] = [0, 0];
  while (at < size) {
    const piece = await readPiece(path, at, Math.min(PIECE_BYTES, size - at));
    const { payloads, consumed } = parseRecords(piece, at + piece.length >= size);
    good = payloads.length > 0 ? at + payloads.at(-1)!.end : good;
    at += consumed;
  }
  if (good < size) {
    log.warn({ path, cutBytes: size - good }, 'journal: the torn tail of the last segment was cut off');
    fs.ftruncateSync(fd, good);
    fs.fsyncSync(fd);
  }
  return good;
}
