import { randomBytes } from 'node:crypto';
import { constants, crc32, deflateRawSync, gunzipSync } from 'node:zlib';

/**
 * A page cut at the places where the token of a view goes, so that filling it in is copying bytes. Compressed, it is valid gzip
 * put together from parts that were compressed before the token was known:
 *
 * - tight, for lengths of tokens that come often: the token is a stored block where it stands first, and the rest of the page,
 *   compressed once with a stand-in of the same length, points back to it;
 * - loose, for any other length: each piece is its own run of blocks, and the token a stored block in each place.
 *
 * The checksum is put together from the checksums of the parts.
 */
export type Pieces = {
  /** @param token ASCII, URL-safe, under 64 KB */
  plain(token: string): Buffer;
  /** The same as one gzip member. */
  gzip(token: string): Buffer;
  /** The same bytes as `plain` or `gzip` gives, in memory that is used again: a page that is asked for often costs its tokens only. */
  lend(token: string, form: 'plain' | 'gzip'): Lent;
};

/** Whoever borrows may give it back, once, when nobody reads the bytes any more; what is not given back is garbage. */
export type Lent = { body: Buffer; giveBack(): void };

const STORED_HEADER_BYTES = 5;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block with fixed codes: it ends the stream. */
const LAST_BLOCK = Buffer.from([3, 0]);
const TRAILER_BYTES = 8;
const WINDOW_BYTES = 32 * 1024;
/** The most lengths of tokens that one page is compressed for tightly. */
const MAX_TIGHT = 24;
/** The most filled pages of one form that lie ready to be filled again. */
const MAX_FREE = 64;
const LETTER_A = 97;

/** @param mark the text that stands for the token, found nowhere else in the page */
export function cutPage(html: string, mark: string): Pieces {
  const pieces = html.split(mark).map((text) => Buffer.from(text, 'utf8'));
  const plainBytes = pieces.reduce((total, piece) => total + piece.length, 0);
  const sums = pieces.map((piece) => ({ crc: crc32(piece), shift: shiftBy(piece.length) }));
  const seen = new Set<number>();
  const tight = new Map<number, Tight | undefined>();
  let loose: Buffer[] | undefined;

  function plain(token: string): Buffer {
    const page = Buffer.allocUnsafe(plainBytes + (pieces.length - 1) * token.length);
    let at = 0;
    for (let i = 0; i < pieces.length; i += 1) {
      if (i > 0) at += page.write(token, at, 'latin1');
      page.set(pieces[i]!, at);
      at += pieces[i]!.length;
    }
    return page;
  }

  function trailer(token: string): Buffer {
    const end = Buffer.allocUnsafe(TRAILER_BYTES);
    end.writeUInt32LE(checksum(sums, token), 0);
    end.writeUInt32LE((plainBytes + (pieces.length - 1) * token.length) >>> 0, 4);
    return end;
  }

  function tightFor(token: string): Tight | undefined {
    const { length } = token;
    if (tight.has(length)) return tight.get(length);
    // a length that comes once is not worth the work
    if (pieces.length < 2 || length === 0 || tight.size >= MAX_TIGHT || !seen.has(length)) {
      seen.add(length);
      return undefined;
    }
    const packed = packTight(pieces, length);
    const trial = differingFrom(packed.standIn);
    const isRight = isSame(fillTight(packed, trial, trailer(trial)), plain(trial));
    tight.set(length, isRight ? packed : undefined);
    return tight.get(length);
  }

  function gzip(token: string): Buffer {
    const packed = tightFor(token);
    if (packed) return fillTight(packed, token, trailer(token));
    return fillLoose((loose ??= pieces.map((piece) => deflateOpen(piece))), token, trailer(token));
  }

  const lendPlain = createLending(plain, (page, token) => {
    let at = 0;
    for (let i = 1; i < pieces.length; i += 1)
      at += pieces[i - 1]!.length + page.write(token, at + pieces[i - 1]!.length, 'latin1');
  });
  const lendTight = createLending(gzip, (page, token) => {
    page.write(token, tight.get(token.length)!.head.length, 'latin1');
    page.set(trailer(token), page.length - TRAILER_BYTES);
  });

  return {
    plain,
    gzip,
    lend(token, form) {
      if (form === 'plain') return lendPlain(token);
      return tightFor(token) ? lendTight(token) : { body: gzip(token), giveBack: () => undefined };
    },
  };
}

