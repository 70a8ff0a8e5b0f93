import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { SEGMENT_FLAGS, type JournalIo } from './files.ts';
import type { Log } from '../log.ts';

/**
 * The file of the next segment, written full of zeros before it is needed. A synced write that changes neither the length nor the
 * extents of a file is a third faster than one that makes it longer, because the file system has nothing to write but the bytes.
 */
export type Preallocation = {
  /** Writes the next zeros, nobody waits; nothing when a step is still under way. @param appendedBytes so far, by the journal */
  grow(appendedBytes: number): void;
  /** How much of it is written. */
  bytes(): number;
  isReady(): boolean;
  /** Hands the file over under the name of a segment; the caller syncs the folder. */
  take(path: string): Promise<FileHandle>;
  /** Gives its space to the journal; it is not tried again before one more segment has been appended. */
  giveUp(appendedBytes: number): Promise<void>;
  close(): Promise<void>;
};

type Options = { dir: string; log: Log; io: JournalIo; segmentBytes: number };

/** Small, so that a group never waits for long behind it on the disk. */
const STEP_BYTES = 1024 * 1024;

/** Goes on with the file that an earlier run left. */
export function openPreallocation({ dir, log, io, segmentBytes }: Options): Preallocation {
  const path = join(dir, 'ahead.zeros');
  const zeros = Buffer.alloc(Math.min(STEP_BYTES, segmentBytes));
  let size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let file: FileHandle | undefined;
  let step: Promise<void> | undefined;
  let notBefore = 0;

  async function writeStep(appendedBytes: number): Promise<void> {
    try {
      file ??= await io.open(path, SEGMENT_FLAGS);
      size += await io.write(file.fd, zeros.subarray(0, segmentBytes - size), size);
    } catch (error) {
      log.warn({ err: error }, 'journal: no segment could be written ahead');
      await remove(appendedBytes);
    }
  }

  async function remove(appendedBytes: number): Promise<void> {
    notBefore = appendedBytes + segmentBytes;
    const old = file;
    [file, size] = [undefined, 0];
    await old?.close().catch(() => undefined);
    await io.remove(path).catch(() => undefined);
  }

  return {
    grow(appendedBytes) {
      if (step !== undefined || size >= segmentBytes || appendedBytes < notBefore) return;
      step = writeStep(appendedBytes).finally(() => {
        step = undefined;
      });
    },
    bytes: () => size,
    isReady: () => size >= segmentBytes && step === undefined,
    async take(segmentPath) {
      const taken = file ?? (await io.open(path, SEGMENT_FLAGS));
      file = taken;
      await io.rename(path, segmentPath);
      [file, size] = [undefined, 0];
      return taken;
    },
    async giveUp(appendedBytes) {
      await step;
      await remove(appendedBytes);
    },
    async close() {
      await step;
      await file?.close();
    },
  };
}
