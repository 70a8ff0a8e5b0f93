import { LRUCache } from 'lru-cache';
import { ANYTHING } from '../../../platform/server/changes/changes.ts';
import type { Pieces } from './render-pieces.ts';

type Kept = { endsAtMs: number; isStale?: true; pieces(hasVisit: boolean): Pieces };

/**
 * Pages as they were before a write, for as long as their new version cannot be drawn. One is given only when it is known of every
 * write since that it took nothing from the public that the page shows.
 */
export type StalePages<Page> = {
  /** It is no more what it should be, by what is told next. */
  keep(key: string, page: Page): void;
  /** It was drawn anew. */
  forget(key: string): void;
  /** Something may have been written: nothing is given before the database was asked what. */
  doubt(): void;
  /** The database was asked what was written. @param asked what `doubts` was then */
  settle(asked: number): void;
  doubts(): number;
  /** What a write took: addresses of pages, or `ANYTHING`. */
  tell(took: readonly string[]): void;
  /** The page, marked as stale. */
  find(key: string, nowMs: number): Page | undefined;
};

/** Writes of which is remembered what they took: an outage in which more were made is not bridged. */
const MAX_WRITES = 1000;

export function createStalePages<Page extends Kept>(maxPages: number, maxBytes: number): StalePages<Page> {
  const kept = new LRUCache<string, { page: Page; writes: number; bytes: number }>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const takings = new Map<number, readonly string[]>();
  let writes = 0;
  let [doubts, settled] = [0, 0];

  return {
    keep(key, page) {
      kept.set(key, { page: { ...page, isStale: true }, writes, bytes: page.pieces(false).plain('').length || 1 });
    },
    forget: (key) => void kept.delete(key),
    doubt: () => void (doubts += 1),
    doubts: () => doubts,
    settle: (asked) => void (settled = Math.max(settled, asked)),
    tell(took) {
      writes += 1;
      takings.set(writes, took);
      takings.delete(writes - MAX_WRITES);
    },
    find(key, nowMs) {
      const one = kept.get(key);
      if (!one || settled !== doubts || nowMs >= one.page.endsAtMs) return undefined;
      for (let write = one.writes + 1; write <= writes; write += 1) {
        const took = takings.get(write);
        if (!took) return undefined;
        if (isTouched(key, one.page, took)) {
          kept.delete(key);
          return undefined;
        }
        one.writes = write;
      }
      return one.page;
    },
  };
}

const OWN: Record<string, string> = { guide: '/listicles/', review: '/offer-reviews/' };

/** Whether a page is at one of these addresses, or names one: as a link, a card, an entry of a list. */
function isTouched(key: string, page: Kept, took: readonly string[]): boolean {
  if (took.length === 0) return false;
  if (took.includes(ANYTHING)) return true;
  const [kind = '', name = ''] = key.split(':');
  const text = `${OWN[kind] ?? ''}${name} ${page.pieces(false).plain('').toString()}`;
  return took.some((path) => new RegExp(`${path.replaceAll(/[^\w/-]/g, String.raw`\$&`)}(?![a-z0-9])`).test(text));
}
