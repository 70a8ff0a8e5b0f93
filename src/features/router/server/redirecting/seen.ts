import { LRUCache } from 'lru-cache';

const MAX_SEEN = 200_000;

/**
 * Which visitors came by which link today. In memory of this process only: the hashes change every night, and after a restart all
 * visitors are new again.
 */
export function createSeen() {
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });
  const keyOf = (linkId: number, visitor: string): string => `${linkId}:${visitor}`;
  return {
    /** Undefined: the visitor may not be told apart. */
    has: (linkId: number, visitor: string | undefined): boolean | undefined =>
      visitor === undefined ? undefined : seen.has(keyOf(linkId, visitor)),
    note(linkId: number, visitor: string | undefined): void {
      if (visitor !== undefined) seen.set(keyOf(linkId, visitor), true);
    },
  };
}
