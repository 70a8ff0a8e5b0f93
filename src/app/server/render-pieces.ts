import { constants, crc32, deflateRawSync } from 'node:zlib';

/**
 * A page cut at the places where the token of a view goes. What lies between is kept as bytes, plain and compressed, so that
 * filling a page in is copying. The compressed form is valid gzip: each piece is its own run of deflate blocks, flushed to a
 * byte, each token is a stored block, and the checksum is put together from the checksums of the parts.
 */
export type Pieces = {
  /** @param token ASCII, URL-safe, under 64 KB */
  plain(token: string): Buffer;
  /** The same as one gzip member. The pieces are compressed at the first call. */
  gzip(token: string): Buffer;
};

const STORED_HEADER_BYTES = 5;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block with fixed codes: it ends the stream. */
const LAST_BLOCK = Buffer.from([3, 0]);
const TRAILER_BYTES = 8;

/** @param mark the text that stands for the token, found nowhere else in the page */
export function cutPage(html: string, mark: string): Pieces {
  const pieces = html.split(mark).map((text) => Buffer.from(text, 'utf8'));
  const plainBytes = sum(pieces);
  let packed: Packed[] | undefined;
  return {
    plain(token) {
      const page = Buffer.allocUnsafe(plainBytes + (pieces.length - 1) * token.length);
      let at = 0;
      for (let i = 0; i < pieces.length; i += 1) {
        if (i > 0) at += page.write(token, at, 'latin1');
        page.set(pieces[i]!, at);
        at += pieces[i]!.length;
      }
      return page;
    },
    gzip: (token) => fillGzip((packed ??= pieces.map(pack)), plainBytes, token),
  };
}

type Packed = { bytes: Buffer; crc: number; shift: number };

const pack = (piece: Buffer): Packed => ({
  bytes: deflateRawSync(piece, { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
  crc: crc32(piece),
  shift: shiftBy(piece.length),
});

function fillGzip(packed: Packed[], plainBytes: number, token: string): Buffer {
  const gaps = packed.length - 1;
  const stored = storedBlock(token);
  const tokenCrc = gaps > 0 ? crc32(token) : 0;
  const tokenShift = gaps > 0 ? shiftBy(token.length) : 0;
  const size =
    GZIP_HEADER.length +
    packed.reduce((total, part) => total + part.bytes.length, 0) +
    gaps * stored.length +
    LAST_BLOCK.length +
    TRAILER_BYTES;
  const page = Buffer.allocUnsafe(size);
  page.set(GZIP_HEADER, 0);
  let at = GZIP_HEADER.length;
  let crc = 0;
  for (let i = 0; i < packed.length; i += 1) {
    if (i > 0) {
      page.set(stored, at);
      at += stored.length;
      crc = multiply(tokenShift, crc) ^ tokenCrc;
    }
    const part = packed[i]!;
    page.set(part.bytes, at);
    at += part.bytes.length;
    crc = multiply(part.shift, crc) ^ part.crc;
  }
  page.set(LAST_BLOCK, at);
  at = page.writeUInt32LE(crc >>> 0, at + LAST_BLOCK.length);
  page.writeUInt32LE((plainBytes + gaps * token.length) >>> 0, at);
  return page;
}

function storedBlock(token: string): Buffer {
  const block = Buffer.allocUnsafe(STORED_HEADER_BYTES + token.length);
  block[0] = 0;
  block.writeUInt16LE(token.length, 1);
  block.writeUInt16LE(~token.length & 0xffff, 3);
  block.write(token, STORED_HEADER_BYTES, 'latin1');
  return block;
}

const sum = (buffers: readonly Buffer[]): number => buffers.reduce((total, buffer) => total + buffer.length, 0);

/* CRC-32 as a polynomial over two elements, lowest power in the highest bit. The checksum of two parts in a row is that of the
   first, multiplied by x to the number of bits of the second, plus that of the second. */

const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** The product of two polynomials, reduced. */
function multiply(a: number, b: number): number {
  let product = 0;
  let power = b;
  for (let rest = a; rest !== 0; rest <<= 1) {
    if (rest & ONE) product ^= power;
    power = (power >>> 1) ^ (power & 1 ? POLYNOMIAL : 0);
  }
  return product;
}

/** `SQUARES[k]` is x to the 2^k. */
const SQUARES: number[] = [0x40000000];
for (let k = 1; k < 35; k += 1) SQUARES.push(multiply(SQUARES[k - 1]!, SQUARES[k - 1]!));

/** x to the bits of so many bytes. */
function shiftBy(bytes: number): number {
  let power = ONE;
  for (let rest = bytes, k = 3; rest > 0; rest = Math.floor(rest / 2), k += 1) {
    if (rest % 2 === 1) power = multiply(SQUARES[k]!, power);
  }
  return power;
}
