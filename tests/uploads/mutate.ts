import { crc32 } from 'node:zlib';
import type { Seed } from './seeds.ts';

/** Draws a whole number below a bound. */
type Draw = (below: number) => number;

type Mutation = (bytes: Buffer, draw: Draw, others: readonly Seed[]) => Buffer;

const place = (bytes: Buffer, draw: Draw): number => draw(Math.max(1, bytes.length));

/** Ways to damage a file, or to make it claim what is not so. */
const MUTATIONS: Record<string, Mutation> = {
  'flipped bits': (bytes, draw) => {
    for (let n = 1 + draw(12); n > 0; n -= 1) bytes[place(bytes, draw)]! ^= 1 << draw(8);
    return bytes;
  },
  'flipped bits at the head': (bytes, draw) => {
    for (let n = 1 + draw(4); n > 0; n -= 1) bytes[draw(Math.min(bytes.length, 120))]! ^= 1 << draw(8);
    return bytes;
  },
  'other bytes': (bytes, draw) => {
    const at = place(bytes, draw);
    return Buffer.concat([bytes.subarray(0, at), noise(1 + draw(200), draw), bytes.subarray(at + draw(200))]);
  },
  'a hole of zeros': (bytes, draw) => {
    const at = place(bytes, draw);
    return bytes.fill(0, at, Math.min(bytes.length, at + 1 + draw(400)));
  },
  'a run of ones': (bytes, draw) => {
    const at = place(bytes, draw);
    return bytes.fill(0xff, at, Math.min(bytes.length, at + 1 + draw(60)));
  },
  'cut off': (bytes, draw) => bytes.subarray(0, 1 + place(bytes, draw)),
  'a part left out': (bytes, draw) => {
    const at = place(bytes, draw);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + draw(500))]);
  },
  'a part twice': (bytes, draw) => {
    const [at, length] = [place(bytes, draw), 1 + draw(2000)];
    return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
  },
  'a part of another file': (bytes, draw, others) => {
    const other = others[draw(others.length)]!.bytes;
    const [at, from] = [place(bytes, draw), draw(other.length)];
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + draw(4000)), bytes.subarray(at)]);
  },
  'the head of one, the body of another': (bytes, draw, others) => {
    const other = others[draw(others.length)]!.bytes;
    const at = 8 + draw(200);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(at)]);
  },
  'a page behind it': (bytes) => Buffer.concat([bytes, Buffer.from('<!doctype html><script>alert(1)</script>')]),
  'an archive behind it': (bytes, draw) =>
    Buffer.concat([bytes, Buffer.from('PK\x03\x04'), noise(200 + draw(2000), draw), Buffer.from('PK\x05\x06')]),
  'numbers at their ends': (bytes, draw) => {
    const ends = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0xffffffff];
    const at = draw(Math.max(1, Math.min(bytes.length, 2000) - 4));
    const value = ends[draw(ends.length)]!;
    if (draw(2) === 0) bytes.writeUInt32BE(value, at);
    else bytes.writeUInt16LE(value % 0x1_0000, at);
    return bytes;
  },
  'another size than it has': (bytes, draw) => claimSize(bytes, 1 + draw(70_000), 1 + draw(70_000)),
};

export const MUTATION_NAMES = Object.keys(MUTATIONS);

/** One of the ways, or two in a row: the second on what the first has made. */
export function mutate(seed: Seed, name: string, draw: Draw, others: readonly Seed[]): Buffer {
  const once = MUTATIONS[name]!(Buffer.from(seed.bytes), draw, others);
  if (once.length < 8 || draw(4) > 0) return once;
  const second = MUTATION_NAMES[draw(MUTATION_NAMES.length)]!;
  return MUTATIONS[second]!(Buffer.from(once), draw, others);
}

const noise = (length: number, draw: Draw): Buffer => Buffer.from(Array.from({ length }, () => draw(256)));

/** Writes a size into the head of whatever format it is, with the checksum that goes with it. */
function claimSize(bytes: Buffer, width: number, height: number): Buffer {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\x89PNG') && bytes.length > 33) {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  } else if (head.startsWith('GIF8')) {
    bytes.writeUInt16LE(width & 0xffff, 6);
    bytes.writeUInt16LE(height & 0xffff, 8);
  } else if (head.startsWith('RIFF') && head.includes('VP8X') && bytes.length > 30) {
    bytes.writeUIntLE((width - 1) & 0xffffff, 24, 3);
    bytes.writeUIntLE((height - 1) & 0xffffff, 27, 3);
  } else {
    // the frame header of a JPEG: FFC0 to FFC2, its length, its depth, then height and width
    for (let at = 2; at + 9 < bytes.length; at += 1) {
      if (bytes[at] !== 0xff || bytes[at + 1]! < 0xc0 || bytes[at + 1]! > 0xc2) continue;
      bytes.writeUInt16BE(height & 0xffff, at + 5);
      bytes.writeUInt16BE(width & 0xffff, at + 7);
      break;
    }
  }
  return bytes;
}
