import { open, rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Records that are made into text at once: with more, redirects would wait. */
const SLICE = 500;
/** A large file is written more seldom: for each second that it takes there are so many without. */
const REST = 20;

/** A file that always holds some whole version of what was put into it. */
export type KeptFile<T> = {
  /**
   * Does not wait. Only the newest version is written, at most once in a while; what cannot be written is tried again.
   * @param value asked for when it is written; its records stay as they are
   */
  put(value: () => T): void;
  /** Writes what is not written yet, at once. Nothing may be put in afterwards. */
  end(): Promise<void>;
};

/** @param path its folder is there */
export function createKeptFile<T extends object>(
  path: string,
  { everyMs, log }: { everyMs: number; log: Log },
): KeptFile<T> {
  let waiting: (() => T) | undefined;
  let writing: Promise<void> | undefined;
  let nextMs = -Infinity;
  const ending = new AbortController();

  async function write(): Promise<void> {
    while (waiting) {
      const waitMs = nextMs - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
      const value = waiting;
      waiting = undefined;
      const beginMs = performance.now();
      try {
        await writeSlices(`${path}.new`, value());
        await rename(`${path}.new`, path);
      } catch (error) {
        log.warn({ err: error, path }, 'a file of what is needed without the database could not be written');
        if (!ending.signal.aborted) waiting ??= value;
      }
      nextMs = beginMs + Math.max(everyMs, REST * (performance.now() - beginMs));
    }
    writing = undefined;
  }

  return {
    put(value) {
      waiting = value;
      writing ??= write();
    },
    async end() {
      ending.abort();
      await writing;
    },
  };
}

/** As JSON; numbers that it cannot hold as text. */
async function writeSlices(path: string, value: object): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    let before = '';
    await file.appendFile('{');
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue;
      const name = `${before}${JSON.stringify(key)}:`;
      before = ',';
      if (!Array.isArray(part)) {
        await file.appendFile(name + textOf(part));
        continue;
      }
      await file.appendFile(`${name}[`);
      for (let at = 0; at < part.length; at += SLICE) {
        const slice = part.slice(at, at + SLICE) as unknown[];
        await file.appendFile((at > 0 ? ',' : '') + slice.map(textOf).join(','));
      }
      await file.appendFile(']');
    }
    await file.appendFile('}');
  } finally {
    await file.close();
  }
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
