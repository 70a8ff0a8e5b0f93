import fs from 'node:fs';
import { isDiskFull } from '../disk-room.ts';
import type { Preallocation } from './preallocation.ts';
import { cutToRecords, hasZerosBehind, listSegments, pathOf, SEGMENT_FLAGS, type JournalIo } from './files.ts';
import type { Group } from './groups.ts';
import type { Current } from './guard.ts';
import { createOpenSegment } from './open-segment.ts';
import type { Reserve } from './reserve.ts';
import type { Log } from '../log.ts';

/** The segments of a journal. The last one is written to, until it is full or the disk takes no more. */
export type Segments = {
  /** Synced bytes by segment, oldest first. */
  readonly sizes: ReadonlyMap<number, number>;
  current(): Current;
  /** Since the start. */
  appendedBytes(): number;
  /** On a full disk into the room that is kept for it, if somebody waits for the group. @throws Error when it is not stored */
  append(group: Group): Promise<void>;
  /** Takes away what a write that failed left behind the last stored group. */
  cutBack(): Promise<void>;
  /** The file that is written to is no longer there under its name: the next write brings it back. */
  noteGone(): void;
  /** Deletes those before a segment; the one that is written to stays. */
  removeBelow(segment: number): Promise<void>;
  close(): Promise<void>;
};

type Found = Current & { sizes: Map<number, number> };

type Parts = {
  dir: string;
  /** Of the journal. */
  id: string;
  log: Log;
  io: JournalIo;
  segmentBytes: number;
  aheadAfterBytes: number;
  preallocation: Preallocation;
  reserve: Reserve;
};

/** What an earlier run left, torn tails cut off; a first segment where there is none. */
export async function findSegments({ dir, log, io }: Pick<Parts, 'dir' | 'log' | 'io'>): Promise<Found> {
  const sizes = listSegments(dir);
  const segment = [...sizes.keys()].at(-1) ?? 1;
  const file = await io.open(pathOf(dir, segment), SEGMENT_FLAGS);
  for (const [each, size] of sizes)
    if (each === segment || (await hasZerosBehind(pathOf(dir, each), size)))
      sizes.set(each, await cutToRecords(pathOf(dir, each), log));
  const offset = sizes.get(segment) ?? 0;
  sizes.set(segment, offset);
  await io.syncDir(dir);
  return { sizes, segment, file, offset };
}

/** Goes on behind what was found. */
export function createSegments(found: Found, parts: Parts): Segments {
  const { dir, id, log, io, segmentBytes, aheadAfterBytes, preallocation, reserve } = parts;
  const { sizes } = found;
  const open = createOpenSegment(found, { dir, id, log, io, sizes });
  let appendedBytes = 0;

  async function putDown({ bytes, used, done }: Group): Promise<void> {
    for (;;) {
      try {
        if (!open.isSound()) await open.mend();
        if (open.current().offset >= segmentBytes || (!open.isFilled() && preallocation.isReady())) await rotate();
        await open.write(bytes.subarray(0, used));
        return;
      } catch (error) {
        open.noteTorn();
        const freedBytes = preallocation.bytes();
        await preallocation.giveUp(appendedBytes);
        if (done === undefined || !isDiskFull(error)) throw error;
        if (freedBytes === 0 && !(await goOnInReserve())) throw error;
      }
    }
  }

  /** In a filled segment the next one is filled twice as fast as this one is used up, so that the disk is not taken by storm. */
  function isAheadWanted(): boolean {
    return appendedBytes >= aheadAfterBytes && (!open.isFilled() || preallocation.bytes() < 2 * open.current().offset);
  }

  const pathOfNext = (): string => pathOf(dir, open.current().segment + 1);

  async function rotate(): Promise<void> {
    await open.beforeItCloses();
    const next = pathOfNext();
    const isReady = preallocation.isReady();
    if (open.isFilled()) await open.cutBack();
    const opened = isReady ? await preallocation.take(next) : await io.open(next, SEGMENT_FLAGS | fs.constants.O_TRUNC);
    await open.goOnIn(opened, isReady);
  }

  /** @returns false when nothing is left of it */
  async function goOnInReserve(): Promise<boolean> {
    await open.beforeItCloses();
    await open.cutBack();
    const piece = await reserve.take(pathOfNext());
    if (piece) await open.goOnIn(piece, true);
    return piece !== undefined;
  }

  return {
    sizes,
    current: open.current,
    appendedBytes: () => appendedBytes,
    async append(group) {
      await putDown(group);
      appendedBytes += group.used;
      if (isAheadWanted()) preallocation.grow(appendedBytes);
    },
    cutBack: open.cutBack,
    noteGone: open.noteGone,
    async removeBelow(segment) {
      const last = open.current().segment;
      for (const old of [...sizes.keys()].filter((each) => each < segment && each < last)) {
        await io.remove(pathOf(dir, old));
        sizes.delete(old);
      }
    },
    close: open.close,
  };
}
