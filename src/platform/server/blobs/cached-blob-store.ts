import { LRUCache } from 'lru-cache';
import type { Clock } from '../../time.ts';
import type { Log } from '../log.ts';
import type { BlobStore, ListedBlobStore } from './blob-store.ts';

const BLOCK_BYTES = 4096;
/** How long a file is served without asking the store again. */
const FRESH_MS = 3_600_000;
/** After an ask that failed. */
const AGAIN_MS = 60_000;

type Found = Awaited<ReturnType<BlobStore['get']>>;
type Given = {
  store: BlobStore;
  /** Where copies lie. They may be lost at any time, one by one or all. */
  copies: ListedBlobStore;
  /** The least recently read copies make room. */
  maxBytes: number;
  /** Whether the disk can take another copy. */
  hasRoom: () => Promise<boolean>;
  clock: Clock;
  log: Log;
};

/**
 * A store that is far away, with copies of what was read lately close by.
 *
 * The key of a picture is made of its content, so what is written under it again shows the same. But a picture is also deleted, and
 * another instance's deletion (or its smaller forms, made anew by a newer encoder) is not told here: a copy is served for an hour,
 * then the store is asked again. What this instance writes or removes, it forgets at once. While the store does not answer, old
 * copies are better than none.
 */
export function cachedBlobStore({ store, copies, maxBytes, hasRoom, clock, log }: Given): BlobStore {
  /** What lies there, and when the store said so. */
  const known = new LRUCache<string, { bytes: number; askedAtMs: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES,
    // a copy that is read while it goes is asked for again
    dispose: (_, key, reason) => reason !== 'set' && void copies.remove(key).catch(warnOnce),
  });
  /** Those who ask for the same key at once share one answer. Which answer is kept is decided by who stands here at its end. */
  const asked = new Map<string, Promise<Found>>();
  let isWarned = false;

  function warnOnce(error: unknown): void {
    if (!isWarned) log.warn({ err: error }, 'the cache of pictures cannot be written');
    isWarned = true;
  }

  const forget = (key: string): void => {
    asked.delete(key);
    known.delete(key);
  };

  async function note(key: string, bytes: number, askedAtMs: number): Promise<void> {
    known.set(key, { bytes, askedAtMs });
    // larger than all that may lie here
    if (!known.has(key)) await copies.remove(key);
  }

  function ask(key: string): Promise<Found> {
    const running = asked.get(key);
    if (running) return running;
    const answer = store.get(key);
    asked.set(key, answer);
    void keep(key, answer).finally(() => asked.get(key) === answer && asked.delete(key));
    return answer;
  }

  async function keep(key: string, answer: Promise<Found>): Promise<void> {
    let found: Found;
    try {
      found = await answer;
    } catch {
      // told to whoever asked
      return;
    }
    try {
      if (!found) return forget(key);
      if (!(await hasRoom())) return;
      await copies.put(key, found.bytes, found.contentType);
      // else it was written or removed meanwhile
      if (asked.get(key) === answer) await note(key, found.bytes.length, clock().getTime());
      else await copies.remove(key);
    } catch (error) {
      warnOnce(error);
    }
  }

  /** What an earlier process left helps while the store does not answer; else it is asked first, for nobody knows how old that is. */
  async function takeOver(): Promise<void> {
    for (const key of await copies.list()) {
      const there = known.has(key) ? undefined : await copies.describe(key);
      if (there && !known.has(key)) await note(key, there.size, 0);
    }
  }
  void takeOver().catch(warnOnce);

  return {
    async put(key, bytes, contentType) {
      try {
        await store.put(key, bytes, contentType);
      } finally {
        forget(key);
      }
    },
    async get(key) {
      const entry = known.get(key);
      const copy = entry && (await copies.get(key).catch(() => undefined));
      if (copy && clock().getTime() < entry.askedAtMs + FRESH_MS) return copy;
      try {
        return await ask(key);
      } catch (error) {
        if (!copy) throw error;
        entry.askedAtMs = clock().getTime() - FRESH_MS + AGAIN_MS;
        return copy;
      }
    },
    async remove(key) {
      try {
        await store.remove(key);
      } finally {
        forget(key);
      }
    },
  };
}
