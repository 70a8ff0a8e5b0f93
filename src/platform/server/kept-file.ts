import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Records that are made into text at once: with more, redirects would wait. */
const SLICE = 500;
/** The whole is written more seldom when it is large: for each second that it takes there are so many without. */
const REST = 20;
/** Changes of a small whole may weigh more than it. */
const LEAST_CHANGED_BYTES = 1_000_000;

/** A file of a whole and of what changed since, a line of JSON each. It always holds some version that was put into it. */
export type KeptFile<T, C> = {
  /**
   * Does not wait: the whole is written anew, at most once in a while. What cannot be written is tried again.
   * @param whole asked for when it is written, now and whenever the changes outweigh it; its records stay as they are
   */
  put(whole: () => T): void;
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
  let whole: (() => T) | undefined;
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
    wholeBytes = await writeSlices(`${path}.new`, whole!());
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
    isWhole ||= changedBytes > Math.max(LEAST_CHANGED_BYTES, wholeBytes);
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

/** @returns the whole, and what changed since in its order; nothing without a file that holds a whole */
export function readKeptFile<T, C>(path: string): { whole: T; changes: C[] } | undefined {
  try {
    const [first, ...rest] = readFileSync(path, 'utf8').split('\n');
    return { whole: JSON.parse(first!) as T, changes: wellFormed<C>(rest) };
  } catch {
    return undefined;
  }
}

/** Up to a line that a killed process left unfinished. */
function wellFormed<C>(lines: readonly string[]): C[] {
  const changes: C[] = [];
  try {
    for (const line of lines) changes.push(JSON.parse(line) as C);
  } catch {
    // the last one was being written
  }
  return changes;
}

/** As JSON; numbers that it cannot hold as text. @returns characters written */
async function writeSlices(path: string, value: object): Promise<number> {
  const file = await open(path, 'w', 0o600);
  let written = 0;
  const add = async (text: string): Promise<void> => {
    written += text.length;
    await file.appendFile(text);
  };
  try {
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
  } finally {
    await file.close();
  }
  return written;
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
