import type { FileHandle } from 'node:fs/promises';
import { writeWhole, type JournalIo } from './files.ts';
import { putBack, standsUnderName, type Current } from './guard.ts';
import type { Log } from '../log.ts';

/** The segment that is written to; the next one takes its place. */
export type OpenSegment = {
  current(): Current;
  /** Zeros follow its records. */
  isFilled(): boolean;
  /** A write into it failed: something may lie behind its records. */
  noteTorn(): void;
  /** The file is no longer there under its name. */
  noteGone(): void;
  isSound(): boolean;
  /** Brings back what is gone and cuts off what is torn. */
  mend(): Promise<void>;
  /** Behind its records; they count as such once all of them are on disk. */
  write(bytes: Buffer): Promise<void>;
  /** Takes away what lies behind its records. */
  cutBack(): Promise<void>;
  /** Once it is closed, nobody can bring back what was taken away since the last look. */
  beforeItCloses(): Promise<void>;
  /** @param opened the file of the next segment, under its name */
  goOnIn(opened: FileHandle, isFilledAhead: boolean): Promise<void>;
  close(): Promise<void>;
};

/** @param id of the journal. @param sizes synced bytes by segment, kept as they are here */
type Parts = { dir: string; id: string; log: Log; io: JournalIo; sizes: Map<number, number> };

export function createOpenSegment(last: Current, { dir, id, log, io, sizes }: Parts): OpenSegment {
  let { file, segment, offset } = last;
  let isTorn = false;
  let isFilled = false;
  let isGone = false;

  async function bringBack(): Promise<void> {
    const opened = await putBack(dir, id, { file, segment, offset }, io);
    await file.close();
    file = opened;
    [isGone, isTorn, isFilled] = [false, false, false];
    log.error({ segment, bytes: offset }, 'journal: the segment was taken away under us and is written down again');
  }

  async function cutBack(): Promise<void> {
    await io.ftruncate(file.fd, offset);
    isTorn = false;
    isFilled = false;
  }

  async function beforeItCloses(): Promise<void> {
    if (!(await standsUnderName(dir, { file, segment, offset }))) await bringBack();
  }

  return {
    current: () => ({ file, segment, offset }),
    isFilled: () => isFilled,
    noteTorn() {
      isTorn = true;
    },
    noteGone() {
      isGone = true;
    },
    isSound: () => !isGone && !isTorn,
    async mend() {
      if (isGone) await bringBack();
      if (isTorn) await cutBack();
    },
    async write(bytes) {
      await writeWhole(io, file.fd, bytes, offset);
      offset += bytes.length;
      sizes.set(segment, offset);
    },
    cutBack,
    beforeItCloses,
    async goOnIn(opened, isFilledAhead) {
      await io.syncDir(dir).catch(async (error: unknown) => {
        await opened.close();
        throw error;
      });
      await file.close();
      file = opened;
      isFilled = isFilledAhead;
      segment += 1;
      offset = 0;
      sizes.set(segment, 0);
    },
    async close() {
      await beforeItCloses().catch((error: unknown) => log.error({ err: error }, 'journal: the last segment is lost'));
      if (isFilled) await cutBack();
      await file.close();
    },
  };
}
