import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { randomText } from '../../../platform/ids.ts';
import type { Clock } from '../../../platform/time.ts';
import { isUnreachable } from '../../../platform/server/postgres/postgres.ts';
import { cutPage, type Pieces } from './render-pieces.ts';
import { createStalePages } from './stale-pages.ts';

/** A page as it was made, with marks where the token of a view goes. */
export type Made = {
  status: number;
  /** Content type. */
  type: string;
  text: string;
  /** From this instant it is wrong although nothing was written. */
  endsAtMs: number;
  /** Of the guide or review that the page is a view of. */
  subjectId?: number;
  /** With 301: the path where the page is by now. */
  location?: string;
  /** With 200, of a page that answers at several addresses: the path of the right one. */
  path?: string;
};

/** A page ready to be filled in for a request. */
export type Page = {
  status: number;
  type: string;
  /** Names these bytes, whatever the token: the first part of the ETag. */
  tag: string;
  endsAtMs: number;
  subjectId: number | undefined;
  location: string | undefined;
  path: string | undefined;
  /** As it was before a write, because the database does not answer. */
  isStale?: true;
  /** @param hasVisit whether internal links carry the token too */
  pieces(hasVisit: boolean): Pieces;
};

/** Pages by key. What it answers was made from content that was current when the request came, or later. */
export type PageCache = {
  /** What is kept and still right; undefined otherwise. */
  peek(key: string): Page | undefined;
  /** What is kept, else made by `make`, once for all who ask at the same time. Only a 200 is kept. */
  get(key: string, make: () => Promise<Made>): Promise<Page>;
  /**
   * Content has changed: nothing that was made, or is being made now, is given to a later request, save for what the database's
   * silence keeps from being made anew and the write took nothing from.
   */
  dropAll(): void;
  /** What a write took; of each write once. */
  tell(revision: number, took: readonly string[]): void;
};

const MAX_PAGES = 2000;
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

// Random for each process, so that no text of a page can hold them. ASCII letters and digits: nothing escapes them.
const TOKEN_MARK = randomText(24);
const INNER_MARK = randomText(24);
const AND_MARK = randomText(24);

/** The texts that pages write where a token may go. */
export const SLOTS = { token: TOKEN_MARK, inner: INNER_MARK, and: AND_MARK };

/** @param deps.revision reads the content revision: before the data of a page, and again before the page is kept */
export function createPageCache(
  deps: { revision: () => Promise<string>; clock: Clock },
  maxPages = MAX_PAGES,
): PageCache {
  const stale = createStalePages<Page>(maxPages, MAX_TEXT_BYTES);
  const pages = new LRUCache<string, Page & { bytes: number; revision: string }>({
    max: maxPages,
    maxSize: MAX_TEXT_BYTES,
    sizeCalculation: (page) => page.bytes,
  });
  let running = new Map<string, Promise<Page>>();
  let generation = 0;

  async function makeAndKeep(key: string, make: () => Promise<Made>): Promise<Page> {
    const begun = generation;
    const before = await readRevision();
    const made = await make();
    const page = preparePage(made);
    if (made.status !== 200 || begun !== generation || (await readRevision()) !== before) return page;
    // once more, because the last question took its time
    if (begun === generation) {
      pages.set(key, { ...page, bytes: made.text.length, revision: before });
      stale.forget(key);
    }
    return page;
  }

  async function readRevision(): Promise<string> {
    const doubts = stale.doubts();
    const revision = await deps.revision();
    stale.learn(Number(revision), doubts);
    return revision;
  }

  function asItWas(key: string, error: unknown): Page {
    const old = isUnreachable(error) && stale.find(key, deps.clock().getTime());
    if (!old) throw error;
    return old;
  }

  function peek(key: string): Page | undefined {
    const page = pages.get(key);
    return page && deps.clock().getTime() < page.endsAtMs ? page : undefined;
  }

  return {
    peek,
    get(key, make) {
      const kept = peek(key);
      if (kept) return Promise.resolve(kept);
      const before = running.get(key);
      if (before) return before;
      const mine = running;
      const page = makeAndKeep(key, make)
        .catch((error: unknown) => asItWas(key, error))
        .finally(() => mine.delete(key));
      running.set(key, page);
      return page;
    },
    dropAll() {
      generation += 1;
      for (const [key, { bytes: _bytes, revision, ...page }] of pages.entries())
        stale.keep(key, page, Number(revision));
      stale.doubt();
      // what was dropped may be served again in an outage only when it is known what was written
      if (pages.size > 0) void readRevision().catch(() => undefined);
      pages.clear();
      // those who wait keep waiting; who comes now gets a page of its own
      running = new Map();
    },
    tell: stale.tell,
  };
}

/** Cuts a page for filling in. */
export function preparePage({ status, type, text, endsAtMs, subjectId, location, path }: Made): Page {
  const plain = text.replaceAll(INNER_MARK, '').replaceAll(AND_MARK, '');
  const tag = hash('sha256', plain.replaceAll(TOKEN_MARK, ''), 'base64url').slice(0, 16);
  const without = cutPage(plain, TOKEN_MARK);
  let withVisit: Pieces | undefined;
  return {
    status,
    type,
    tag,
    endsAtMs,
    subjectId,
    location,
    path,
    pieces(hasVisit) {
      if (!hasVisit) return without;
      const marked = () => text.replaceAll(INNER_MARK, `?v=${TOKEN_MARK}`).replaceAll(AND_MARK, `&amp;v=${TOKEN_MARK}`);
      return (withVisit ??= cutPage(marked(), TOKEN_MARK));
    },
  };
}
