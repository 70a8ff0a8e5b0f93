import { LRUCache } from 'lru-cache';
import { ANYTHING } from '../../../features/settings/server/service.ts';
import type { Pieces } from './render-pieces.ts';

type Kept = { endsAtMs: number; isStale?: true; pieces(hasVisit: boolean): Pieces };

/**
 * Pages as they were before a write, for as long as their new version cannot be drawn. One is given only when it is known of every
 * write since that it took nothing from the public that the page shows.
 */
export type StalePages<Page> = {
  keep(key: string, page: Page, revision: number): void;
  /** It was drawn anew. */
  forget(key: string): void;
  /** Something may have been written: nothing is given before the content revision was read again. */
  doubt(): void;
  /** What the database says the revision is. @param asked what `doubts` was when it was asked */
  learn(revision: number, asked: number): void;
  doubts(): number;
  /** What the write of a revision took: addresses of pages, or `ANYTHING`. */
  tell(revision: number, took: readonly string[]): void;
  /** The page, marked as stale. */
  find(key: string, nowMs: number): Page | undefined;
};

/** Writes of which is remembered what they took: an outage in which more were made is not bridged. */
const MAX_WRITES = 1000;

export function createStalePages<Page extends Kept>(maxPages: number, maxBytes: number): StalePages<Page> {
  const kept = new LRUCache<string, { page: Page; revision: number; bytes: number }>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const takings = new Map<number, readonly string[]>();
  let latest = 0;
  let [doubts, settled] = [0, 0];

  return {
    keep(key, page, revision) {
      kept.set(key, { page: { ...page, isStale: true }, revision, bytes: page.pieces(false).plain('').length || 1 });
    },
    forget: (key) => void kept.delete(key),
    doubt: () => void (doubts += 1),
    doubts: () => doubts,
    learn(revision, asked) {
      latest = Math.max(latest, revision);
      settled = Math.max(settled, asked);
    },
    tell(revision, took) {
      latest = Math.max(latest, revision);
      takings.set(revision, took);
      for (const old of [...takings.keys()].slice(0, Math.max(0, takings.size - MAX_WRITES))) takings.delete(old);
    },
    find(key, nowMs) {
      const one = kept.get(key);
      if (!one || settled !== doubts || nowMs >= one.page.endsAtMs) return undefined;
      for (let revision = one.revision + 1; revision <= latest; revision += 1) {
        const took = takings.get(revision);
        if (!took) return undefined;
        if (isTouched(key, one.page, took)) {
          kept.delete(key);
          return undefined;
        }
        one.revision = revision;
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
