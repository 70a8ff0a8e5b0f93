import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRoom } from '../disk-room.ts';
import { SEGMENT_FLAGS, type JournalIo } from './files.ts';
import type { Log } from '../log.ts';

/**
 * Room on the disk that is kept for the journal: files of zeros, each of which becomes a segment when the disk takes no more. Who
 * writes over zeros needs no new room, and nobody else can take it meanwhile.
 */
export type Reserve = {
  /** How much of it lies ready, and how much shall. */
  state(): { bytes: number; wantedBytes: number };
  /** A piece was taken, and since then the disk had no room to replace it. */
  isInUse(): boolean;
  /** Hands a piece over under the name of a segment; the caller syncs the folder. Undefined: it is used up. */
  take(path: string): Promise<FileHandle | undefined>;
  close(): Promise<void>;
};

type Options = {
  dir: string;
  log: Log;
  io: JournalIo;
  segmentBytes: number;
  /** 0: nothing is kept. */
  wantedBytes: number;
  /** Free bytes of the disk. */
  readFree?: () => Promise<number>;
};

type Piece = { path: string; bytes: number };

const STEP_BYTES = 1024 * 1024;
/** A step at a time, so that redirects never wait for long behind it: 256 MB are there after half a minute. */
const STEP_PAUSE_MS = 125;
const NO_ROOM_PAUSE_MS = 2000;
const NAME = /^reserve-\d{4}\.zeros$/;

/** Goes on with what an earlier run left, and fills it up in the background for as long as it is open. */
export function openReserve({
  dir,
  log,
  io,
  segmentBytes,
  wantedBytes,
  readFree = async () => (await readRoom(dir)).freeBytes,
}: Options): Reserve {
  const pieceBytes = Math.min(segmentBytes, wantedBytes);
  const count = pieceBytes === 0 ? 0 : Math.ceil(wantedBytes / pieceBytes);
  const pieces = Array.from({ length: count }, (_, n): Piece => {
    const path = join(dir, `reserve-${String(n).padStart(4, '0')}.zeros`);
    const bytes = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return { path, bytes: Math.min(bytes, pieceBytes) };
  });
  for (const name of fs.readdirSync(dir).filter((one) => NAME.test(one)))
    if (!pieces.some(({ path }) => path === join(dir, name))) fs.rmSync(join(dir, name));
  const zeros = Buffer.alloc(Math.min(STEP_BYTES, pieceBytes));
  const closing = new AbortController();
  let isInUse = false;
  let step: Promise<boolean> | undefined;

  /** @returns whether there was room */
  async function fillOne(piece: Piece): Promise<boolean> {
    const length = Math.min(zeros.length, pieceBytes - piece.bytes);
    try {
      // the last of the disk is left to those who cannot do without, such as the database
      if ((await readFree()) < length + wantedBytes / 4) return false;
      const file = await io.open(piece.path, SEGMENT_FLAGS);
      try {
        piece.bytes += await io.write(file.fd, zeros.subarray(0, length), piece.bytes);
      } finally {
        await file.close();
      }
      isInUse = false;
      return true;
    } catch (error) {
      log.warn({ err: error }, 'journal: its reserve could not be filled');
      return false;
    }
  }

  const wait = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);

  async function keepFull(): Promise<void> {
    while (!closing.signal.aborted) {
      const short = pieces.find(({ bytes }) => bytes < pieceBytes);
      step = short && fillOne(short);
      await wait((await step) === true ? STEP_PAUSE_MS : NO_ROOM_PAUSE_MS);
    }
  }
  const filling = count === 0 ? undefined : wait(STEP_PAUSE_MS).then(keepFull);

  return {
    state: () => ({ bytes: pieces.reduce((sum, { bytes }) => sum + bytes, 0), wantedBytes }),
    isInUse: () => isInUse,
    async take(path) {
      await step;
      const piece = pieces.find(({ bytes }) => bytes === pieceBytes) ?? pieces.find(({ bytes }) => bytes > 0);
      if (!piece) return undefined;
      isInUse = true;
      const file = await io.open(piece.path, SEGMENT_FLAGS);
      await io.rename(piece.path, path);
      piece.bytes = 0;
      return file;
    },
    async close() {
      closing.abort();
      await step;
      await filling;
    },
  };
}
