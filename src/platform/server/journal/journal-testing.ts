import fs from 'node:fs';
import { join } from 'node:path';
import { diskIo, type JournalIo } from './files.ts';
import type { Journal } from './journal.ts';

/** The path of the segment that is written to. */
export const lastSegment = (dir: string): string =>
  join(
    dir,
    fs
      .readdirSync(dir)
      .filter((name) => name.endsWith('.log'))
      .toSorted()
      .at(-1)!,
  );

/** Every payload from a position on, read a few at a time. */
export async function readAll(journal: Journal, from = journal.start(), maxRecords = 7): Promise<string[]> {
  const payloads: string[] = [];
  for (let at = from; ;) {
    const { records, next } = await journal.read(at, { maxRecords });
    payloads.push(...records.map((record) => record.payload));
    if (records.length === 0 && next === at) return payloads;
    at = next;
  }
}

/** A disk on which the test decides what the next calls do. */
export function brittleIo(): JournalIo & { failing: 'no' | 'at once' | 'half-way' } {
  const io = {
    ...diskIo,
    failing: 'no' as 'no' | 'at once' | 'half-way',
    write(fd: number, bytes: Buffer, at: number): Promise<number> {
      const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      if (io.failing === 'at once') return Promise.reject(full);
      if (io.failing === 'half-way') {
        io.failing = 'at once';
        return Promise.resolve(fs.writeSync(fd, bytes, 0, Math.ceil(bytes.length / 2), at));
      }
      return Promise.resolve(fs.writeSync(fd, bytes, 0, bytes.length, at));
    },
    ftruncate: (fd: number, length: number) => Promise.resolve(fs.ftruncateSync(fd, length)),
  };
  return io;
}

/** A disk of a size: over what is written is written again, and what goes beyond needs room that may be given or taken. */
export function smallDiskIo(dir: string): JournalIo & { sizeBytes: number; freeBytes(): number } {
  const used = (): number =>
    fs
      .readdirSync(dir)
      .reduce((sum, name) => sum + (fs.statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  const io = {
    ...diskIo,
    sizeBytes: Number.POSITIVE_INFINITY,
    freeBytes: () => Math.max(0, io.sizeBytes - used()),
    write(fd: number, bytes: Buffer, at: number): Promise<number> {
      const room = fs.fstatSync(fd).size - at + io.freeBytes();
      if (room <= 0) return Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
      return Promise.resolve(fs.writeSync(fd, bytes, 0, Math.min(bytes.length, room), at));
    },
    ftruncate: (fd: number, length: number) => Promise.resolve(fs.ftruncateSync(fd, length)),
  };
  return io;
}
