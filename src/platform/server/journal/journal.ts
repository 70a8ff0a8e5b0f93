import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { isDiskFull } from '../disk-room.ts';
import { openAhead } from './ahead.ts';
import { createDamageList, type JournalDamage } from './damage.ts';
import {
  cutToRecords,
  diskIo,
  hasZerosBehind,
  listSegments,
  loadId,
  pathOf,
  SEGMENT_FLAGS,
  type JournalIo,
} from './files.ts';
import { FIRST_GROUP_BYTES, grown, newGroup, type Group } from './groups.ts';
import { openGuard, putBack, readMark, standsUnderName } from './guard.ts';
import { comparePositions, formatPosition, parsePosition } from './position.ts';
import { createReader, type JournalRecord } from './reader.ts';
import { HEADER_BYTES, MAX_PAYLOAD_BYTES, putRecord } from './records.ts';
import { openReserve } from './reserve.ts';
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

const MAX_GROUP_BYTES = 16 * 1024 * 1024;
const MAX_LAZY_BYTES = 2 * 1024 * 1024;
/** How long payloads that nobody waits for gather: a write for each of them would cost more than they do. */
const LAZY_MS = 20;
const SAY_EVERY_MS = 10_000;

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
  const sizes = listSegments(dir);
  let segment = [...sizes.keys()].at(-1) ?? 1;
  let file = await io.open(pathOf(dir, segment), SEGMENT_FLAGS);
  for (const [each, size] of sizes)
    if (each === segment || (await hasZerosBehind(pathOf(dir, each), size)))
      sizes.set(each, await cutToRecords(pathOf(dir, each), log));
  let offset = sizes.get(segment) ?? 0;
  sizes.set(segment, offset);
  await io.syncDir(dir);
  const mark = readMark(dir);
  const cutFrom =
    mark !== undefined && comparePositions(mark, formatPosition({ segment, offset })) > 0 ? mark : undefined;
  const ahead = openAhead({ dir, log, io, segmentBytes });
  const reserve = openReserve({ dir, log, io, segmentBytes, wantedBytes: reserveBytes });

  let gathering = newGroup();
  let spare = newGroup();
  let pumping: Promise<void> | undefined;
  let pumpingSoon: NodeJS.Timeout | undefined;
  let isTorn = false;
  /** Zeros follow the records of the current segment. */
  let isFilled = false;
  /** The file that is written to is no longer there under its name. */
  let isGone = false;
  let isClosed = false;
  let saidAtMs = -Infinity;
  let droppedLazy = 0;
  let appendedBytes = 0;
  const listeners = new Set<() => void>();
  const damages = createDamageList(log);
  const guard = openGuard({
    dir,
    current: () => ({ file, segment, offset }),
    onGone() {
      isGone = true;
      if (!isClosed) pumpNow();
    },
  });

  function put(payload: string | Buffer, maxBytes: number): boolean {
    const length = Buffer.byteLength(payload);
    if (length === 0 || length > MAX_PAYLOAD_BYTES) throw new AppError('payload_too_large', 'The event is too large.');
    const needed = gathering.used + HEADER_BYTES + length;
    if (needed > maxBytes) return false;
    if (needed > gathering.bytes.length) gathering.bytes = grown(gathering, needed);
    gathering.used = putRecord(gathering.bytes, gathering.used, payload);
    return true;
  }

  function pumpNow(): void {
    clearTimeout(pumpingSoon);
    pumpingSoon = undefined;
    pumping ??= pump();
  }

  function pumpSoon(): void {
    if (pumping === undefined) pumpingSoon ??= setTimeout(pumpNow, LAZY_MS);
  }

  async function pump(): Promise<void> {
    await nextTurn(); // lets every request of this turn of the loop join the group
    let tell = (): void => undefined;
    for (let isFirst = true; isFirst || isAwaited(gathering); isFirst = false) {
      const group = gathering;
      gathering = spare;
      const writing = write(group);
      tell(); // those who waited for the group before go on while the disk is at work again
      tell = await writing;
      spare =
        group.bytes.length > FIRST_GROUP_BYTES * 4
          ? newGroup()
          : { bytes: group.bytes, used: 0, lazy: 0, done: undefined };
      if (gathering.used === 0) await nextTurn();
    }
    pumping = undefined;
    if (gathering.used > 0) pumpSoon();
    tell();
  }

  const isAwaited = (group: Group): boolean => group.done !== undefined || (isClosed && group.used > 0);

  /** @returns what tells those who wait for the group how it went */
  async function write(group: Group): Promise<() => void> {
    const { used, done } = group;
    try {
      await putDown(group);
      offset += used;
      appendedBytes += used;
      sizes.set(segment, offset);
      if (isAheadWanted()) ahead.grow(appendedBytes);
      return () => {
        done?.resolve();
        for (const listener of listeners) listener();
      };
    } catch (cause) {
      droppedLazy += group.lazy;
      sayRefused(cause);
      await cutBack().catch(() => undefined); // tried again before the next write
      return () => done?.reject(new AppError('unavailable', 'The event could not be written to disk.', { cause }));
    }
  }

  /** A line for each group would fill what is left of a full disk. */
  function sayRefused(cause: unknown): void {
    if (performance.now() - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = performance.now();
    log.error({ err: cause, segment, offset }, 'journal: groups could not be written');
  }

  /** On a full disk into the room that is kept for it, if somebody waits for the group. */
  async function putDown({ bytes, used, done }: Group): Promise<void> {
    for (;;) {
      try {
        if (isGone) await bringBack();
        if (isTorn) await cutBack();
        if (offset >= segmentBytes || (!isFilled && ahead.isReady())) await rotate();
        let written = 0;
        while (written < used) written += await io.write(file.fd, bytes, written, used - written, offset + written);
        return;
      } catch (error) {
        isTorn = true;
        const freedBytes = ahead.bytes();
        await ahead.giveUp(appendedBytes);
        if (done === undefined || !isDiskFull(error)) throw error;
        if (freedBytes === 0 && !(await goOnInReserve())) throw error;
      }
    }
  }

  /** In a filled segment the next one is filled twice as fast as this one is used up, so that the disk is not taken by storm. */
  function isAheadWanted(): boolean {
    return appendedBytes >= aheadAfterBytes && (!isFilled || ahead.bytes() < 2 * offset);
  }

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

  /** Once it is closed, nobody can bring back what was taken away since the last look. */
  async function beforeItCloses(): Promise<void> {
    if (!(await standsUnderName(dir, { file, segment, offset }))) await bringBack();
  }

  async function rotate(): Promise<void> {
    await beforeItCloses();
    const next = pathOf(dir, segment + 1);
    const isReady = ahead.isReady();
    if (isFilled) await cutBack();
    await goOnIn(isReady ? await ahead.take(next) : await io.open(next, SEGMENT_FLAGS | fs.constants.O_TRUNC), isReady);
  }

  /** @returns false when nothing is left of it */
  async function goOnInReserve(): Promise<boolean> {
    await beforeItCloses();
    await cutBack();
    const piece = await reserve.take(pathOf(dir, segment + 1));
    if (piece) await goOnIn(piece, true);
    return piece !== undefined;
  }

  /** @param opened the file of the next segment, under its name */
  async function goOnIn(opened: FileHandle, isFilledAhead: boolean): Promise<void> {
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
  }

  return {
    id,
    append(payload) {
      if (isClosed) return Promise.reject(new AppError('unavailable', 'The journal is closed.'));
      if (!put(payload, MAX_GROUP_BYTES)) return Promise.reject(new AppError('unavailable', 'The journal is busy.'));
      gathering.done ??= Promise.withResolvers();
      pumpNow();
      return gathering.done.promise;
    },
    appendLazy(payload) {
      if (isClosed || reserve.isInUse() || !put(payload, MAX_LAZY_BYTES)) droppedLazy += 1;
      else {
        gathering.lazy += 1;
        pumpSoon();
      }
    },
    read: createReader({ dir, sizes, current: () => segment, damages }),
    start: () => formatPosition({ segment: sizes.keys().next().value ?? segment, offset: 0 }),
    end: () => formatPosition({ segment, offset }),
    async trim(position) {
      const below = parsePosition(position).segment;
      for (const old of [...sizes.keys()].filter((each) => each < below && each < segment)) {
        await io.remove(pathOf(dir, old));
        sizes.delete(old);
      }
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
        appendedBytes,
        droppedLazy,
        reserveBytes: readyBytes,
        reserveWantedBytes: wantedBytes,
        isReserveInUse: reserve.isInUse(),
      };
    },
    damage: damages.list,
    cutFrom,
    onGrowth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (gathering.used > 0) pumpNow();
      await pumping;
      await guard.close();
      await ahead.close();
      await reserve.close();
      await beforeItCloses().catch((error: unknown) => log.error({ err: error }, 'journal: the last segment is lost'));
      if (isFilled) await cutBack();
      await file.close();
    },
  };
}
