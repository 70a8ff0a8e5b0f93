import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { sha256Of, type Place } from './place.ts';

/** Some of a backup: its name in the place, and how many bytes lie there. */
export type Piece = { sha256: string; bytes: number };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** Three: what more saves costs several times the time. Equal bytes make equal pieces. */
const HOW = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** A piece holds so many bytes before it is compressed, and one line more at most. */
const PIECE_BYTES = 4 * 1024 * 1024;
const AT_ONCE = 4;

/** What was written so far; `reused` of `bytes` lay there already. */
export type Written = { pieces: number; bytes: number; reusedBytes: number };

/** Puts pieces into a place, a few at once. */
export function createPieceWriter(place: Place) {
  const written: Written = { pieces: 0, bytes: 0, reusedBytes: 0 };
  const running = new Set<Promise<unknown>>();

  async function put(bytes: Uint8Array): Promise<Piece> {
    const piece = { sha256: sha256Of(bytes), bytes: bytes.length };
    if (await place.hasPiece(piece.sha256, piece.bytes)) written.reusedBytes += piece.bytes;
    else await place.putPiece(piece.sha256, bytes);
    written.pieces += 1;
    written.bytes += piece.bytes;
    return piece;
  }

  /** Waits for its turn, not for its end. */
  async function begin<T>(work: () => Promise<T>): Promise<{ done: Promise<T> }> {
    while (running.size >= AT_ONCE) await Promise.race(running);
    const done = work();
    const mark = done.then(
      () => void running.delete(mark),
      () => void running.delete(mark),
    );
    running.add(mark);
    done.catch(() => undefined);
    return { done };
  }

  return {
    written,
    /** What an earlier backup made, when all of it lies there as it was written. @returns false when some of it does not, and counts nothing */
    async reuse(pieces: readonly Piece[]): Promise<boolean> {
      const checks: Promise<boolean>[] = [];
      for (const { sha256, bytes } of pieces) checks.push((await begin(() => place.hasPiece(sha256, bytes))).done);
      if (!(await Promise.all(checks)).every(Boolean)) return false;
      const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
      written.pieces += pieces.length;
      written.bytes += bytes;
      written.reusedBytes += bytes;
      return true;
    },
    /** As they are: what is compressed already. @returns resolves with its turn, `done` with its end */
    raw: (bytes: Uint8Array) => begin(() => put(bytes)),
    /** Text that is cut at the ends of its lines, and compressed. */
    lines() {
      const pieces: Promise<Piece>[] = [];
      let [waiting, size]: [Uint8Array[], number] = [[], 0];

      async function cut(): Promise<void> {
        const bytes = Buffer.concat(waiting);
        [waiting, size] = [[], 0];
        pieces.push((await begin(async () => put(await compress(bytes, HOW)))).done);
      }

      return {
        /** @param bytes end with a line, or go on with the next call */
        async add(bytes: Uint8Array): Promise<void> {
          let rest = bytes;
          while (size + rest.length >= PIECE_BYTES) {
            const end = rest.indexOf(LINE, Math.max(0, PIECE_BYTES - size - 1));
            if (end === -1) break;
            waiting.push(rest.subarray(0, end + 1));
            rest = rest.subarray(end + 1);
            await cut();
          }
          if (rest.length === 0) return;
          waiting.push(rest);
          size += rest.length;
        },
        async end(): Promise<Piece[]> {
          if (size > 0) await cut();
          return Promise.all(pieces);
        },
      };
    },
  };
}

const LINE = 10;

export type PieceWriter = ReturnType<typeof createPieceWriter>;

/** @param of whose piece it is, for the message @throws Error when it is not what was written */
export async function readRaw(place: Place, { sha256, bytes }: Piece, of: string): Promise<Uint8Array> {
  const found = await place.getPiece(sha256);
  const why =
    found === undefined
      ? 'is missing'
      : found.length !== bytes
        ? `has ${found.length} bytes instead of ${bytes}`
        : sha256Of(found) === sha256
          ? undefined
          : 'is not what was written';
  if (why === undefined) return found!;
  throw new Error(
    `The backup is damaged: the piece ${sha256} of ${of} ${why}. Take another backup, or bring this file back from a copy of the place.`,
  );
}

/** The text of a piece of lines. @throws as `readRaw` does */
export const readLines = async (place: Place, piece: Piece, of: string): Promise<Buffer> =>
  decompress(await readRaw(place, piece, of));
