import type { createDamageList } from './damage.ts';
import { pathOf, PIECE_BYTES, readPiece } from './files.ts';
import { formatPosition, parsePosition } from './position.ts';
import { HEADER_BYTES, MAX_PAYLOAD_BYTES, parseRecords } from './records.ts';

/** A payload and the position behind it: the cursor of who has dealt with it. */
export type JournalRecord = { position: string; payload: string };

type Parts = {
  dir: string;
  /** Synced bytes by segment, oldest first. */
  sizes: ReadonlyMap<number, number>;
  /** The segment that is written to. */
  current(): number;
  damages: Pick<ReturnType<typeof createDamageList>, 'note'>;
};

/** Reads synced records from a position on; what is damaged or gone is stepped over and noted. */
export function createReader({ dir, sizes, current, damages }: Parts) {
  return async function read(position: string, { maxRecords = 5000, maxBytes = PIECE_BYTES } = {}) {
    const segment = current();
    let at = parsePosition(position);
    const oldest = sizes.keys().next().value ?? segment;
    if (at.segment < oldest) at = { segment: oldest, offset: 0 };
    while (at.segment < segment && at.offset >= (sizes.get(at.segment) ?? 0)) {
      if (!sizes.has(at.segment)) damages.note(formatPosition(at), 0);
      at = { segment: at.segment + 1, offset: 0 };
    }
    const size = sizes.get(at.segment) ?? 0;
    if (at.offset >= size) return { records: [], next: formatPosition(at) };
    const length = Math.min(size - at.offset, Math.max(maxBytes, MAX_PAYLOAD_BYTES + HEADER_BYTES));
    const piece = await readPiece(pathOf(dir, at.segment), at.offset, length).catch((error: unknown) => {
      // the one that is written to is brought back
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || at.segment === segment) throw error;
    });
    if (piece === undefined) {
      damages.note(formatPosition(at), size - at.offset);
      return { records: [], next: formatPosition({ segment: at.segment + 1, offset: 0 }) };
    }
    const { payloads, consumed, damaged } = parseRecords(piece, at.offset + length >= size, maxRecords);
    for (const { start, end } of damaged)
      damages.note(formatPosition({ segment: at.segment, offset: at.offset + start }), piece.subarray(start, end));
    const records = payloads.map(({ start, end }) => ({
      position: formatPosition({ segment: at.segment, offset: at.offset + end }),
      payload: piece.toString('utf8', start, end),
    }));
    return { records, next: formatPosition({ segment: at.segment, offset: at.offset + consumed }) };
  };
}
