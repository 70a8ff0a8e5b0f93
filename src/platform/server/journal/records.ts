import { crc32 } from 'node:zlib';

/** Bytes before each payload: its length and its CRC-32, both little-endian. */
export const HEADER_BYTES = 8;

/** The longest payload. A length field above it is damage, never a record. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** Writes header and payload at `at`; the caller has made room. @returns the offset behind the record */
export function putRecord(target: Buffer, at: number, payload: string | Buffer): number {
  const body = at + HEADER_BYTES;
  const length = typeof payload === 'string' ? target.write(payload, body, 'utf8') : payload.copy(target, body);
  target.writeUInt32LE(length, at);
  target.writeUInt32LE(crc32(target.subarray(body, body + length)), at + 4);
  return body + length;
}

/** What a piece of a segment holds: where each whole payload begins and ends, and how far the piece is used up. */
export type Parsed = {
  payloads: { start: number; end: number }[];
  consumed: number;
  /** Stretches that hold no sound record. */
  damaged: { start: number; end: number }[];
};

/**
 * Finds the records in a piece that begins at a record's start. Damage is stepped over to the next sound record: JSON text
 * holds no zero byte, so nothing inside a payload can pass for a length field.
 * @param isLast no bytes follow this piece, so an unfinished record at its end is damage; else it is left for the next piece
 */
export function parseRecords(piece: Buffer, isLast: boolean, maxRecords = Infinity): Parsed {
  const parsed: Parsed = { payloads: [], consumed: 0, damaged: [] };
  while (parsed.consumed < piece.length && parsed.payloads.length < maxRecords) {
    const end = soundEnd(piece, parsed.consumed);
    if (end !== undefined) {
      parsed.payloads.push({ start: parsed.consumed + HEADER_BYTES, end });
      parsed.consumed = end;
      continue;
    }
    if (!isLast && isUnfinished(piece, parsed.consumed)) break;
    const damagedFrom = parsed.consumed;
    do parsed.consumed += 1;
    while (parsed.consumed < piece.length && soundEnd(piece, parsed.consumed) === undefined);
    parsed.damaged.push({ start: damagedFrom, end: parsed.consumed });
  }
  return parsed;
}

function lengthAt(piece: Buffer, at: number): number | undefined {
  if (at + HEADER_BYTES > piece.length) return undefined;
  const length = piece.readUInt32LE(at);
  return length > 0 && length <= MAX_PAYLOAD_BYTES ? length : undefined;
}

function soundEnd(piece: Buffer, at: number): number | undefined {
  const length = lengthAt(piece, at);
  if (length === undefined) return undefined;
  const start = at + HEADER_BYTES;
  const end = start + length;
  if (end > piece.length) return undefined;
  return crc32(piece.subarray(start, end)) === piece.readUInt32LE(at + 4) ? end : undefined;
}

function isUnfinished(piece: Buffer, at: number): boolean {
  if (at + HEADER_BYTES > piece.length) return true;
  const length = lengthAt(piece, at);
  return length !== undefined && at + HEADER_BYTES + length > piece.length;
}
