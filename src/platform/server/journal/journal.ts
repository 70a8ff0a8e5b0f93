import fs from 'node:fs';
import { openPreallocation } from './preallocation.ts';
import { createDamageList, type JournalDamage } from './damage.ts';
import { diskIo, loadId, type JournalIo } from './files.ts';
import { createGroupCommit } from './group-commit.ts';
import { openGuard, readMark } from './guard.ts';
import { comparePositions, formatPosition, parsePosition } from './position.ts';
import { createReader, type JournalRecord } from './reader.ts';
import { openReserve } from './reserve.ts';
import { createSegments, findSegments } from './segments.ts';
import type { Log } from '../log.ts';

type Options = {
  dir: string;
  log: Log;
  segmentBytes?: number;
  /** From so many bytes on, appended since it was opened, segments are written full of zeros ahead of their use. */
  aheadAfterBytes?: number;
  /** Room that is kept on the disk for payloads that somebody waits for; default none. */
  reserveBytes?: number;
  io?: JournalIo;
};

type Depth = {
  unreadBytes: number;
  diskBytes: number;
  segments: number;
  appendedBytes: number;
  droppedLazy: number;
  reserveBytes: number;
  reserveWantedBytes: number;
  isReserveInUse: boolean;
};

/**
 * An append-only file of checksummed payloads, cut into segments. A position is `segment:offset`, the place of the next record
 * to read; it means something only in the journal of the same `id`.
 */
export type Journal = {
  /** Names this journal for ever; cursors kept elsewhere carry it, so that a new data folder never inherits one. */
  readonly id: string;
  /** Resolves when the payload is on disk. @throws AppError 'unavailable' when it could not be written; it is then not stored. */
  append(payload: string | Buffer): Promise<void>;
  /** On disk within a fiftieth of a second; nobody waits. Dropped and counted when memory or the disk is full, before the reserve is touched. */
  appendLazy(payload: string | Buffer): void;
  /** Synced records from a position on, oldest first; `next` is where to go on. */
  read(
    position: string,
    limits?: { maxRecords?: number; maxBytes?: number },
  ): Promise<{ records: JournalRecord[]; next: string }>;
  /** The oldest position that can be read, and the one behind the last synced record. */
  start(): string;
  end(): string;
  /** Deletes the segments that lie wholly below a position. */
  trim(position: string): Promise<void>;
  /** Bytes from a position to the end and bytes of all segments; since the start: bytes appended and lazy payloads dropped; the reserve. */
  depth(position?: string): Depth;
  /** What was stepped over since the start, in no order. */
  damage(): readonly JournalDamage[];
  /** Where an earlier run had come to, when the journal ended before that as it was opened: it was cut, or is an older copy. */
  readonly cutFrom: string | undefined;
  /** Calls back after each group that reached the disk. @returns stops it */
  onGrowth(listener: () => void): () => void;
  /** Writes what waits, then closes. */
  close(): Promise<void>;
};

/** Opens the journal of a folder, making it when absent. A torn tail of the last segment is cut off; sound records are kept. */
export async function openJournal({
  dir,
  log,
  segmentBytes = 16 * 1024 * 1024,
  aheadAfterBytes = 256 * 1024,
  reserveBytes = 0,
  io = diskIo,
}: Options): Promise<Journal> {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  fs.chmodSync(dir, 0o700);
  const id = loadId(dir);
  const found = await findSegments({ dir, log, io });
  const mark = readMark(dir);
  const cutFrom = mark !== undefined && comparePositions(mark, formatPosition(found)) > 0 ? mark : undefined;
  const preallocation = openPreallocation({ dir, log, io, segmentBytes });
  const reserve = openReserve({ dir, log, io, segmentBytes, wantedBytes: reserveBytes });
  const segments = createSegments(found, { dir, id, log, io, segmentBytes, aheadAfterBytes, preallocation, reserve });
  const { sizes, current } = segments;
  const commit = createGroupCommit({ segments, isReserveInUse: reserve.isInUse, log });
  const damages = createDamageList(log);
  const guard = openGuard({
    dir,
    current,
    onGone() {
      segments.noteGone();
      commit.writeNow();
    },
  });

  return {
    id,
    append: commit.append,
    appendLazy: commit.appendLazy,
    read: createReader({ dir, sizes, current: () => current().segment, damages }),
    start: () => formatPosition({ segment: sizes.keys().next().value ?? current().segment, offset: 0 }),
    end: () => formatPosition(current()),
    async trim(position) {
      await segments.removeBelow(parsePosition(position).segment);
    },
    depth(position) {
      const from = position === undefined ? { segment: 0, offset: 0 } : parsePosition(position);
      let [unreadBytes, diskBytes] = [0, 0];
      for (const [each, size] of sizes) {
        diskBytes += size;
        if (each >= from.segment) unreadBytes += each === from.segment ? Math.max(0, size - from.offset) : size;
      }
      const { bytes: readyBytes, wantedBytes } = reserve.state();
      return {
        unreadBytes,
        diskBytes,
        segments: sizes.size,
        appendedBytes: segments.appendedBytes(),
        droppedLazy: commit.droppedLazy(),
        reserveBytes: readyBytes,
        reserveWantedBytes: wantedBytes,
        isReserveInUse: reserve.isInUse(),
      };
    },
    damage: damages.list,
    cutFrom,
    onGrowth: commit.onGrowth,
    async close() {
      if (!(await commit.close())) return;
      await guard.close();
      await preallocation.close();
      await reserve.close();
      await segments.close();
    },
  };
}
