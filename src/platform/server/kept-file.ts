import { readFileSync, statSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Log } from './log.ts';

/** Records that are made into text at once: with more, redirects would wait. */
const SLICE = 500;
/** The whole is written more seldom when it is large: for each second that it takes there are so many without. */
const REST = 20;
/** Changes of a small whole may weigh more than it. */
const LEAST_CHANGED_BYTES = 1_000_000;
/** Of a larger whole so much of it: changes are parsed at the start, which its lines are not. */
const CHANGED_SHARE = 0.25;
/** Bytes of lines that are written at once. */
const LINES_BYTES = 1 << 18;
const NEWLINE = 0x0a;
const BRACE = 0x7b;
const SUM_DIGITS = 8;

/** What is written by `put`: a value, lines that are text already, each without its end, and a first change behind them. */
export type Whole<T, C = never> = { value: T; lines?: Iterable<Buffer>; behind?: C | undefined };

/**
 * A file of a whole and of what changed since: a line of JSON, the whole's lines with a checksum before each, and a line of JSON for each
 * change. It always holds some version that was put into it.
 */
export type KeptFile<T, C> = {
  /**
   * Does not wait: the whole is written anew, at most once in a while. What cannot be written is tried again.
   * @param whole asked for when it is written, now and whenever the changes outweigh it; its records and lines stay as they are. What
   * changes before the last line was asked for may be in it: it is put behind it all the same
   */
  put(whole: () => Whole<T, C>): void;
  /** The file holds a whole, read to its end: what changes is written behind it. @param whole as for `put` */
  goOn(whole: () => Whole<T, C>): void;
  /** Does not wait: what changed of the whole that was put before is written behind it, at most once in a while. */
  add(change: C): void;
  /** Writes what is not written yet, at once. Nothing may be put in afterwards. */
  end(): Promise<void>;
};

/** @param path its folder is there */
export function createKeptFile<T extends object, C extends object>(
  path: string,
  { everyMs, log }: { everyMs: number; log: Log },
): KeptFile<T, C> {
  let whole: (() => Whole<T, C>) | undefined;
  let isWhole = false;
  let changes: C[] = [];
  let [wholeBytes, changedBytes] = [0, 0];
  let writing: Promise<void> | undefined;
  let nextMs = -Infinity;
  let nextWholeMs = -Infinity;
  /** Half a line may have been written: nothing that is written behind it would be read. */
  let isTorn = false;
  const ending = new AbortController();

  async function writeWhole(): Promise<void> {
    isWhole = false;
    changes = [];
    wholeBytes = await writeFile(`${path}.new`, whole!());
    await rename(`${path}.new`, path);
    changedBytes = 0;
    isTorn = false;
  }

  async function writeChanges(): Promise<void> {
    const some = changes;
    changes = [];
    const text = some.map((change) => `\n${textOf(change)}`).join('');
    const file = await open(path, 'a', 0o600);
    try {
      await file.appendFile(text);
    } finally {
      await file.close();
    }
    changedBytes += text.length;
    isWhole ||= changedBytes > Math.max(LEAST_CHANGED_BYTES, wholeBytes * CHANGED_SHARE);
  }

  async function write(): Promise<void> {
    while (isWhole || changes.length > 0) {
      const waitMs = nextMs - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
      const beginMs = performance.now();
      nextMs = beginMs + everyMs;
      const isAll = isWhole && (ending.signal.aborted || beginMs >= nextWholeMs);
      try {
        // a whole that is not due yet holds up no changes
        if (isAll) await writeWhole();
        else if (!isTorn) await writeChanges();
      } catch (error) {
        log.warn({ err: error, path }, 'a file of what is needed without the database could not be written');
        isWhole = isTorn = true;
        if (ending.signal.aborted) break;
      }
      if (isAll) nextWholeMs = beginMs + REST * (performance.now() - beginMs);
    }
    writing = undefined;
  }

  return {
    put(value) {
      whole = value;
      isWhole = true;
      writing ??= write();
    },
    goOn(value) {
      whole = value;
      wholeBytes = statSync(path).size;
    },
    add(change) {
      if (!whole) return;
      changes.push(change);
      writing ??= write();
    },
    async end() {
      ending.abort();
      await writing;
    },
  };
}

/** Who takes in what a file holds, in the order in which it was put in. */
export type KeptReader<T, C> = {
  value(value: T): void;
  /** It lies in the memory of the whole file: keep a copy. */
  line?(line: Buffer): void;
  change(change: C): void;
};

/**
 * Reads up to what a killed process left unfinished or the disk has damaged; nothing of a file that holds no whole.
 * @returns whether it holds one, and was read to its end
 */
export function readKeptFile<T, C>(path: string, reader: KeptReader<T, C>): boolean {
  let isFirst = true;
  for (const line of linesOf(path)) {
    if (isFirst || line[0] === BRACE) {
      const read = parsed(line);
      if (read === undefined) return false;
      if (isFirst) reader.value(read as T);
      else reader.change(read as C);
    } else {
      const text = line.subarray(SUM_DIGITS);
      // nobody parses it before it is asked for, so what is damaged is found out here
      if (line.toString('latin1', 0, SUM_DIGITS) !== sumOf(text)) return false;
      reader.line?.(text);
    }
    isFirst = false;
  }
  return !isFirst;
}

function* linesOf(path: string): Generator<Buffer> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return;
  }
  for (let begin = 0; begin < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, begin);
    const end = found === -1 ? bytes.length : found;
    yield bytes.subarray(begin, end);
    begin = end + 1;
  }
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString()) as unknown;
  } catch {
    return undefined;
  }
}

const sumOf = (text: Buffer): string => crc32(text).toString(16).padStart(SUM_DIGITS, '0');

/** @returns characters written, about */
async function writeFile(path: string, { value, lines = [], behind }: Whole<object, object>): Promise<number> {
  const file = await open(path, 'w', 0o600);
  try {
    const written = (await writeSlices(file, value)) + (await writeLines(file, lines));
    if (behind !== undefined) await file.appendFile(`\n${textOf(behind)}`);
    return written;
  } finally {
    await file.close();
  }
}

async function writeLines(file: FileHandle, lines: Iterable<Buffer>): Promise<number> {
  let [written, waiting] = [0, 0];
  let parts: Buffer[] = [];
  const flush = async (): Promise<void> => {
    await file.appendFile(Buffer.concat(parts));
    [parts, waiting] = [[], 0];
  };
  for (const line of lines) {
    const begin = Buffer.from(`\n${sumOf(line)}`);
    parts.push(begin, line);
    waiting += begin.length + line.length;
    written += begin.length + line.length;
    if (waiting >= LINES_BYTES) await flush();
  }
  await flush();
  return written;
}

/** As JSON; numbers that it cannot hold as text. @returns characters written */
async function writeSlices(file: FileHandle, value: object): Promise<number> {
  let written = 0;
  const add = async (text: string): Promise<void> => {
    written += text.length;
    await file.appendFile(text);
  };
  let before = '';
  await add('{');
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    const name = `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (!Array.isArray(part)) {
      await add(name + textOf(part));
      continue;
    }
    await add(`${name}[`);
    for (let at = 0; at < part.length; at += SLICE) {
      const slice = part.slice(at, at + SLICE) as unknown[];
      await add((at > 0 ? ',' : '') + slice.map(textOf).join(','));
    }
    await add(']');
  }
  await add('}');
  return written;
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
