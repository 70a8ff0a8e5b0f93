import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { randomText } from '../../../platform/ids.ts';
import type { Clock } from '../../../platform/time.ts';
import { ANYTHING, type Changes } from '../../../platform/server/changes/changes.ts';
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
  /** Tags of all that it was made of: a write to one of them makes it wrong. `guide:*` stands for every guide. */
  shows?: readonly string[];
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
   * Content has changed: what was made of it, or is being made now, is given to no later request, save for what the database's silence
   * keeps from being made anew and the write took nothing from. Other pages stay.
   */
  take(changes: Changes): void;
  /** Something may have changed, and nobody can say what: as `take`, of every page. */
  dropAll(): void;
  /** Something may have changed: nothing that was dropped is given as it was until it is known what. */
  doubt(): void;
  /** Call before the database is asked what has changed, and what this answers once `take` was called with it. */
  asking(): () => void;
};

const MAX_PAGES = 2000;
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** After a write, of the pages that it dropped: those that were read most are there again before somebody asks. */
const MOST_REDRAWN = 10;
const READ_OFTEN = 3;
const REDRAW_MS = 1000;

// Random for each process, so that no text of a page can hold them. ASCII letters and digits: nothing escapes them.
const TOKEN_MARK = randomText(24);
const INNER_MARK = randomText(24);
const AND_MARK = randomText(24);

/** The texts that pages write where a token may go. */
export const SLOTS = { token: TOKEN_MARK, inner: INNER_MARK, and: AND_MARK };

type KeptPage = Page & { bytes: number; shows: readonly string[]; reads: number; make: () => Promise<Made> };
/** A page that is being made: what was written meanwhile. */
type Making = { touched: Set<string>; isLost: boolean };

/** @param deps.catchUp asks the database what has changed and calls `take` with it: before a page is made, and before it is kept */
export function createPageCache(deps: { catchUp: () => Promise<void>; clock: Clock }, maxPages = MAX_PAGES): PageCache {
  const stale = createStalePages<Page>(maxPages, MAX_TEXT_BYTES);
  const pages = new LRUCache<string, KeptPage>({
    max: maxPages,
    maxSize: MAX_TEXT_BYTES,
    sizeCalculation: (page) => page.bytes,
  });
  const makings = new Set<Making>();
  let running = new Map<string, Promise<Page>>();
  /** Pages that were read often and dropped, until they are drawn again. */
  const missed = new Map<string, KeptPage>();
  let redrawing: Promise<void> | undefined;

  async function makeAndKeep(key: string, make: () => Promise<Made>): Promise<Page> {
    // what was written before is in it
    await deps.catchUp();
    const making: Making = { touched: new Set(), isLost: false };
    makings.add(making);
    try {
      const made = await make();
      const page = preparePage(made);
      const { shows = [] } = made;
      if (made.status !== 200) return page;
      await deps.catchUp();
      if (making.isLost || shows.some((tag) => making.touched.has(tag))) return page;
      const kept = { ...page, bytes: made.text.length, shows, reads: 0, make };
      pages.set(key, kept);
      stale.forget(key);
      return kept;
    } finally {
      makings.delete(making);
    }
  }

  function asItWas(key: string, error: unknown): Page {
    const old = isUnreachable(error) && stale.find(key, deps.clock().getTime());
    if (!old) throw error;
    return old;
  }

  function peek(key: string): Page | undefined {
    const page = pages.get(key);
    if (!page || deps.clock().getTime() >= page.endsAtMs) return undefined;
    page.reads += 1;
    return page;
  }

  function get(key: string, make: () => Promise<Made>): Promise<Page> {
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
  }

  function drop(isWrong: (page: KeptPage) => boolean): [string, KeptPage][] {
    const wrong = [...pages.entries()].filter(([, page]) => isWrong(page));
    for (const [key, { bytes: _bytes, shows: _shows, reads: _reads, make: _make, ...page }] of wrong) {
      stale.keep(key, page);
      pages.delete(key);
    }
    // those who wait keep waiting; who comes now gets a page of its own
    running = new Map();
    return wrong;
  }

  function dropAll(): void {
    for (const making of makings) making.isLost = true;
    drop(() => true);
  }

  /** A burst of writes draws them once, one after the other, behind those who ask. */
  function redrawSoon(dropped: readonly [string, KeptPage][]): void {
    for (const [key, page] of dropped) if (page.reads >= READ_OFTEN) missed.set(key, page);
    if (missed.size > 0) redrawing ??= redraw();
  }
  async function redraw(): Promise<void> {
    await sleep(REDRAW_MS, undefined, { ref: false });
    const most = [...missed].toSorted(([, a], [, b]) => b.reads - a.reads).slice(0, MOST_REDRAWN);
    missed.clear();
    redrawing = undefined;
    for (const [key, { make }] of most) await get(key, make).catch(() => undefined);
  }

  return {
    peek,
    get,
    take(changes) {
      if (changes.all) {
        dropAll();
        stale.tell([ANYTHING]);
        return;
      }
      if (changes.tags.size === 0 && changes.took.length === 0) return;
      const tags = withKinds(changes.tags);
      for (const { touched } of makings) for (const tag of tags) touched.add(tag);
      const dropped = drop(({ shows }) => shows.some((tag) => tags.has(tag)));
      for (const took of changes.took) stale.tell(took);
      redrawSoon(dropped);
    },
    dropAll,
    doubt: stale.doubt,
    asking() {
      const asked = stale.doubts();
      return () => stale.settle(asked);
    },
  };
}

/** With `guide:*` beside `guide:7`. */
const withKinds = (tags: ReadonlySet<string>): Set<string> =>
  new Set([...tags].flatMap((tag) => (tag.includes(':') ? [tag, `${tag.slice(0, tag.indexOf(':'))}:*`] : [tag])));

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