/** @param make fills a new page @param refill puts another token of the same length into a filled one */
function createLending(
  make: (token: string) => Buffer,
  refill: (page: Buffer, token: string) => void,
): (token: string) => Lent {
  let length = -1;
  let free: Buffer[] = [];
  return (token) => {
    // most readers come without a campaign, and their tokens are of one length
    if (token.length !== length) [length, free] = [token.length, []];
    const shelf = free;
    const used = shelf.pop();
    if (used) refill(used, token);
    const body = used ?? make(token);
    return {
      body,
      giveBack: () => {
        if (shelf.length < MAX_FREE) shelf.push(body);
      },
    };
  };
}

/** Compressed blocks that end on a byte and leave the stream open. */
const deflateOpen = (data: Buffer): Buffer => deflateRawSync(data, { level: 9, finishFlush: constants.Z_FULL_FLUSH });

type Tight = { head: Buffer; tail: Buffer; standIn: Buffer };

function packTight(pieces: readonly Buffer[], tokenBytes: number): Tight {
  // noise, so that nothing of the page is found in it
  const standIn = randomBytes(tokenBytes);
  const rest = pieces.slice(1).flatMap((piece, i) => (i === 0 ? [piece] : [standIn, piece]));
  const dictionary = Buffer.concat([pieces[0]!, standIn]).subarray(-WINDOW_BYTES);
  return {
    head: Buffer.concat([GZIP_HEADER, deflateOpen(pieces[0]!), storedHeader(tokenBytes)]),
    tail: deflateRawSync(Buffer.concat(rest), { level: 9, dictionary }),
    standIn,
  };
}

function fillTight({ head, tail }: Tight, token: string, end: Buffer): Buffer {
  const page = Buffer.allocUnsafe(head.length + token.length + tail.length + TRAILER_BYTES);
  page.set(head, 0);
  const at = head.length + page.write(token, head.length, 'latin1');
  page.set(tail, at);
  page.set(end, at + tail.length);
  return page;
}

function fillLoose(packed: readonly Buffer[], token: string, end: Buffer): Buffer {
  const parts: Buffer[] = [GZIP_HEADER];
  const stored = Buffer.concat([storedHeader(token.length), Buffer.from(token, 'latin1')]);
  for (let i = 0; i < packed.length; i += 1) {
    if (i > 0) parts.push(stored);
    parts.push(packed[i]!);
  }
  return Buffer.concat([...parts, LAST_BLOCK, end]);
}

function storedHeader(bytes: number): Buffer {
  const header = Buffer.alloc(STORED_HEADER_BYTES);
  header.writeUInt16LE(bytes, 1);
  header.writeUInt16LE(~bytes & 0xffff, 3);
  return header;
}

/** A token that shares no byte with the stand-in in its place: were one taken from there, the page would come out wrong. */
const differingFrom = (standIn: Buffer): string =>
  Array.from(standIn, (byte) => (byte === LETTER_A ? 'b' : 'a')).join('');

/** A stand-in may stand too far from the one before it, or be cut in a way that needs its own bytes: then the page comes out wrong. */
function isSame(packed: Buffer, page: Buffer): boolean {
  try {
    return gunzipSync(packed).equals(page);
  } catch {
    return false;
  }
}

/* CRC-32 as a polynomial over two elements, lowest power in the highest bit. The checksum of two parts in a row is that of the
   first, multiplied by x to the number of bits of the second, plus that of the second. */

type Sum = { crc: number; shift: number };

/** Of the pieces with the token between them. */
function checksum(sums: readonly Sum[], token: string): number {
  const tokenCrc = token ? crc32(token) : 0;
  const tokenShift = shiftBy(token.length);
  let crc = sums[0]!.crc;
  for (let i = 1; i < sums.length; i += 1) {
    const { crc: pieceCrc, shift } = sums[i]!;
    crc = multiply(shift, multiply(tokenShift, crc) ^ tokenCrc) ^ pieceCrc;
  }
  return crc >>> 0;
}

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
