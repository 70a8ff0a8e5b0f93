import { setImmediate as breathe } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Shapes } from './shapes.ts';

/** Memory is taken in pieces of so much; a record that is longer has a piece of its own. */
const SLAB_BYTES = 1 << 20;
/** Before each line: the id of its record, and how long it is. */
const PREFIX_BYTES = 8;
/** A piece of which one part in so many is dead gives what lives in it to another one. */
const WORN_PART = 4;
const TAB = 0x09;

/**
 * Records by id, held as text outside the heap: the collector of garbage does not look at them. Each is a line of two texts of JSON
 * with a tab between them, its head and itself, without the names of its fields. One that is asked for is parsed, and the same object
 * stands for it as long as it is asked for often and not put anew.
 */
export type PackedRecords<T, H> = {
  get(id: number): T | undefined;
  has(id: number): boolean;
  keys(): IterableIterator<number>;
  /** Each is parsed when its turn comes, and not kept. What is put in meanwhile may be among them. @param ids only these */
  values(ids?: Iterable<number>): Generator<T>;
  head(id: number): H | undefined;
  put(record: T): void;
  /** The same with a line that `lines` gave. */
  putLine(id: number, line: Uint8Array): void;
  delete(id: number): void;
  /** As they lie in memory; they stay as they are. */
  lines(): Generator<Buffer>;
  /** What is held, that which is dead but not given back included. */
  bytes(): number;
};

/** What follows the head. */
export const bodyIn = (line: Buffer): unknown => JSON.parse(line.toString('utf8', line.indexOf(TAB) + 1));

/** The head of a line. */
export const headIn = <H>(line: Buffer): H => JSON.parse(line.toString('utf8', 0, line.indexOf(TAB))) as H;

type Slab = { bytes: Buffer; end: number; dead: number };

/**
 * @param headOf what is to be known of a record without parsing it
 * @param parsedMost so many records are held parsed at most
 * @param shapes by which lines are read; those of other tables too
 */
export function createPackedRecords<T extends { id: number }, H extends object>(
  headOf: (record: T) => H,
  { parsedMost, shapes }: { parsedMost: number; shapes: Pick<Shapes, 'pack' | 'unpack'> },
): PackedRecords<T, H> {
  // small whole numbers: neither keys nor values are objects
  const places = new Map<number, number>();
  const parsed = new LRUCache<number, T>({ max: parsedMost });
  const slabs: (Slab | undefined)[] = [];
  const worn = new Set<number>();
  let isCompacting = false;
  let last = openSlab(SLAB_BYTES);

  function openSlab(size: number): number {
    const free = slabs.indexOf(undefined);
    const number = free === -1 ? slabs.length : free;
    slabs[number] = { bytes: Buffer.allocUnsafeSlow(size), end: 0, dead: 0 };
    return number;
  }

  const slabOf = (place: number): Slab => slabs[Math.floor(place / SLAB_BYTES)]!;
  const lineAt = (place: number): Buffer => {
    const { bytes } = slabOf(place);
    const begin = place % SLAB_BYTES;
    return bytes.subarray(begin + PREFIX_BYTES, begin + PREFIX_BYTES + bytes.readInt32LE(begin + 4));
  };
  const lineOf = (id: number): Buffer | undefined => {
    const place = places.get(id);
    return place === undefined ? undefined : lineAt(place);
  };
  const recordIn = (line: Buffer): T => shapes.unpack(bodyIn(line)) as T;

  /** A place behind all others for a line of so many bytes, that is not taken yet. */
  function roomFor(id: number, length: number): number {
    const size = PREFIX_BYTES + length;
    const before = last;
    if (slabs[last]!.end + size > slabs[last]!.bytes.length) last = openSlab(Math.max(SLAB_BYTES, size));
    const { bytes, end } = slabs[last]!;
    bytes.writeInt32LE(id, end);
    bytes.writeInt32LE(length, end + 4);
    if (before !== last) tend(before);
    return last * SLAB_BYTES + end;
  }

  function occupy(id: number, place: number): void {
    slabOf(place).end += PREFIX_BYTES + lineAt(place).length;
    places.set(id, place);
  }

  function renounce(place: number): void {
    slabOf(place).dead += PREFIX_BYTES + lineAt(place).length;
    tend(Math.floor(place / SLAB_BYTES));
  }

  const isWorn = (number: number): boolean => {
    const slab = slabs[number];
    return slab !== undefined && number !== last && slab.dead * WORN_PART >= slab.end;
  };

  /** Gives a piece back, at once where nothing in it lives. */
  function tend(number: number): void {
    if (!isWorn(number)) return;
    const { dead, end } = slabs[number]!;
    if (dead === end) slabs[number] = undefined;
    else {
      worn.add(number);
      if (!isCompacting) void compact();
    }
  }

  /** One piece at a time: redirects get their turn. */
  async function compact(): Promise<void> {
    isCompacting = true;
    for (const number of worn) {
      await breathe();
      worn.delete(number);
      // its number may be that of another by now
      if (isWorn(number)) empty(number);
    }
    isCompacting = false;
  }

  function empty(number: number): void {
    const { bytes, end } = slabs[number]!;
    for (let at = 0; at < end;) {
      const [id, place] = [bytes.readInt32LE(at), number * SLAB_BYTES + at];
      const line = lineAt(place);
      if (places.get(id) === place) {
        const other = roomFor(id, line.length);
        line.copy(lineAt(other));
        occupy(id, other);
      }
      at += PREFIX_BYTES + line.length;
    }
    slabs[number] = undefined;
  }

  /** @param write fills in the line */
  function store(id: number, length: number, write: (line: Buffer) => void): void {
    const place = roomFor(id, length);
    const line = lineAt(place);
    write(line);
    const before = places.get(id);
    // read anew and still the same: who holds what was made of it goes on with it
    if (before !== undefined && lineAt(before).equals(line)) return;
    occupy(id, place);
    parsed.delete(id);
    if (before !== undefined) renounce(before);
  }

  return {
    get(id) {
      let found = parsed.get(id);
      if (found !== undefined) return found;
      const line = lineOf(id);
      if (line) parsed.set(id, (found = recordIn(line)));
      return found;
    },
    has: (id) => places.has(id),
    keys: () => places.keys(),
    *values(ids = places.keys()) {
      for (const id of ids) {
        const line = lineOf(id);
        if (line) yield parsed.peek(id) ?? recordIn(line);
      }
    },
    head(id) {
      const line = lineOf(id);
      return line && headIn<H>(line);
    },
    put(record) {
      const text = `${JSON.stringify(headOf(record))}\t${JSON.stringify(shapes.pack(record))}`;
      store(record.id, Buffer.byteLength(text), (line) => line.write(text));
    },
    putLine(id, bytes) {
      store(id, bytes.length, (line) => line.set(bytes));
    },
    delete(id) {
      const place = places.get(id);
      if (place === undefined) return;
      places.delete(id);
      parsed.delete(id);
      renounce(place);
    },
    *lines() {
      for (const place of places.values()) yield lineAt(place);
    },
    bytes: () => slabs.reduce((sum, slab) => sum + (slab?.bytes.length ?? 0), 0),
  };
}
